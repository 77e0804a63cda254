import type { CoverageSpeeds, TurnScheme } from '../request.ts'
import type { Swath } from '../swaths/swaths.ts'
import { halfTurnM, halfTurnS, turnFromM, turnLeadM, turnReachM } from '../turns/halfTurn.ts'

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

/** A machine that turns, as links of its swaths are estimated. */
export interface LinkMachine {
  readonly speeds: CoverageSpeeds
  readonly minTurnRadiusM: number
  readonly widthM: number
  readonly turnScheme: TurnScheme
  /** Of chords from the arcs that they are driven for: short chords are slow at any set speed. */
  readonly toleranceM: number
}

/** Estimates in seconds what a link costs that nothing is in the way of. */
export const linkEstimate = (
  { x, y, row }: SwathEnds,
  { speeds, minTurnRadiusM: radiusM, widthM, turnScheme, toleranceM }: LinkMachine,
) => {
  const { turningMps, transitMps, mowingMps } = speeds
  const skips = turnScheme === 'oneThroughOne'
  // The half turn between two rows depends on their distance alone, and rows are evenly spaced.
  const turns: number[] = []
  const turnS = (rows: number, gapM: number): number => {
    const known = turns[rows]
    if (known !== undefined) return known
    const sparedM = rows === 1 ? sparedByTurnM(gapM, radiusM, widthM) : 0
    const turnMps = sparedM > 0 ? Math.min(turningMps, mowingMps) : turningMps
    const fresh = halfTurnS(gapM, radiusM, toleranceM, turnMps, mowingMps) - sparedM / mowingMps
    turns[rows] = fresh
    return fresh
  }
  const radianS = halfTurnS(2 * radiusM, radiusM, toleranceM, transitMps, transitMps) / Math.PI
  return (from: End, to: End): number => {
    const dx = (x[to] ?? 0) - (x[from] ?? 0)
    const dy = (y[to] ?? 0) - (y[from] ?? 0)
    const away = Math.sqrt(dx * dx + dy * dy)
    if (((from ^ to) & 1) === 0) {
      const rows = Math.abs((row[from] ?? 0) - (row[to] ?? 0))
      const gapM = Math.abs(dy)
      const lagM = Math.abs(dx)
      const tight = skips && rows === 1 && lagM < TIGHT_WITHIN_M ? TIGHT_TURN_S : 0
      return turnS(rows, gapM) + (radiusM === 0 ? away - gapM : lagM) / turningMps + tight
    }
    // The other end is entered in the direction in which this one is left: it turns towards it, and back by as much.
    if (away === 0) return 0
    const cos = ((from & 1) === 1 ? dx : -dx) / away
    const turnRad = Math.acos(cos < -1 ? -1 : Math.min(cos, 1))
    const straightM = away - 2 * radiusM * Math.sqrt(Math.max(0, 1 - cos * cos))
    return Math.max(0, straightM) / transitMps + 2 * turnRad * radianS
  }
}
