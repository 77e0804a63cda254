import type { PolylineXY } from '../../units.ts'
import type { ScanLines, SwathFrame } from '../swaths/scan.ts'
import { joinSpans, type SpansOfLines } from '../swaths/spans.ts'

/** A drive with the blade on; its strip ends square to the line, or round past its ends. */
export interface CutLine {
  readonly points: PolylineXY
  readonly ends: 'flat' | 'round'
}

/** What lines of a list cut of each scan line, joined and in order. */
export const cutAlong = (
  lines: readonly CutLine[],
  halfM: number,
  frame: SwathFrame,
  scanLines: ScanLines,
): SpansOfLines => {
  const cut = new CutSpans(scanLines, halfM)
  for (const { points, ends } of lines) {
    const placed = points.map(frame.into)
    placed.forEach((to, i) => {
      const from = placed[i - 1]
      if (from !== undefined) cut.addStrip(from[0], from[1], to[0], to[1])
      // What the strips of two segments leave open on the outside of a bend is round the corner between them.
      if (ends === 'round' || (i > 0 && i + 1 < placed.length)) cut.addDisc(to[0], to[1])
    })
  }
  return cut.joined()
}

/** Segments shorter than this cut what the discs at their ends do. */
const LEAST_SEGMENT_M = 1e-6

/** Spans of scan lines while they are collected. */
class CutSpans {
  private readonly scanLines: ScanLines
  private readonly halfM: number
  private readonly spans: number[][]

  constructor(scanLines: ScanLines, halfM: number) {
    this.scanLines = scanLines
    this.halfM = halfM
    this.spans = Array.from({ length: scanLines.count }, () => [])
  }

  private firstAt(y: number): number {
    const { firstY, stepY } = this.scanLines
    return Math.max(0, Math.ceil((y - firstY) / stepY))
  }

  private lastAt(y: number): number {
    const { firstY, stepY, count } = this.scanLines
    return Math.min(count - 1, Math.floor((y - firstY) / stepY))
  }

  private add(line: number, from: number, to: number): void {
    const spans = this.spans[line]
    if (spans === undefined || !(to > from)) return
    // Pieces of a drive follow each other, so that most continue from the one before.
    const end = spans.length
    const before = spans[end - 2] ?? Number.POSITIVE_INFINITY
    const after = spans[end - 1] ?? Number.NEGATIVE_INFINITY
    if (from > after || to < before) spans.push(from, to)
    else {
      if (from < before) spans[end - 2] = from
      if (to > after) spans[end - 1] = to
    }
  }

  addDisc(x: number, y: number): void {
    const { halfM } = this
    const { firstY, stepY } = this.scanLines
    const last = this.lastAt(y + halfM)
    for (let line = this.firstAt(y - halfM); line <= last; line++) {
      const offM = firstY + line * stepY - y
      const reachM = Math.sqrt(Math.max(0, halfM * halfM - offM * offM))
      this.add(line, x - reachM, x + reachM)
    }
  }

  addStrip(ax: number, ay: number, bx: number, by: number): void {
    const { halfM } = this
    const { firstY, stepY } = this.scanLines
    const lengthM = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if (lengthM < LEAST_SEGMENT_M) return
    const ux = (bx - ax) / lengthM
    const uy = (by - ay) / lengthM
    const asideM = halfM * Math.abs(ux)
    const last = this.lastAt(Math.max(ay, by) + asideM)
    for (let line = this.firstAt(Math.min(ay, by) - asideM); line <= last; line++) {
      const offM = firstY + line * stepY - ay
      let from = Number.NEGATIVE_INFINITY
      let to = Number.POSITIVE_INFINITY
      // Between its two ends.
      if (ux !== 0) {
        const [p, q] = [(-offM * uy) / ux, (lengthM - offM * uy) / ux]
        from = Math.min(p, q)
        to = Math.max(p, q)
      }
      // Between its two sides.
      if (uy !== 0) {
        const [p, q] = [(offM * ux - halfM) / uy, (offM * ux + halfM) / uy]
        from = Math.max(from, Math.min(p, q))
        to = Math.min(to, Math.max(p, q))
      }
      this.add(line, ax + from, ax + to)
    }
  }

  joined(): SpansOfLines {
    const starts = new Int32Array(this.spans.length + 1)
    this.spans.forEach((spans, line) => {
      starts[line + 1] = (starts[line] ?? 0) + spans.length
    })
    const xs = new Float64Array(starts[this.spans.length] ?? 0)
    let end = 0
    this.spans.forEach((spans, line) => {
      starts[line] = end
      xs.set(spans, end)
      end = joinSpans(xs, end, end + spans.length)
    })
    starts[this.spans.length] = end
    return { starts, xs: xs.subarray(0, end) }
  }
}
