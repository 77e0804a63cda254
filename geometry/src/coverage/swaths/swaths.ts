import { MOST_PATCH_M2, TOLERANCE_PRESETS, type TolerancePreset } from '../tolerancePreset.ts'
import { nthHighest } from './nthHighest.ts'
import { type Edges, emptyEdges, type Inside, scan, spanY } from './scan.ts'
import { joinSpans } from './spans.ts'

/** A straight strip of one working width, in the frame of the swaths: x along them, y across. */
export interface Swath {
  /** Number of the row it is in; rows are one pitch apart. */
  readonly row: number
  readonly y: number
  readonly fromX: number
  readonly toX: number
  /**
   * How far the ground asks for mowing along the lines of its strip, from the lowest y upwards: at `needsAt` where each line
   * begins, and `lines` further on where each ends; infinite, the wrong way round, on a line that asks for nothing. Many
   * swaths share one array, as a small one for each would cost more than all else that is known of it.
   */
  readonly needs: Float64Array
  readonly needsAt: number
  readonly lines: number
}

/** Lines across each strip at which its ends are looked at. */
export const LINES_A_STRIP = 12

/**
 * Lays swaths of `widthM`, `pitchM` apart, over the inner ground. The flat ends reach as far as their strip needs, less a small
 * share, and never over the edge of the field.
 * @param inner edges of what has to be mown by swaths, in the frame of the swaths
 * @param field edges of what the blade must not leave, in the same frame; without them the answer is an estimate
 * @param drive edges of the ground that the middle of every swath must be on, in the same frame
 * @param preset how much the ends may leave uncut, and which ground is worth a swath
 * @param lines how closely the ends are looked at
 */
export const laySwaths = (
  inner: Edges,
  field: Edges | undefined,
  widthM: number,
  pitchM: number,
  preset: TolerancePreset = TOLERANCE_PRESETS[0],
  lines = LINES_A_STRIP,
  drive?: Edges,
): Swath[] => {
  if (inner.count === 0) return []
  const [low, high] = spanY(inner)
  const rows = Math.max(1, Math.ceil((high - low) / pitchM - 1e-6))
  const lowY = (low + high) / 2 - ((rows - 1) * pitchM) / 2
  const step = pitchM / lines
  const inside = scan(inner, { firstY: lowY - pitchM / 2 + step / 2, stepY: step, count: rows * lines })
  const atEdges = blockedSpans(field ?? NO_EDGES, lowY, pitchM, widthM / 2 - 1e-3, rows)
  const blocked =
    drive === undefined ? atEdges : withGaps(atEdges, scan(drive, { firstY: lowY, stepY: pitchM, count: rows }), rows)
  const leastM2 = Math.min(preset.leastArea * widthM * widthM, MOST_PATCH_M2)
  const skip = Math.floor(lines * preset.uncutAtEnds)
  const swaths: Swath[] = []
  const room: NeedsRoom = { needs: new Float64Array(2 * lines * rows), used: 0 }
  let most = 0
  for (let row = 0; row < rows; row++)
    most = Math.max(most, (inside.starts[(row + 1) * lines] ?? 0) - (inside.starts[row * lines] ?? 0))
  const wanted = new Float64Array(most)
  for (let row = 0; row < rows; row++) {
    const firstLine = row * lines
    const y = lowY + row * pitchM
    const wantedTo = wantedSpans(inside, firstLine, lines, wanted)
    const blockedFrom = blocked.starts[row] ?? 0
    const blockedTo = joinSpans(blocked.xs, blockedFrom, blocked.ends[row] ?? 0)
    // Split where an edge of the field is in the way.
    for (let i = 0; i < wantedTo; i += 2) {
      let freeFrom = wanted[i] ?? 0
      const to = wanted[i + 1] ?? 0
      for (let k = blockedFrom; k <= blockedTo && freeFrom < to; k += 2) {
        const freeTo = k < blockedTo ? Math.min(to, blocked.xs[k] ?? 0) : to
        const swath =
          freeTo > freeFrom
            ? trimmed(inside, firstLine, lines, row, y, freeFrom, freeTo, step, leastM2, skip, room)
            : undefined
        if (swath !== undefined) swaths.push(swath)
        if (k < blockedTo) freeFrom = Math.max(freeFrom, blocked.xs[k + 1] ?? 0)
      }
    }
  }
  return swaths
}

const NO_EDGES = emptyEdges(0)

/** The spans that the lines of a strip ask for, put in order and joined at the start of `out`; returns where they end. */
const wantedSpans = ({ starts, xs }: Inside, firstLine: number, lines: number, out: Float64Array): number => {
  let n = 0
  for (let line = firstLine; line < firstLine + lines; line++) {
    const end = starts[line + 1] ?? 0
    // Spans of one line come in order, so the search for their place continues where the last one ended.
    let k = 0
    for (let i = starts[line] ?? 0; i + 1 < end; i += 2) {
      const from = xs[i] ?? 0
      const to = xs[i + 1] ?? 0
      while (k < n && (out[k + 1] ?? 0) < from) k += 2
      if (k === n || (out[k] ?? 0) > to) {
        out.copyWithin(k + 2, k, n)
        out[k] = from
        out[k + 1] = to
        n += 2
        continue
      }
      if (from < (out[k] ?? 0)) out[k] = from
      if (to <= (out[k + 1] ?? 0)) continue
      let next = k + 2
      let reach = to
      while (next < n && (out[next] ?? 0) <= reach) {
        reach = Math.max(reach, out[next + 1] ?? 0)
        next += 2
      }
      out[k + 1] = reach
      if (next > k + 2) {
        out.copyWithin(k + 2, next, n)
        n -= next - k - 2
      }
    }
  }
  return n
}

/** Swaths end this far from an edge, for from an end that is on it no side would be the inside. */
const EDGE_MARGIN_M = 0.01

/** For row r the spans of x in which an edge reaches into its strip are `starts[r]` to `ends[r]` of `xs`, in any order. */
interface Blocked {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly xs: Float64Array
}

const blockedSpans = (edges: Edges, lowY: number, pitchM: number, halfM: number, rows: number): Blocked => {
  const starts = new Int32Array(rows + 1)
  const firsts = new Int32Array(edges.count)
  const lasts = new Int32Array(edges.count)
  for (let e = 0; e < edges.count; e++) {
    const ay = edges.ay[e] ?? 0
    const by = edges.by[e] ?? 0
    const first = Math.max(0, Math.ceil((Math.min(ay, by) - halfM - lowY) / pitchM))
    const last = Math.min(rows - 1, Math.floor((Math.max(ay, by) + halfM - lowY) / pitchM))
    firsts[e] = first
    lasts[e] = last
    for (let row = first; row <= last; row++) starts[row + 1] = (starts[row + 1] ?? 0) + 2
  }
  for (let row = 0; row < rows; row++) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0)
  const ends = starts.slice(0, rows)
  const xs = new Float64Array(starts[rows] ?? 0)
  for (let e = 0; e < edges.count; e++) {
    const ax = edges.ax[e] ?? 0
    const ay = edges.ay[e] ?? 0
    const bx = edges.bx[e] ?? 0
    const by = edges.by[e] ?? 0
    const last = lasts[e] ?? -1
    for (let row = firsts[e] ?? 0; row <= last; row++) {
      const y = lowY + row * pitchM
      // The edge from where it enters the strip to where it leaves it.
      const atLow = ax + ((bx - ax) * (y - halfM - ay)) / (by - ay)
      const atHigh = ax + ((bx - ax) * (y + halfM - ay)) / (by - ay)
      const x1 = ay === by ? ax : ay < y - halfM ? atLow : ay > y + halfM ? atHigh : ax
      const x2 = ay === by ? bx : by < y - halfM ? atLow : by > y + halfM ? atHigh : bx
      const from = Math.min(x1, x2) - EDGE_MARGIN_M
      const to = Math.max(x1, x2) + EDGE_MARGIN_M
      const end = ends[row] ?? 0
      // Edges follow each other round a ring, so that most continue from the one before.
      if (end > (starts[row] ?? 0) && from <= (xs[end - 1] ?? 0) && to >= (xs[end - 2] ?? 0)) {
        if (from < (xs[end - 2] ?? 0)) xs[end - 2] = from
        if (to > (xs[end - 1] ?? 0)) xs[end - 1] = to
        continue
      }
      xs[end] = from
      xs[end + 1] = to
      ends[row] = end + 2
    }
  }
  return { starts, ends, xs }
}

const FAR_M = 1e9

/** The blocked spans together with what is outside the ground to drive on, row by row. */
const withGaps = (blocked: Blocked, ground: Inside, rows: number): Blocked => {
  const starts = new Int32Array(rows + 1)
  const ends = new Int32Array(rows)
  const xs: number[] = []
  for (let row = 0; row < rows; row++) {
    starts[row] = xs.length
    for (let i = blocked.starts[row] ?? 0; i < (blocked.ends[row] ?? 0); i++) xs.push(blocked.xs[i] ?? 0)
    let from = -FAR_M
    for (let i = ground.starts[row] ?? 0; i + 1 < (ground.starts[row + 1] ?? 0); i += 2) {
      xs.push(from, (ground.xs[i] ?? 0) + EDGE_MARGIN_M)
      from = (ground.xs[i + 1] ?? 0) - EDGE_MARGIN_M
    }
    xs.push(from, FAR_M)
    ends[row] = xs.length
  }
  starts[rows] = xs.length
  return { starts, ends, xs: Float64Array.from(xs) }
}

/** Where the needs of the next swath go. */
interface NeedsRoom {
  needs: Float64Array
  used: number
}

/** Draws the ends of a run in to where only a small share of the strip's width still asks for more. */
const trimmed = (
  inside: Inside,
  firstLine: number,
  lines: number,
  row: number,
  y: number,
  from: number,
  to: number,
  stepM: number,
  leastM2: number,
  skip: number,
  room: NeedsRoom,
): Swath | undefined => {
  // Swaths laid before keep the array that is full.
  if (room.used + 2 * lines > room.needs.length) {
    room.needs = new Float64Array(room.needs.length)
    room.used = 0
  }
  const { needs, used: needsAt } = room
  let asked = 0
  for (let i = 0; i < lines; i++) {
    const line = firstLine + i
    const spansEnd = inside.starts[line + 1] ?? 0
    let start = Number.POSITIVE_INFINITY
    let end = Number.NEGATIVE_INFINITY
    for (let k = inside.starts[line] ?? 0; k + 1 < spansEnd; k += 2) {
      const a = Math.max(from, inside.xs[k] ?? 0)
      const b = Math.min(to, inside.xs[k + 1] ?? 0)
      if (b <= a) continue
      if (a < start) start = a
      if (b > end) end = b
    }
    needs[needsAt + i] = start
    needs[needsAt + lines + i] = end
    if (end > start) asked += end - start
  }
  if (asked * stepM < leastM2) return undefined
  const fromX = nthHighest(needs, lines - skip, needsAt, needsAt + lines)
  const toX = nthHighest(needs, skip + 1, needsAt + lines, needsAt + 2 * lines)
  if (toX <= fromX) return undefined
  room.used += 2 * lines
  return { row, y, fromX, toX, needs, needsAt, lines }
}

/** The index of the first swath of each row, and one more; swaths come row by row. */
export const firstOfRows = (swaths: readonly Swath[]): Int32Array => {
  const rows = (swaths[swaths.length - 1]?.row ?? -1) + 1
  const first = new Int32Array(rows + 1)
  for (const { row } of swaths) first[row + 1] = (first[row + 1] ?? 0) + 1
  for (let row = 0; row < rows; row++) first[row + 1] = (first[row + 1] ?? 0) + (first[row] ?? 0)
  return first
}
