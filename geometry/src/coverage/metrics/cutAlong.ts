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

/** Room for as many spans at first; enough for a green. */
const FIRST_ROOM = 1024

/**
 * Spans of scan lines while they are collected. All lines share flat arrays, in which each span knows the one before it on its line:
 * a drive has tens of thousands of spans, and a list for each line made half of the memory that the plan of a plain field filled.
 */
class CutSpans {
  private readonly scanLines: ScanLines
  private readonly halfM: number
  /** The last span of each line, and how many it has. */
  private readonly lastOf: Int32Array
  private readonly counts: Int32Array
  private froms = new Float64Array(FIRST_ROOM)
  private tos = new Float64Array(FIRST_ROOM)
  private before = new Int32Array(FIRST_ROOM)
  private used = 0

  constructor(scanLines: ScanLines, halfM: number) {
    this.scanLines = scanLines
    this.halfM = halfM
    this.lastOf = new Int32Array(scanLines.count).fill(-1)
    this.counts = new Int32Array(scanLines.count)
  }

  private firstAt(y: number): number {
    const { firstY, stepY } = this.scanLines
    return Math.max(0, Math.ceil((y - firstY) / stepY))
  }

  private lastAt(y: number): number {
    const { firstY, stepY, count } = this.scanLines
    return Math.min(count - 1, Math.floor((y - firstY) / stepY))
  }

  private grow(): void {
    const room = 2 * this.used
    const [froms, tos, before] = [new Float64Array(room), new Float64Array(room), new Int32Array(room)]
    froms.set(this.froms)
    tos.set(this.tos)
    before.set(this.before)
    this.froms = froms
    this.tos = tos
    this.before = before
  }

  private add(line: number, from: number, to: number): void {
    if (!(to > from)) return
    // Pieces of a drive follow each other, so that most continue from the one before.
    const last = this.lastOf[line] ?? -1
    if (last >= 0 && from <= (this.tos[last] ?? 0) && to >= (this.froms[last] ?? 0)) {
      if (from < (this.froms[last] ?? 0)) this.froms[last] = from
      if (to > (this.tos[last] ?? 0)) this.tos[last] = to
      return
    }
    if (this.used === this.froms.length) this.grow()
    this.froms[this.used] = from
    this.tos[this.used] = to
    this.before[this.used] = last
    this.lastOf[line] = this.used++
    this.counts[line] = (this.counts[line] ?? 0) + 1
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
        const p = (-offM * uy) / ux
        const q = (lengthM - offM * uy) / ux
        from = Math.min(p, q)
        to = Math.max(p, q)
      }
      // Between its two sides.
      if (uy !== 0) {
        const p = (offM * ux - halfM) / uy
        const q = (offM * ux + halfM) / uy
        from = Math.max(from, Math.min(p, q))
        to = Math.min(to, Math.max(p, q))
      }
      this.add(line, ax + from, ax + to)
    }
  }

  joined(): SpansOfLines {
    const { froms, tos, before, lastOf, counts, used } = this
    const starts = new Int32Array(counts.length + 1)
    const xs = new Float64Array(2 * used)
    let end = 0
    for (let line = 0; line < counts.length; line++) {
      starts[line] = end
      let at = end + 2 * (counts[line] ?? 0)
      const to = at
      for (let span = lastOf[line] ?? -1; span >= 0; span = before[span] ?? -1) {
        at -= 2
        xs[at] = froms[span] ?? 0
        xs[at + 1] = tos[span] ?? 0
      }
      end = joinSpans(xs, end, to)
    }
    starts[counts.length] = end
    return { starts, xs: xs.subarray(0, end) }
  }
}
