import type { CoverageSpeeds, TurnScheme } from '../request.ts'
import type { Swath } from '../swaths/swaths.ts'
import { halfTurnM, turnFromM, turnLeadM, turnReachM } from '../turns/halfTurn.ts'

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
export const TIGHT_TURN_S = 60
const TIGHT_WITHIN_M = 30

/** Whether a link is a turn into the row beside: what `oneThroughOne` is there to avoid. */
export const turnsIntoNextRow = (swaths: readonly Swath[], from: End, to: End): boolean => {
  const a = swaths[from >> 1]
  const b = swaths[to >> 1]
  if (a === undefined || b === undefined || ((from ^ to) & 1) !== 0 || Math.abs(a.row - b.row) !== 1) return false
  return Math.abs(from % 2 === 0 ? a.fromX - b.fromX : a.toX - b.toX) < TIGHT_WITHIN_M
}

/** Metres of two neighbouring swaths that a half turn with the blade on spares them, as it cuts the ends itself. */
export const sparedByTurnM = (gapM: number, radiusM: number, widthM: number): number =>
  turnFromM(gapM * INNER_SHARE, gapM, radiusM, widthM) > 0
    ? 0
    : 2 * Math.max(0, turnReachM(gapM * OUTER_SHARE, gapM, radiusM, widthM) + turnLeadM(gapM, radiusM))

/** A wide turn leaves a hollow in its middle; farther than this to either side, as a share of the distance, it has to be cut. */
const INNER_SHARE = 0.06

/** Where on the way to the outer edge of the two strips the turn must still reach, as a share of their distance. */
const OUTER_SHARE = 0.85

/** Rows that a half turn may span at most, so that the search for an order stays quick. */
const MOST_ROWS_SPANNED = 12

/** How many rows apart a half turn is cheapest where rows are `pitchM` apart: 1, or more for a machine that turns wide. */
export const rowsOfCheapestTurn = (pitchM: number, radiusM: number, widthM: number): number => {
  let cheapest = 1
  let leastM = halfTurnM(pitchM, 0, radiusM) - sparedByTurnM(pitchM, radiusM, widthM)
  for (let rows = 2; rows <= MOST_ROWS_SPANNED && (rows - 1) * pitchM < 2 * radiusM; rows++) {
    const costM = halfTurnM(rows * pitchM, 0, radiusM)
    if (costM >= leastM) continue
    cheapest = rows
    leastM = costM
  }
  return cheapest
}

/** Estimates in seconds what a link costs that nothing is in the way of. */
export const linkEstimate = (
  { x, y, row }: SwathEnds,
  { turningMps, transitMps, mowingMps }: CoverageSpeeds,
  radiusM: number,
  scheme: TurnScheme,
  widthM: number,
) => {
  const skips = scheme === 'oneThroughOne'
  // The half turn between two rows depends on their distance alone, and rows are evenly spaced.
  const turns: number[] = []
  const turnM = (rows: number, d: number): number => {
    const known = turns[rows]
    if (known !== undefined) return known
    const fresh = halfTurnM(d, 0, radiusM)
    turns[rows] = fresh
    return fresh
  }
  // So does what a turn into the row beside spares.
  let besideM: number | undefined
  return (from: End, to: End): number => {
    const dx = (x[to] ?? 0) - (x[from] ?? 0)
    const dy = (y[to] ?? 0) - (y[from] ?? 0)
    if (((from ^ to) & 1) === 0) {
      const rows = Math.abs((row[from] ?? 0) - (row[to] ?? 0))
      const lag = Math.abs(dx)
      const tight = skips && rows === 1 && lag < TIGHT_WITHIN_M ? TIGHT_TURN_S : 0
      const arcM = radiusM === 0 ? Math.sqrt(dx * dx + dy * dy) : turnM(rows, Math.abs(dy))
      const lagS = radiusM === 0 ? 0 : lag / turningMps
      let sparedM = 0
      if (rows === 1) {
        besideM ??= sparedByTurnM(Math.abs(dy), radiusM, widthM)
        sparedM = besideM
      }
      if (sparedM === 0) return arcM / turningMps + lagS + tight
      return arcM / Math.min(turningMps, mowingMps) + lagS + tight - sparedM / mowingMps
    }
    // The other end is entered in the direction in which this one is left.
    const away = Math.sqrt(dx * dx + dy * dy)
    if (away === 0 || radiusM === 0) return away / transitMps
    const cos = ((from & 1) === 1 ? dx : -dx) / away
    const swerve = Math.acos(cos < -1 ? -1 : Math.min(cos, 1)) - Math.sqrt(Math.max(0, 1 - cos * cos))
    return (away + 2 * radiusM * swerve) / transitMps
  }
}
