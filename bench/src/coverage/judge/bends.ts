/** Places where a drive bends tighter than the machine turns, from the geometry of its legs alone. */
import type { Leg, XY } from '@greensward/geometry'

export interface Bends {
  /** Laps with at least one tight place. */
  readonly tightLaps: number
  readonly onLaps: readonly XY[]
  /** On all other legs, and where a lap and another leg meet. */
  readonly elsewhere: readonly XY[]
}

/** Chords of an arc leave it by this much at most. */
const THINNED_M = 0.02
/** Headings of short chords are not exact. */
const SLACK_RAD = Math.PI / 36
/** Points nearer than this to the one before say nothing about the heading. */
const SAME_M = 0.01

/** A corner of the drive: how far along it is, by how much it turns, on which leg. */
interface Corner {
  readonly at: XY
  readonly alongM: number
  readonly turnRad: number
  readonly leg: number
  readonly isOnLap: boolean
}

const turned = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from))

const cornersOf = (legs: readonly Leg[]): Corner[] => {
  const points: { at: XY; leg: number }[] = []
  for (const [leg, { points: line }] of legs.entries())
    for (const at of line) {
      const before = points.at(-1)?.at
      if (before === undefined || Math.hypot(at[0] - before[0], at[1] - before[1]) > SAME_M) points.push({ at, leg })
    }
  const corners: Corner[] = []
  let alongM = 0
  for (let i = 1; i + 1 < points.length; i++) {
    const [from, here, to] = [points[i - 1], points[i], points[i + 1]]
    if (from === undefined || here === undefined || to === undefined) continue
    const [dx, dy] = [here.at[0] - from.at[0], here.at[1] - from.at[1]]
    alongM += Math.hypot(dx, dy)
    const turnRad = turned(Math.atan2(dy, dx), Math.atan2(to.at[1] - here.at[1], to.at[0] - here.at[0]))
    const isOnLap = legs[here.leg]?.kind === 'lap' && legs[to.leg]?.kind === 'lap'
    corners.push({ at: here.at, alongM, turnRad, leg: here.leg, isOnLap })
  }
  return corners
}

/**
 * Chords of an arc with the radius turn by their length over the radius, so corners within a stretch turn by that stretch and one
 * chord more. What turns more than that bends tighter.
 */
export const judgeBends = (legs: readonly Leg[], radiusM: number): Bends => {
  const corners = radiusM > 0 ? cornersOf(legs) : []
  const chordM = Math.sqrt(8 * radiusM * THINNED_M)
  const tight: Corner[] = []
  for (let i = 0; i < corners.length; i++) {
    let turnRad = 0
    for (let k = i; k < corners.length; k++) {
      const [first, last] = [corners[i], corners[k]]
      if (first === undefined || last === undefined) break
      const alongM = last.alongM - first.alongM
      if (alongM > Math.PI * radiusM) break
      turnRad += last.turnRad
      if (Math.abs(turnRad) <= (alongM + chordM) / radiusM + SLACK_RAD) continue
      tight.push(first)
      // The next place begins behind this one.
      i = k
      break
    }
  }
  const onLaps = tight.filter(({ isOnLap }) => isOnLap)
  return {
    tightLaps: new Set(onLaps.map(({ leg }) => leg)).size,
    onLaps: onLaps.map(({ at }) => at),
    elsewhere: tight.filter(({ isOnLap }) => !isOnLap).map(({ at }) => at),
  }
}
