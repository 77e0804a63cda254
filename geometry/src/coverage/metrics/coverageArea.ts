import type { PolygonXY, XY } from '../../units.ts'
import type { Band } from '../headland/headlandPasses.ts'
import { edgesOf, type ScanLines, type SwathFrame, scan, spanY, turned } from '../swaths/scan.ts'
import { lessSpans, type SpansOfLines, spansLength } from '../swaths/spans.ts'
import { type CutLine, cutAlong } from './cutAlong.ts'

/** Measures the area that a drive cuts, along fine lines. */
export interface CoverageArea {
  readonly fieldM2: number
  /** Area inside the field that is cut at least once. */
  readonly coveredM2: number
  readonly uncovered: readonly PolygonXY[]
}

/** Lines a working width, and across the whole field at least: what is uncut is then right to 0.05 % of nearly every field. */
const LINES_A_WIDTH = 12
const FEWEST_LINES = 200

/** Dust below this share of a squared width counts in the figures but is not drawn. */
const DUST = 0.02

/** What is cut: headland passes as bands, and all else along lines. */
export interface Mown {
  readonly bands: readonly Band[]
  readonly lines: readonly CutLine[]
}

/**
 * Measures what is cut against the field.
 * @param frame along whose x the fine lines are; edges and rows that are parallel to them would be counted whole or not at all
 */
export const measureCoverage = (
  field: PolygonXY,
  { bands, lines: cutLines }: Mown,
  frame: SwathFrame,
  widthM: number,
): CoverageArea => {
  const fieldEdges = turned(edgesOf([field]), frame)
  const [low, high] = spanY(fieldEdges)
  // Lines are in the middle of equal layers: one a hair inside the edge would count its whole layer as bare.
  const count = Math.max(FEWEST_LINES, Math.round(((high - low) / widthM) * LINES_A_WIDTH))
  const stepY = (high - low) / count
  const lines: ScanLines = { firstY: low + stepY / 2, stepY, count }
  const see = (polygons: readonly PolygonXY[]): SpansOfLines => scan(turned(edgesOf(polygons), frame), lines)
  const fieldSpans: SpansOfLines = scan(fieldEdges, lines)
  const seen = bands.map(({ outside, inside }) => ({ outside: see(outside), inside: see(inside) }))
  const along = cutAlong(cutLines, widthM / 2, frame, lines)
  // A list less another has at most as many spans as both together.
  let most = 0
  for (let i = 0; i < count; i++) {
    let here = countOf(fieldSpans, i) + countOf(along, i)
    for (const { outside, inside } of seen) here += countOf(outside, i) + countOf(inside, i)
    if (here > most) most = here
  }
  const band = new Float64Array(most)
  let left = new Float64Array(most)
  let rest = new Float64Array(most)
  let fieldM2 = 0
  let bareM2 = 0
  const bare: number[] = []
  const bareStarts = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) {
    const fieldFrom = fieldSpans.starts[i] ?? 0
    const fieldTo = fieldSpans.starts[i + 1] ?? 0
    fieldM2 += spansLength(fieldSpans.xs, fieldFrom, fieldTo) * stepY
    let n = lessSpans(fieldSpans.xs, fieldFrom, fieldTo, along.xs, along.starts[i] ?? 0, along.starts[i + 1] ?? 0, left)
    for (const { outside, inside } of seen) {
      if (n === 0) break
      const bandTo = lessSpans(
        outside.xs,
        outside.starts[i] ?? 0,
        outside.starts[i + 1] ?? 0,
        inside.xs,
        inside.starts[i] ?? 0,
        inside.starts[i + 1] ?? 0,
        band,
      )
      n = lessSpans(left, 0, n, band, 0, bandTo, rest)
      const spare = left
      left = rest
      rest = spare
    }
    bareM2 += spansLength(left, 0, n) * stepY
    for (let k = 0; k < n; k++) bare.push(left[k] ?? 0)
    bareStarts[i + 1] = bare.length
  }
  return {
    fieldM2,
    coveredM2: fieldM2 - bareM2,
    uncovered: piecesOf({ starts: bareStarts, xs: Float64Array.from(bare) }, lines, frame, DUST * widthM * widthM),
  }
}

const countOf = ({ starts }: SpansOfLines, line: number): number => (starts[line + 1] ?? 0) - (starts[line] ?? 0)

/**
 * Joins bare spans of neighbouring lines into polygons. A patch is a row of spans, one a line, each linked to the one below it;
 * most turn out to be dust, so that nothing is made of a patch before it is known to be more.
 */
const piecesOf = (
  { starts, xs }: SpansOfLines,
  { firstY, stepY, count }: ScanLines,
  frame: SwathFrame,
  dustM2: number,
): PolygonXY[] => {
  const pieces: PolygonXY[] = []
  const spans = xs.length >> 1
  const below = new Int32Array(spans)
  const areas = new Float64Array(spans)
  const finish = (top: number, line: number): void => {
    if ((areas[top] ?? 0) > dustM2) pieces.push(pieceOf(top, line))
  }
  const pieceOf = (top: number, topLine: number): PolygonXY => {
    const highY = firstY + (topLine + 0.5) * stepY
    const left: XY[] = [[xs[2 * top] ?? 0, highY]]
    const right: XY[] = [[xs[2 * top + 1] ?? 0, highY]]
    let line = topLine
    let bottom = top
    for (let span = top; span >= 0; span = below[span] ?? -1) {
      const y = firstY + line * stepY
      left.push([xs[2 * span] ?? 0, y])
      right.push([xs[2 * span + 1] ?? 0, y])
      bottom = span
      line--
    }
    const lowY = firstY + (line + 0.5) * stepY
    left.push([xs[2 * bottom] ?? 0, lowY])
    right.push([xs[2 * bottom + 1] ?? 0, lowY])
    return { outer: [...right.reverse(), ...left].map(frame.outOf), holes: [] }
  }
  for (let line = 0; line < count; line++) {
    const end = (starts[line + 1] ?? 0) >> 1
    const openEnd = (starts[line] ?? 0) >> 1
    // Both lists run from low to high x and their spans are apart, so what ends before this span ends before all that follow.
    let open = line > 0 ? (starts[line - 1] ?? 0) >> 1 : 0
    for (let span = openEnd; span < end; span++) {
      const from = xs[2 * span] ?? 0
      const to = xs[2 * span + 1] ?? 0
      let under = -1
      while (under < 0 && open < openEnd && (xs[2 * open] ?? 0) < to) {
        if ((xs[2 * open + 1] ?? 0) > from) under = open
        else finish(open, line - 1)
        open++
      }
      below[span] = under
      areas[span] = (under < 0 ? 0 : (areas[under] ?? 0)) + (to - from) * stepY
    }
    for (; open < openEnd; open++) finish(open, line - 1)
  }
  for (let span = (starts[Math.max(0, count - 1)] ?? 0) >> 1; span < spans; span++) finish(span, count - 1)
  return pieces
}
