import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import { type Box, ringsOf } from './measure.ts'

/**
 * The edges of polygons in a grid, made once to answer many questions: whether a straight way stays on one side of every
 * edge, and whether a place is inside.
 */
export interface Fence {
  /** Inside an odd number of rings; a place exactly on an edge may get either answer. */
  contains(point: XY): boolean
  /** Whether the straight way from `a` to `b` neither crosses nor touches an edge. */
  clear(a: XY, b: XY): boolean
  /** Distance to the nearest edge, or `atMostM` when that is farther away. */
  distanceM(point: XY, atMostM: number): number
}

/** A way that runs along an edge is cut into pieces of this size at least; finer ones would take for ever. */
const LEAST_TOLERANCE_M = 1e-3

const CELLS_PER_EDGE = 1
const MOST_CELLS_A_SIDE = 512

/** Every corner is the beginning of an edge. */
const boxOfEdges = (x: Float64Array, y: Float64Array): Box => {
  let minX = Number.POSITIVE_INFINITY
  let minY = Number.POSITIVE_INFINITY
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = Number.NEGATIVE_INFINITY
  for (let i = 0; i < x.length; i++) {
    const px = x[i] ?? 0
    const py = y[i] ?? 0
    if (px < minX) minX = px
    if (px > maxX) maxX = px
    if (py < minY) minY = py
    if (py > maxY) maxY = py
  }
  return { minX, minY, maxX, maxY }
}

/** The edges in the cells of a grid that they pass. */
class GridFence implements Fence {
  private readonly count: number
  private readonly ax: Float64Array
  private readonly ay: Float64Array
  private readonly bx: Float64Array
  private readonly by: Float64Array
  private readonly box: Box
  private readonly cell: number
  private readonly columns: number
  private readonly rows: number
  private readonly pad: number
  private readonly starts: Int32Array
  private readonly members: Int32Array

  constructor(polygons: readonly PolygonXY[]) {
    const rings = ringsOf(polygons)
    const count = rings.reduce((sum, ring) => sum + ring.length, 0)
    this.count = count
    const ax = new Float64Array(count)
    this.ax = ax
    const ay = new Float64Array(count)
    this.ay = ay
    const bx = new Float64Array(count)
    this.bx = bx
    const by = new Float64Array(count)
    this.by = by
    let n = 0
    for (const ring of rings) {
      let previous = ring[ring.length - 1]
      for (const corner of ring) {
        if (previous === undefined) continue
        ax[n] = previous[0]
        ay[n] = previous[1]
        bx[n] = corner[0]
        by[n] = corner[1]
        n++
        previous = corner
      }
    }
    const box = boxOfEdges(ax, ay)
    this.box = box
    const width = Math.max(box.maxX - box.minX, 1e-9)
    const height = Math.max(box.maxY - box.minY, 1e-9)
    const cell = Math.max(
      Math.sqrt((width * height) / (count * CELLS_PER_EDGE + 1)),
      width / MOST_CELLS_A_SIDE,
      height / MOST_CELLS_A_SIDE,
    )
    this.cell = cell
    const columns = count === 0 ? 1 : Math.floor(width / cell) + 1
    this.columns = columns
    const rows = count === 0 ? 1 : Math.floor(height / cell) + 1
    this.rows = rows
    this.pad = cell * 1e-6
    const starts = new Int32Array(rows * columns + 1)
    this.starts = starts
    for (let e = 0; e < count; e++)
      this.walk(ax[e] ?? 0, ay[e] ?? 0, bx[e] ?? 0, by[e] ?? 0, index => {
        starts[index + 1] = (starts[index + 1] ?? 0) + 1
        return false
      })
    for (let i = 0; i < rows * columns; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0)
    const fill = starts.slice()
    const members = new Int32Array(starts[rows * columns] ?? 0)
    this.members = members
    for (let e = 0; e < count; e++)
      this.walk(ax[e] ?? 0, ay[e] ?? 0, bx[e] ?? 0, by[e] ?? 0, index => {
        const at = fill[index] ?? 0
        members[at] = e
        fill[index] = at + 1
        return false
      })
  }

  private columnOf(x: number): number {
    const { box, cell, columns } = this
    return Math.max(0, Math.min(columns - 1, Math.floor((x - box.minX) / cell)))
  }

  private rowOf(y: number): number {
    const { box, cell, rows } = this
    return Math.max(0, Math.min(rows - 1, Math.floor((y - box.minY) / cell)))
  }

  /** Calls `visit` for every cell that the way passes, a hair's breadth more; ends when `visit` answers true. */
  private walk(x1: number, y1: number, x2: number, y2: number, visit: (cellIndex: number) => boolean): boolean {
    const { box, cell, columns, pad } = this
    const upwards = y1 <= y2
    const lowX = upwards ? x1 : x2
    const lowY = upwards ? y1 : y2
    const highX = upwards ? x2 : x1
    const highY = upwards ? y2 : y1
    const firstRow = this.rowOf(lowY)
    const lastRow = this.rowOf(highY)
    const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
    for (let row = firstRow; row <= lastRow; row++) {
      const fromY = Math.max(lowY, box.minY + row * cell)
      const toY = Math.min(highY, box.minY + (row + 1) * cell)
      const xa = firstRow === lastRow ? lowX : lowX + (fromY - lowY) * slope
      const xb = firstRow === lastRow ? highX : lowX + (toY - lowY) * slope
      const first = this.columnOf(Math.min(xa, xb) - pad)
      const last = this.columnOf(Math.max(xa, xb) + pad)
      for (let column = first; column <= last; column++) if (visit(row * columns + column)) return true
    }
    return false
  }

  /** Whether one of the edges of a cell meets the way. */
  private meets(index: number, x1: number, y1: number, x2: number, y2: number): boolean {
    const { ax, ay, bx, by, starts, members } = this
    const dx = x2 - x1
    const dy = y2 - y1
    const end = starts[index + 1] ?? 0
    for (let i = starts[index] ?? 0; i < end; i++) {
      const e = members[i] ?? 0
      const px = ax[e] ?? 0
      const py = ay[e] ?? 0
      const qx = bx[e] ?? 0
      const qy = by[e] ?? 0
      const s1 = dx * (py - y1) - dy * (px - x1)
      const s2 = dx * (qy - y1) - dy * (qx - x1)
      if (s1 > 0 && s2 > 0) continue
      if (s1 < 0 && s2 < 0) continue
      const ex = qx - px
      const ey = qy - py
      const t1 = ex * (y1 - py) - ey * (x1 - px)
      const t2 = ex * (y2 - py) - ey * (x2 - px)
      if (t1 > 0 && t2 > 0) continue
      if (t1 < 0 && t2 < 0) continue
      // All on one line: they meet only where their spans do.
      if (s1 === 0 && s2 === 0 && t1 === 0 && t2 === 0) {
        if (Math.max(px, qx) < Math.min(x1, x2) || Math.min(px, qx) > Math.max(x1, x2)) continue
        if (Math.max(py, qy) < Math.min(y1, y2) || Math.min(py, qy) > Math.max(y1, y2)) continue
      }
      return true
    }
    return false
  }

  // The same walk once more, as the question is asked so often that a call for every cell would be felt.
  clear(a: XY, b: XY): boolean {
    const { box, cell, columns, pad } = this
    const x1 = a[0]
    const y1 = a[1]
    const x2 = b[0]
    const y2 = b[1]
    const upwards = y1 <= y2
    const lowX = upwards ? x1 : x2
    const lowY = upwards ? y1 : y2
    const highX = upwards ? x2 : x1
    const highY = upwards ? y2 : y1
    const firstRow = this.rowOf(lowY)
    const lastRow = this.rowOf(highY)
    const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
    for (let row = firstRow; row <= lastRow; row++) {
      const xa = row === firstRow ? lowX : lowX + (box.minY + row * cell - lowY) * slope
      const xb = row === lastRow ? highX : lowX + (box.minY + (row + 1) * cell - lowY) * slope
      const first = row * columns + this.columnOf(Math.min(xa, xb) - pad)
      const last = row * columns + this.columnOf(Math.max(xa, xb) + pad)
      for (let index = first; index <= last; index++) if (this.meets(index, x1, y1, x2, y2)) return false
    }
    return true
  }

  contains([x, y]: XY): boolean {
    const { count, ax, ay, bx, by, box, columns, starts, members } = this
    if (count === 0 || x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) return false
    const row = this.rowOf(y)
    let inside = false
    // An edge is in several cells of a row; it is counted in the one where the ray meets it.
    for (let column = this.columnOf(x); column < columns; column++) {
      const index = row * columns + column
      const end = starts[index + 1] ?? 0
      for (let i = starts[index] ?? 0; i < end; i++) {
        const e = members[i] ?? 0
        const py = ay[e] ?? 0
        const qy = by[e] ?? 0
        if (py > y === qy > y) continue
        const px = ax[e] ?? 0
        const crossing = px + (((bx[e] ?? 0) - px) * (y - py)) / (qy - py)
        if (crossing > x && this.columnOf(crossing) === column) inside = !inside
      }
    }
    return inside
  }

  distanceM([x, y]: XY, atMostM: number): number {
    const { ax, ay, bx, by, columns, starts, members } = this
    let best = atMostM * atMostM
    const lastRow = this.rowOf(y + atMostM)
    const lastColumn = this.columnOf(x + atMostM)
    for (let row = this.rowOf(y - atMostM); row <= lastRow; row++)
      for (let column = this.columnOf(x - atMostM); column <= lastColumn; column++) {
        const index = row * columns + column
        const end = starts[index + 1] ?? 0
        for (let i = starts[index] ?? 0; i < end; i++) {
          const e = members[i] ?? 0
          const px = ax[e] ?? 0
          const py = ay[e] ?? 0
          const ex = (bx[e] ?? 0) - px
          const ey = (by[e] ?? 0) - py
          const square = ex * ex + ey * ey
          const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - px) * ex + (y - py) * ey) / square))
          const away = (px + t * ex - x) ** 2 + (py + t * ey - y) ** 2
          if (away < best) best = away
        }
      }
    return Math.sqrt(best)
  }
}

/** Builds the grid; the rings of all polygons together must not cross each other. */
export const fenceOf = (polygons: readonly PolygonXY[]): Fence => new GridFence(polygons)

/**
 * Whether every place of the segment from `a` to `b` is allowed, straying by at most `toleranceM`. Distance changes by no
 * more than the way driven, so a piece is judged by its middle and halved where that does not settle it.
 */
const segmentWithin = (
  allowed: (point: XY) => boolean,
  fences: readonly Fence[],
  a: XY,
  b: XY,
  toleranceM: number,
): boolean => {
  if (![a[0], a[1], b[0], b[1], toleranceM].every(Number.isFinite)) return false
  const reachM = Math.max(toleranceM, LEAST_TOLERANCE_M)
  const judge = (p: XY, q: XY): boolean => {
    const middle: XY = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
    const half = Math.hypot(q[0] - p[0], q[1] - p[1]) / 2
    if (fences.every(fence => fence.clear(p, q)))
      return allowed(middle) || strayM(middle) + half <= reachM || subdivided(p, middle, q, half)
    return subdivided(p, middle, q, half)
  }
  const strayM = (p: XY): number =>
    fences.reduce((least, fence) => Math.min(least, fence.distanceM(p, 4 * reachM)), 4 * reachM)
  const subdivided = (p: XY, middle: XY, q: XY, half: number): boolean => {
    if (!allowed(middle) && strayM(middle) > reachM) return false
    if (half <= reachM / 8 || (half + strayM(middle) <= reachM && strayM(middle) < 4 * reachM)) return true
    return judge(p, middle) && judge(middle, q)
  }
  const end = (p: XY): boolean => allowed(p) || strayM(p) <= reachM
  return end(a) && end(b) && judge(a, b)
}

/** A check of ways against ground to stay in and obstacles to stay out of, prepared for many questions. */
export interface WayCheck {
  segmentInside(a: XY, b: XY): boolean
  pathInside(path: PolylineXY): boolean
}

/**
 * Prepares the safety check of whole segments, not of their points alone.
 * @param inside the way must stay in one or another of these, which do not overlap
 * @param obstacles and out of these
 * @param toleranceM how far it may stray over an edge
 */
export const wayCheck = (
  inside: readonly PolygonXY[],
  obstacles: readonly PolygonXY[],
  toleranceM = 0.01,
): WayCheck => {
  const around = fenceOf(inside)
  const kept = obstacles.map(obstacle => fenceOf([obstacle]))
  const fences = [around, ...kept]
  const allowed = (p: XY): boolean => around.contains(p) && !kept.some(fence => fence.contains(p))
  const segmentInside = (a: XY, b: XY): boolean => segmentWithin(allowed, fences, a, b, toleranceM)
  return {
    segmentInside,
    pathInside: path => path.length > 0 && path.every((p, i) => segmentInside(path[i - 1] ?? p, p)),
  }
}

/** `wayCheck` for a single segment. */
export const segmentInside = (
  inside: readonly PolygonXY[],
  obstacles: readonly PolygonXY[],
  a: XY,
  b: XY,
  toleranceM = 0.01,
): boolean => wayCheck(inside, obstacles, toleranceM).segmentInside(a, b)

/** `wayCheck` for a single path. */
export const pathInside = (
  inside: readonly PolygonXY[],
  obstacles: readonly PolygonXY[],
  path: PolylineXY,
  toleranceM = 0.01,
): boolean => wayCheck(inside, obstacles, toleranceM).pathInside(path)
