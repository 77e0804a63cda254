import type { PolygonXY, XY } from '../units.ts'
import type { Band } from './laps.ts'
import { type TurnShape, turnHollowM, turnReachM } from './roundTurn.ts'
import { edgesOf, type ScanLines, type SwathFrame, scan, spansOf, spanY, turned } from './scan.ts'

/** What a drive cuts, measured along fine lines. */
export interface Mown {
  readonly fieldM2: number
  /** Ground inside the field that is cut at least once. */
  readonly coveredM2: number
  readonly uncovered: readonly PolygonXY[]
}

/** Lines a working width; the area of a golf green is then right to 0.1 %. */
const LINES_A_WIDTH = 8

/** Dust below this share of a squared width counts in the figures but is not drawn. */
const DUST = 0.02

type Spans = number[]

/** `a` less `b`, both flat lists of spans in order. */
const less = (a: ArrayLike<number>, b: ArrayLike<number>): Spans => {
  const out: Spans = []
  let k = 0
  for (let i = 0; i + 1 < a.length; i += 2) {
    let from = a[i] ?? 0
    const to = a[i + 1] ?? 0
    while (k + 1 < b.length && (b[k + 1] ?? 0) <= from) k += 2
    for (let j = k; j + 1 < b.length && (b[j] ?? 0) < to; j += 2) {
      const hole = b[j] ?? 0
      if (hole > from) out.push(from, hole)
      from = Math.max(from, b[j + 1] ?? 0)
    }
    if (from < to) out.push(from, to)
  }
  return out
}

/** Flat spans in any order, put in order and joined, in place. */
const merged = (spans: Spans): Spans => {
  for (let i = 2; i < spans.length; i += 2) {
    const from = spans[i] ?? 0
    const to = spans[i + 1] ?? 0
    let at = i
    for (; at > 0 && (spans[at - 2] ?? 0) > from; at -= 2) {
      spans[at] = spans[at - 2] ?? 0
      spans[at + 1] = spans[at - 1] ?? 0
    }
    spans[at] = from
    spans[at + 1] = to
  }
  let end = 0
  for (let i = 0; i < spans.length; i += 2) {
    const from = spans[i] ?? 0
    const to = spans[i + 1] ?? 0
    const last = spans[end - 1]
    if (last !== undefined && from <= last) {
      if (to > last) spans[end - 1] = to
      continue
    }
    spans[end++] = from
    spans[end++] = to
  }
  spans.length = end
  return spans
}

const totalOf = (spans: ArrayLike<number>): number => {
  let sum = 0
  for (let i = 0; i + 1 < spans.length; i += 2) sum += (spans[i + 1] ?? 0) - (spans[i] ?? 0)
  return sum
}

/** What a straight strip covers along x. */
export interface Strip {
  readonly y: number
  readonly fromX: number
  readonly toX: number
}

/** Measures swaths, turns with the blade on and laps against the field. */
export const measureMown = (
  field: PolygonXY,
  bands: readonly Band[],
  swaths: readonly Strip[],
  turns: readonly TurnShape[],
  radiusM: number,
  frame: SwathFrame,
  widthM: number,
): Mown => {
  const fieldEdges = turned(edgesOf([field]), frame)
  const [low, high] = spanY(fieldEdges)
  // Lines stand in the middle of equal layers: one a hair inside the edge would count its whole layer as bare.
  const count = Math.max(1, Math.round(((high - low) / widthM) * LINES_A_WIDTH))
  const stepY = (high - low) / count
  const lines: ScanLines = { firstY: low + stepY / 2, stepY, count }
  const see = (polygons: readonly PolygonXY[]) => scan(turned(edgesOf(polygons), frame), lines)
  const ground = scan(fieldEdges, lines)
  const seen = bands.map(({ outside, inside }) => ({ outside: see(outside), inside: see(inside) }))
  const strips: Spans[] = Array.from({ length: count }, () => [])
  const within = (fromY: number, toY: number, add: (line: Spans, y: number) => void): void => {
    const last = Math.min(count - 1, Math.floor((toY - lines.firstY) / stepY + 1e-6))
    for (let i = Math.max(0, Math.ceil((fromY - lines.firstY) / stepY - 1e-6)); i <= last; i++) {
      const strip = strips[i]
      if (strip !== undefined) add(strip, lines.firstY + i * stepY)
    }
  }
  for (const { y, fromX, toX } of swaths)
    within(y - widthM / 2, y + widthM / 2, strip => {
      strip.push(fromX, toX)
    })
  for (const { x, y, gapM, side, below, above } of turns)
    within(below ? y - (gapM + widthM) / 2 : y, above ? y + (gapM + widthM) / 2 : y, (strip, lineY) => {
      const near = x + side * turnHollowM(lineY - y, gapM, radiusM, widthM)
      const far = x + side * turnReachM(lineY - y, gapM, radiusM, widthM)
      if ((far - near) * side > 0) strip.push(Math.min(near, far), Math.max(near, far))
    })
  let fieldM2 = 0
  let bareM2 = 0
  const bare: Spans[] = []
  for (let i = 0; i < count; i++) {
    const here = spansOf(ground, i)
    let left: ArrayLike<number> = here
    for (const { outside, inside } of seen) left = less(left, less(spansOf(outside, i), spansOf(inside, i)))
    const rest = less(left, merged(strips[i] ?? []))
    fieldM2 += totalOf(here) * stepY
    bareM2 += totalOf(rest) * stepY
    bare.push(rest)
  }
  return {
    fieldM2,
    coveredM2: fieldM2 - bareM2,
    uncovered: piecesOf(bare, lines, frame, DUST * widthM * widthM),
  }
}

/** A patch that stays bare: from line `first` on, one span a line, of which most turn out to be dust. */
interface Piece {
  readonly first: number
  /** From, to, from, to... */
  readonly spans: number[]
  areaM2: number
}

/** Joins bare spans of neighbouring lines into polygons. */
const piecesOf = (
  bare: readonly Spans[],
  { firstY, stepY }: ScanLines,
  frame: SwathFrame,
  dustM2: number,
): PolygonXY[] => {
  const done: Piece[] = []
  const finish = (piece: Piece): void => {
    if (piece.areaM2 > dustM2) done.push(piece)
  }
  let open: Piece[] = []
  bare.forEach((spans, line) => {
    const next: Piece[] = []
    // Both lists run from low to high x and their spans are apart, so what ends before this span ends before all that follow.
    let passed = 0
    for (let i = 0; i + 1 < spans.length; i += 2) {
      const from = spans[i] ?? 0
      const to = spans[i + 1] ?? 0
      let above: Piece | undefined
      for (; above === undefined && passed < open.length; passed++) {
        const candidate = open[passed]
        if (candidate === undefined) continue
        const at = 2 * (line - 1 - candidate.first)
        if ((candidate.spans[at] ?? 0) >= to) break
        if ((candidate.spans[at + 1] ?? 0) > from) above = candidate
        else finish(candidate)
      }
      const piece: Piece = above ?? { first: line, spans: [], areaM2: 0 }
      piece.spans.push(from, to)
      piece.areaM2 += (to - from) * stepY
      next.push(piece)
    }
    for (; passed < open.length; passed++) {
      const left = open[passed]
      if (left !== undefined) finish(left)
    }
    open = next
  })
  for (const piece of open) finish(piece)
  return done.map(({ first, spans }) => {
    const lines = spans.length / 2
    const yOf = (line: number): number => firstY + (first + line) * stepY
    const left = (line: number): number => spans[2 * line] ?? 0
    const right = (line: number): number => spans[2 * line + 1] ?? 0
    const ring: XY[] = [[right(0), yOf(0) - stepY / 2]]
    for (let line = 0; line < lines; line++) ring.push([right(line), yOf(line)])
    ring.push([right(lines - 1), yOf(lines - 1) + stepY / 2], [left(lines - 1), yOf(lines - 1) + stepY / 2])
    for (let line = lines - 1; line >= 0; line--) ring.push([left(line), yOf(line)])
    ring.push([left(0), yOf(0) - stepY / 2])
    return { outer: ring.map(frame.outOf), holes: [] }
  })
}
