import type { CoverageSpeeds, TurnScheme } from './request.ts'
import type { Swath } from './swaths.ts'

/**
 * The ends of swath i are numbered 2i (low x) and 2i + 1 (high x). A link leads out of one end and into another; by
 * symmetry it costs the same both ways.
 */
export type End = number

export interface SwathEnds {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly row: Int32Array
}

export const endsOf = (swaths: readonly Swath[]): SwathEnds => {
  const x = new Float64Array(swaths.length * 2)
  const y = new Float64Array(swaths.length * 2)
  const row = new Int32Array(swaths.length * 2)
  swaths.forEach((swath, i) => {
    x[2 * i] = swath.fromX
    x[2 * i + 1] = swath.toX
    for (const end of [2 * i, 2 * i + 1]) {
      y[end] = swath.y
      row[end] = swath.row
    }
  })
  return { x, y, row }
}

/** Seconds that are held against a turn into the row beside, where every second row was asked for. */
const TIGHT_TURN_S = 60

/** Extra way of leaving in one direction towards another far away: a quarter turn 0.57 radii, a half turn 3.14. */
const swerve = (angle: number): number => angle - Math.sin(angle)

/** Length of the shortest half turn between parallel lanes `d` apart of which one ends `lag` farther out. */
export const halfTurnM = (d: number, lag: number, radiusM: number): number => {
  if (radiusM === 0) return Math.hypot(d, lag)
  const turn =
    d >= 2 * radiusM
      ? Math.PI * radiusM + d - 2 * radiusM
      : radiusM * (Math.PI + 4 * Math.acos(Math.min(1, (2 * radiusM + d) / (4 * radiusM))))
  return turn + lag
}

/** Estimates in seconds what a link costs that nothing is in the way of: an upper floor for the search, not the drive itself. */
export const linkEstimate = (ends: SwathEnds, speeds: CoverageSpeeds, radiusM: number, scheme: TurnScheme) => {
  const { x, y, row } = ends
  return (from: End, to: End): number => {
    const dx = (x[to] ?? 0) - (x[from] ?? 0)
    const dy = (y[to] ?? 0) - (y[from] ?? 0)
    const out = from % 2 === 1 ? 1 : -1
    const away = Math.hypot(dx, dy)
    if (from % 2 === to % 2) {
      const tight =
        scheme === 'oneThroughOne' && Math.abs((row[from] ?? 0) - (row[to] ?? 0)) === 1 && Math.abs(dx) < 30
          ? TIGHT_TURN_S
          : 0
      return halfTurnM(Math.abs(dy), Math.abs(dx), radiusM) / speeds.turningMps + tight
    }
    // The other end is entered in the direction in which this one is left.
    const angle = away === 0 ? 0 : Math.acos(Math.max(-1, Math.min(1, (dx * out) / away)))
    return (away + 2 * radiusM * swerve(angle)) / speeds.transitMps
  }
}
