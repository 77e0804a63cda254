/** Drives a list of points with the body of a simulated mower alone: no link, no mission, no time to wait for. */
import type { Stretch, XY } from '@greensward/geometry'
import { type Body, type BodyLimits, drive } from '../dynamics.ts'

export interface DrivenStretches {
  /** Where the mower is at every step. */
  readonly track: readonly XY[]
  readonly seconds: number
  /** Seconds at the end of each stretch. */
  readonly ends: readonly number[]
}

export const DRIVE_STEP_S = 0.05
const LONGEST_S = 20_000
const SAME_M = 1e-6

export const driveStretches = (stretches: readonly Stretch[], limits: BodyLimits): DrivenStretches => {
  const places: { readonly at: XY; readonly speedMps: number; readonly stretch: number }[] = []
  stretches.forEach(({ points, speedMps }, stretch) => {
    for (const at of points) {
      const last = places.at(-1)?.at
      if (last === undefined || Math.hypot(at[0] - last[0], at[1] - last[1]) > SAME_M)
        places.push({ at, speedMps, stretch })
    }
  })
  const [start = [0, 0], second = [0, 1]] = places.map(({ at }) => at)
  const heading = Math.atan2(second[0] - start[0], second[1] - start[1])
  const body: Body = { x: start[0], y: start[1], heading, speedMps: 0, yawRate: 0 }
  const track: XY[] = []
  const ends = stretches.map(() => 0)
  places.forEach(({ at: to, speedMps, stretch }, i) => {
    const from = places[i - 1]?.at
    if (from === undefined) return
    const leg = { from, to, next: places[i + 1]?.at ?? null }
    for (let reached = false; !reached && track.length * DRIVE_STEP_S < LONGEST_S; ) {
      reached = drive(body, leg, speedMps, limits, DRIVE_STEP_S)
      track.push([body.x, body.y])
    }
    ends[stretch] = track.length * DRIVE_STEP_S
  })
  return { track, seconds: track.length * DRIVE_STEP_S, ends }
}
export { ackermannLimits, type BodyLimits, skidLimits } from '../dynamics.ts'
