import { ringsOf } from '../../polygon/measure.ts'
import type { PolygonXY, XY } from '../../units.ts'

/** A frame in which the swaths run along x. */
export interface SwathFrame {
  readonly headingDeg: number
  into(point: XY): XY
  outOf(point: XY): XY
  /** The way that rows run at an x, radians anticlockwise from east. */
  aheadRad(x: number): number
  /** x of the bends that rows have, in order; none where they are straight. */
  readonly bends: readonly number[]
  /** Whether shapes keep their size in the frame near an x. */
  unbent(x: number): boolean
}

/** A row of the frame from one x to another, with its corners. */
export const rowLine = ({ bends, outOf }: SwathFrame, fromX: number, toX: number, y: number): XY[] => {
  const between = bends.filter(x => x > Math.min(fromX, toX) && x < Math.max(fromX, toX))
  return [fromX, ...(fromX < toX ? between : between.reverse()), toX].map(x => outOf([x, y]))
}

export const swathFrame = (headingDeg: number): SwathFrame => {
  const angle = (headingDeg * Math.PI) / 180
  const s = Math.sin(angle)
  const c = Math.cos(angle)
  return {
    headingDeg,
    into: ([x, y]) => [x * s + y * c, -x * c + y * s],
    outOf: ([x, y]) => [x * s - y * c, x * c + y * s],
    aheadRad: () => Math.PI / 2 - angle,
    bends: [],
    unbent: () => true,
  }
}

/** The edges of polygons, as flat arrays because every heading in question turns all of them. */
export interface Edges {
  readonly count: number
  readonly ax: Float64Array
  readonly ay: Float64Array
  readonly bx: Float64Array
  readonly by: Float64Array
}

export const edgesOf = (polygons: readonly PolygonXY[]): Edges => {
  const rings = ringsOf(polygons)
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  const edges = emptyEdges(count)
  let n = 0
  for (const ring of rings) {
    let previous = ring[ring.length - 1]
    for (const corner of ring) {
      if (previous === undefined) continue
      edges.ax[n] = previous[0]
      edges.ay[n] = previous[1]
      edges.bx[n] = corner[0]
      edges.by[n] = corner[1]
      n++
      previous = corner
    }
  }
  return edges
}

export const emptyEdges = (count: number): Edges => ({
  count,
  ax: new Float64Array(count),
  ay: new Float64Array(count),
  bx: new Float64Array(count),
  by: new Float64Array(count),
})

/** The same edges as the frame sees them; written into `out`, of the same count, where many headings are looked at in turn. */
export const turned = (edges: Edges, { headingDeg }: SwathFrame, out: Edges = emptyEdges(edges.count)): Edges => {
  const angle = (headingDeg * Math.PI) / 180
  const s = Math.sin(angle)
  const c = Math.cos(angle)
  for (let e = 0; e < edges.count; e++) {
    const ax = edges.ax[e] ?? 0
    const ay = edges.ay[e] ?? 0
    const bx = edges.bx[e] ?? 0
    const by = edges.by[e] ?? 0
    out.ax[e] = ax * s + ay * c
    out.ay[e] = ay * s - ax * c
    out.bx[e] = bx * s + by * c
    out.by[e] = by * s - bx * c
  }
  return out
}

/** Lowest and highest y of edges. */
export const spanY = ({ ay }: Edges): [number, number] => {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const y of ay) {
    if (y < low) low = y
    if (y > high) high = y
  }
  return [low, high]
}

/** Parallel lines y = `firstY` + i * `stepY`, for i from 0 to `count` - 1. */
export interface ScanLines {
  readonly firstY: number
  readonly stepY: number
  readonly count: number
}

/** Where scan lines run inside polygons: line i enters and leaves at `xs[starts[i]]` to `xs[starts[i + 1] - 1]`, in pairs. */
export interface Inside {
  readonly starts: Int32Array
  readonly xs: Float64Array
}

/** Room for the working of scans, kept from one to the next; what a scan answers is then overwritten by the one after it. */
export interface ScanRoom {
  firsts: Int32Array
  lasts: Int32Array
  starts: Int32Array
  filled: Int32Array
  xs: Float64Array
}

export const scanRoom = (): ScanRoom => ({
  firsts: new Int32Array(0),
  lasts: new Int32Array(0),
  starts: new Int32Array(0),
  filled: new Int32Array(0),
  xs: new Float64Array(0),
})

export const scan = (edges: Edges, { firstY, stepY, count }: ScanLines, room: ScanRoom = scanRoom()): Inside => {
  if (room.firsts.length < edges.count) {
    room.firsts = new Int32Array(edges.count)
    room.lasts = new Int32Array(edges.count)
  }
  if (room.starts.length <= count) {
    room.starts = new Int32Array(count + 1 + (count >> 1))
    room.filled = new Int32Array(room.starts.length)
  }
  const { firsts, lasts, starts, filled } = room
  starts.fill(0, 0, count + 1)
  filled.fill(0, 0, count)
  for (let e = 0; e < edges.count; e++) {
    const ay = edges.ay[e] ?? 0
    const by = edges.by[e] ?? 0
    // Half open at the upper end, so that a line through a corner is counted once.
    const first = Math.max(0, Math.ceil((Math.min(ay, by) - firstY) / stepY))
    const last = Math.min(count - 1, Math.ceil((Math.max(ay, by) - firstY) / stepY) - 1)
    firsts[e] = first
    lasts[e] = last
    for (let i = first; i <= last; i++) starts[i + 1] = (starts[i + 1] ?? 0) + 1
  }
  for (let i = 0; i < count; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0)
  const total = starts[count] ?? 0
  if (room.xs.length < total) room.xs = new Float64Array(total + (total >> 1))
  const { xs } = room
  for (let e = 0; e < edges.count; e++) {
    const ax = edges.ax[e] ?? 0
    const ay = edges.ay[e] ?? 0
    const slope = ((edges.bx[e] ?? 0) - ax) / ((edges.by[e] ?? 0) - ay)
    const last = lasts[e] ?? -1
    for (let i = firsts[e] ?? 0; i <= last; i++) {
      const x = ax + (firstY + i * stepY - ay) * slope
      // Lines have few crossings: sorting as they come is the quickest.
      const from = starts[i] ?? 0
      const have = filled[i] ?? 0
      let at = from + have
      while (at > from && (xs[at - 1] ?? 0) > x) {
        xs[at] = xs[at - 1] ?? 0
        at--
      }
      xs[at] = x
      filled[i] = have + 1
    }
  }
  return { starts, xs: xs.subarray(0, total) }
}
