import type { CoverageSpeeds } from '../request.ts'
import { sparedByTurnM } from '../route/linkCost.ts'
import { halfTurnS } from '../turns/halfTurn.ts'
import { type Edges, emptyEdges, type ScanRoom, scan, scanRoom, spanY, swathFrame, turned } from './scan.ts'

export interface HeadingQuestion {
  /** Edges of the ground for the swaths. */
  readonly inner: Edges
  readonly widthM: number
  readonly pitchM: number
  readonly minTurnRadiusM: number
  readonly speeds: CoverageSpeeds
  /** Greatest distance between a turn and the chords that it is driven in. */
  readonly toleranceM: number
}

/** Lines a row that are looked at. */
const LINES_A_ROW = 2

/**
 * Costs in metres of driving: of a metre by which one line ends farther out than the next, of a change in the number of
 * spans, and the saving of a swath against its half turn. Fitted to 1296 routes over golf fields in 18 headings each.
 */
const LAG_M = 0.22
const CHANGE_M = 1.6
const LESS_THAN_TURN_M = 0.95

/** From this many headings on every second one is looked at first, and then those beside the best. */
const MANY = 24

/** How many of the best have the headings beside them looked at, too. */
const BESIDE_BEST = 5

/** A heading whose quick estimate is longer than the best by more than this is hardly ever the best. */
const CLOSE = 1.01
const CLOSE_S = 20

/** The most promising of many headings, best first, by a quick look at one line a row instead of planning each. */
export const likelyHeadings = (
  headingsDeg: readonly number[],
  count: number,
  question: HeadingQuestion,
): readonly number[] => {
  if (headingsDeg.length <= count) return headingsDeg
  const room: Room = { edges: emptyEdges(question.inner.count), scan: scanRoom() }
  const n = headingsDeg.length
  const seconds = new Map<number, number>()
  const look = (index: number): void => {
    const headingDeg = headingsDeg[index]
    if (headingDeg !== undefined && !seconds.has(index)) seconds.set(index, roughSeconds(headingDeg, question, room))
  }
  const ranked = (): number[] => [...seconds].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([index]) => index)
  const step = n < MANY ? 1 : 2
  for (let index = 0; index < n; index += step) look(index)
  if (step > 1)
    for (const index of ranked().slice(0, BESIDE_BEST)) {
      look((index + 1) % n)
      look((index + n - 1) % n)
    }
  const [best, ...others] = ranked().slice(0, count)
  const leastS = seconds.get(best ?? 0) ?? 0
  const close = others.filter(index => (seconds.get(index) ?? 0) <= leastS * CLOSE + CLOSE_S)
  return (best === undefined ? [] : [best, ...close]).flatMap(index => headingsDeg[index] ?? [])
}

/** Memory that one look leaves to the next. */
interface Room {
  readonly edges: Edges
  readonly scan: ScanRoom
}

const roughSeconds = (
  headingDeg: number,
  { inner, widthM, pitchM, minTurnRadiusM, speeds, toleranceM }: HeadingQuestion,
  room: Room,
): number => {
  const edges = turned(inner, swathFrame(headingDeg), room.edges)
  const [low, high] = spanY(edges)
  if (!(high > low)) return Number.POSITIVE_INFINITY
  const count = Math.max(1, Math.ceil((high - low) / pitchM - 1e-6)) * LINES_A_ROW
  const stepY = pitchM / LINES_A_ROW
  const { starts, xs } = scan(edges, { firstY: (low + high) / 2 - ((count - 1) * stepY) / 2, stepY, count }, room.scan)
  let lineM = 0
  let lagM = 0
  let changes = 0
  let before = 0
  for (let i = 0; i < count; i++) {
    const from = starts[i] ?? 0
    const to = starts[i + 1] ?? 0
    for (let k = from; k + 1 < to; k += 2) lineM += (xs[k + 1] ?? 0) - (xs[k] ?? 0)
    if (from - before === to - from)
      for (let k = from; k < to; k++) lagM += Math.abs((xs[k] ?? 0) - (xs[k - from + before] ?? 0))
    else changes += Math.abs(to - from - (from - before)) / 2
    before = from
  }
  const swaths = xs.length / 2 / LINES_A_ROW
  const turnMps = Math.min(speeds.turningMps, speeds.mowingMps)
  const turnS =
    halfTurnS(pitchM, minTurnRadiusM, toleranceM, turnMps, speeds.mowingMps) -
    sparedByTurnM(pitchM, minTurnRadiusM, widthM) / speeds.mowingMps -
    LESS_THAN_TURN_M / turnMps
  return (
    lineM / LINES_A_ROW / speeds.mowingMps +
    swaths * Math.max(0, turnS) +
    (lagM * LAG_M) / speeds.turningMps +
    (changes * CHANGE_M) / speeds.transitMps
  )
}
