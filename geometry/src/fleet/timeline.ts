import { distanceM, lengthM } from '../polyline.ts'
import type { PolylineXY, XY } from '../units.ts'

/**
 * Where a machine is at every step of time; nowhere (NaN) until its drive begins, and at its end after that.
 */
export interface Timeline {
  readonly stepS: number
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly durationS: number
}

/** A piece of a drive at one speed. */
export interface Stretch {
  readonly points: PolylineXY
  readonly speedMps: number
}

/** Waits for some seconds, nowhere, and then drives. */
export const timelineOf = (stretches: readonly Stretch[], waitS: number, stepS: number): Timeline => {
  const durationS = stretches.reduce((sum, { points, speedMps }) => sum + lengthM(points) / speedMps, waitS)
  const count = Math.floor(durationS / stepS) + 2
  const xs = new Float64Array(count)
  const ys = new Float64Array(count)
  let step = Math.min(count, Math.ceil(waitS / stepS))
  let clockS = waitS
  xs.fill(Number.NaN, 0, step)
  ys.fill(Number.NaN, 0, step)
  let last: XY = stretches.find(({ points }) => points.length > 0)?.points[0] ?? [0, 0]
  for (const { points, speedMps } of stretches) {
    let from = points[0]
    for (const to of points) {
      if (from === undefined) continue
      const tookS = distanceM(from, to) / speedMps
      for (; step < count && step * stepS < clockS + tookS; step++) {
        const share = (step * stepS - clockS) / tookS
        xs[step] = from[0] + (to[0] - from[0]) * share
        ys[step] = from[1] + (to[1] - from[1]) * share
      }
      clockS += tookS
      from = to
      last = to
    }
  }
  xs.fill(last[0], step)
  ys.fill(last[1], step)
  return { stepS, xs, ys, durationS }
}

/**
 * How near two machines come whose starts lie up to `slackS` apart, either way. Both timelines have the same step.
 * @returns metres between their middles
 */
export const leastApartM = (a: Timeline, b: Timeline, slackS: number): number => {
  const steps = Math.max(a.xs.length, b.xs.length)
  const most = Math.round(slackS / a.stepS)
  // A few shifts are enough: between them a machine moves less than the clearance that is asked for.
  const stride = Math.max(1, Math.floor(2 / a.stepS))
  let least = Number.POSITIVE_INFINITY
  for (let shift = -most; shift <= most; shift += stride)
    for (let i = Math.min(0, shift); i < steps + Math.max(0, shift); i++) {
      const at = Math.min(Math.max(i, 0), a.xs.length - 1)
      const other = Math.min(Math.max(i - shift, 0), b.xs.length - 1)
      const dx = (a.xs[at] ?? 0) - (b.xs[other] ?? 0)
      const dy = (a.ys[at] ?? 0) - (b.ys[other] ?? 0)
      const square = dx * dx + dy * dy
      if (square < least) least = square
    }
  return Math.sqrt(least)
}
