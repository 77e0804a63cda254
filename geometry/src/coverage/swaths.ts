import { CARES, type Care } from './care.ts'
import { nthHighest } from './nthHighest.ts'
import { type Edges, type Inside, scan, spanY } from './scan.ts'

/** A straight strip of one working width, in the frame of the swaths: x along them, y across. */
export interface Swath {
  /** Number of the row it lies in; rows are one pitch apart. */
  readonly row: number
  readonly y: number
  readonly fromX: number
  readonly toX: number
  /**
   * How far the ground asks for mowing along the lines of its strip, from the lowest y upwards; infinite, the wrong way
   * round, on a line that asks for nothing.
   */
  readonly needFromX: readonly number[]
  readonly needToX: readonly number[]
}

/** Lines across each strip at which its ends are looked at. */
export const LINES_A_STRIP = 12

/**
 * Lays swaths of `widthM`, `pitchM` apart, over the inner ground. The flat ends reach as far as their strip needs, less a small
 * share, and never over the edge of the field.
 * @param inner edges of what has to be mown by swaths, in the frame of the swaths
 * @param field edges of what the blade must not leave, in the same frame; without them the answer is an estimate
 * @param care how much the ends may leave uncut, and which ground is worth a swath
 * @param lines how closely the ends are looked at
 */
export const laySwaths = (
  inner: Edges,
  field: Edges | undefined,
  widthM: number,
  pitchM: number,
  care: Care = CARES[0],
  lines = LINES_A_STRIP,
): Swath[] => {
  if (inner.count === 0) return []
  const [low, high] = spanY(inner)
  const rows = Math.max(1, Math.ceil((high - low) / pitchM - 1e-6))
  const lowY = (low + high) / 2 - ((rows - 1) * pitchM) / 2
  const step = pitchM / lines
  const inside = scan(inner, { firstY: lowY - pitchM / 2 + step / 2, stepY: step, count: rows * lines })
  const blocked = field && blockedSpans(field, lowY, pitchM, widthM / 2 - 1e-3, rows)
  const leastM2 = care.leastGround * widthM * widthM
  const skip = Math.floor(lines * care.uncutAtEnds)
  const swaths: Swath[] = []
  for (let row = 0; row < rows; row++)
    for (const run of runsOf(inside, row * lines, lines, blocked?.[row] ?? [], step, leastM2, skip))
      swaths.push({ row, y: lowY + row * pitchM, ...run })
  return swaths
}

type Span = [from: number, to: number]
type Run = Pick<Swath, 'fromX' | 'toX' | 'needFromX' | 'needToX'>

const mergeSpans = (spans: Span[]): Span[] => {
  spans.sort((a, b) => a[0] - b[0])
  const merged: Span[] = []
  for (const [from, to] of spans) {
    const last = merged[merged.length - 1]
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Swaths end this far from an edge, for from an end that lies on it no side would be the inside. */
const EDGE_MARGIN_M = 0.01

/** For each row the spans of x in which an edge reaches into its strip. */
const blockedSpans = (edges: Edges, lowY: number, pitchM: number, halfM: number, rows: number): Span[][] => {
  const spans: Span[][] = Array.from({ length: rows }, () => [])
  for (let e = 0; e < edges.count; e++) {
    const ax = edges.ax[e] ?? 0
    const ay = edges.ay[e] ?? 0
    const bx = edges.bx[e] ?? 0
    const by = edges.by[e] ?? 0
    const first = Math.max(0, Math.ceil((Math.min(ay, by) - halfM - lowY) / pitchM))
    const last = Math.min(rows - 1, Math.floor((Math.max(ay, by) + halfM - lowY) / pitchM))
    for (let row = first; row <= last; row++) {
      const y = lowY + row * pitchM
      const at = (limit: number): number => ax + ((bx - ax) * (limit - ay)) / (by - ay)
      const clip = (px: number, py: number): number =>
        py < y - halfM ? at(y - halfM) : py > y + halfM ? at(y + halfM) : px
      const x1 = clip(ax, ay)
      const x2 = clip(bx, by)
      spans[row]?.push([Math.min(x1, x2) - EDGE_MARGIN_M, Math.max(x1, x2) + EDGE_MARGIN_M])
    }
  }
  return spans.map(mergeSpans)
}

/** The spans that the lines of a strip ask for, split where an edge of the field is in the way. */
const runsOf = (
  inside: Inside,
  firstLine: number,
  lines: number,
  blocked: readonly Span[],
  stepM: number,
  leastM2: number,
  skip: number,
): Run[] => {
  const wanted: Span[] = []
  for (let line = firstLine; line < firstLine + lines; line++) {
    const end = inside.starts[line + 1] ?? 0
    for (let i = inside.starts[line] ?? 0; i + 1 < end; i += 2) wanted.push([inside.xs[i] ?? 0, inside.xs[i + 1] ?? 0])
  }
  const runs: Run[] = []
  for (const [from, to] of mergeSpans(wanted)) {
    let freeFrom = Number.NEGATIVE_INFINITY
    for (let i = 0; i <= blocked.length; i++) {
      const freeTo = blocked[i]?.[0] ?? Number.POSITIVE_INFINITY
      const run = trimmed(
        inside,
        firstLine,
        lines,
        Math.max(from, freeFrom),
        Math.min(to, freeTo),
        stepM,
        leastM2,
        skip,
      )
      if (run !== undefined) runs.push(run)
      freeFrom = blocked[i]?.[1] ?? Number.POSITIVE_INFINITY
    }
  }
  return runs
}

/** Draws the ends of a run in to where only a small share of the strip's width still asks for more. */
const trimmed = (
  inside: Inside,
  firstLine: number,
  lines: number,
  from: number,
  to: number,
  stepM: number,
  leastM2: number,
  skip: number,
): Run | undefined => {
  if (to <= from) return undefined
  const starts: number[] = []
  const ends: number[] = []
  for (let line = firstLine; line < firstLine + lines; line++) {
    const spansEnd = inside.starts[line + 1] ?? 0
    let start = Number.POSITIVE_INFINITY
    let end = Number.NEGATIVE_INFINITY
    for (let i = inside.starts[line] ?? 0; i + 1 < spansEnd; i += 2) {
      const a = Math.max(from, inside.xs[i] ?? 0)
      const b = Math.min(to, inside.xs[i + 1] ?? 0)
      if (b <= a) continue
      if (a < start) start = a
      if (b > end) end = b
    }
    starts.push(start)
    ends.push(end)
  }
  let asked = 0
  for (let i = 0; i < lines; i++) asked += Math.max(0, (ends[i] ?? 0) - (starts[i] ?? 0))
  if (asked * stepM < leastM2) return undefined
  const fromX = nthHighest(starts, lines - skip)
  const toX = nthHighest(ends, skip + 1)
  return toX > fromX ? { fromX, toX, needFromX: starts, needToX: ends } : undefined
}
