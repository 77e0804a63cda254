import type { PolygonXY, Ring, XY } from '../units.ts'
import { difference, offset, union } from './clipper.ts'
import { signedAreaM2 } from './measure.ts'
import { nest } from './nest.ts'
import { crossingsOf, type RawCurve } from './rawCurve.ts'

/**
 * `offset` with rounded corners, several times as quick as that of Clipper. The edges are moved, the gaps between them are filled
 * with arcs, and of the tangled curve that comes of it only what parts ground wound round once from ground wound round not at all
 * is kept (Chen and McMains 2005). Wherever lines touch or run along each other, so that rounding could decide, Clipper answers
 * instead.
 * @param arcToleranceM how far a rounded corner may be from its true arc
 */
export const quickOffset = (
  polygons: readonly PolygonXY[],
  deltaM: number,
  arcToleranceM: number,
): readonly PolygonXY[] => {
  if (deltaM === 0 || polygons.length === 0) return polygons
  const rings = offsetRings(polygons, deltaM, arcToleranceM) ?? offsetRings(apart(polygons), deltaM, arcToleranceM)
  return rings === undefined ? offset(polygons, deltaM, 'round', arcToleranceM) : nest(rings)
}

/** `union`, made the same way. */
export const quickUnion = (...groups: readonly (readonly PolygonXY[])[]): readonly PolygonXY[] => {
  const curve: RawCurve = { x: [], y: [], starts: [0] }
  for (const group of groups) addPolygons(curve, group, true)
  const rings = woundOnce(curve)
  return rings === undefined ? union(...groups) : nest(rings)
}

/** `difference`, made the same way. */
export const quickDifference = (a: readonly PolygonXY[], b: readonly PolygonXY[]): readonly PolygonXY[] => {
  const curve: RawCurve = { x: [], y: [], starts: [0] }
  addPolygons(curve, a, true)
  addPolygons(curve, b, false)
  const rings = woundOnce(curve)
  return rings === undefined ? difference(a, b) : nest(rings)
}

const addPolygons = ({ x, y, starts }: RawCurve, polygons: readonly PolygonXY[], solid: boolean): void => {
  const add = (ring: Ring, counterClockwise: boolean): void => {
    const turned = signedAreaM2(ring) > 0 !== counterClockwise
    for (let i = 0; i < ring.length; i++) {
      const corner = ring[turned ? ring.length - 1 - i : i]
      if (corner === undefined) continue
      x.push(corner[0])
      y.push(corner[1])
    }
    starts.push(x.length)
  }
  for (const { outer, holes } of polygons) {
    add(outer, solid)
    for (const hole of holes) add(hole, !solid)
  }
}

/**
 * Moves every corner by less than a hair, each its own way. Rings that meet in a corner, as many on a map do, have arcs round that
 * corner that would run along each other.
 */
const apart = (polygons: readonly PolygonXY[]): PolygonXY[] => {
  let n = 0
  const moved = (ring: Ring): Ring =>
    ring.map(([x, y]) => {
      n++
      return [x + HAIR_M * Math.sin(n * 1.7), y + HAIR_M * Math.cos(n * 2.3)]
    })
  return polygons.map(({ outer, holes }) => ({ outer: moved(outer), holes: holes.map(moved) }))
}

/** Small enough to mean nothing in a lawn, large enough to distinguish two lines. */
const HAIR_M = 2e-5

const offsetRings = (polygons: readonly PolygonXY[], deltaM: number, arcToleranceM: number): Ring[] | undefined => {
  const curve: RawCurve = { x: [], y: [], starts: [0] }
  const reachM = Math.abs(deltaM)
  const arcStep = 2 * Math.acos(Math.max(0.5, 1 - arcToleranceM / reachM))
  for (const { outer, holes } of polygons) {
    if (!addMoved(curve, outer, true, deltaM, arcStep)) return undefined
    for (const hole of holes) if (!addMoved(curve, hole, false, deltaM, arcStep)) return undefined
  }
  return woundOnce(curve)
}

/** Corners nearer to each other than this are one. */
const SAME_M = 1e-6

/** A corner is left pointed where its arc would differ from it by no more than this. */
const POINTED_M = 5e-4

/** Adds a ring moved to its right by `deltaM`, so that ground on its left grows; false where an edge turns back on itself. */
const addMoved = (
  { x, y, starts }: RawCurve,
  ring: Ring,
  counterClockwise: boolean,
  deltaM: number,
  arcStep: number,
): boolean => {
  const turned = signedAreaM2(ring) > 0 !== counterClockwise
  const px: number[] = []
  const py: number[] = []
  for (let i = 0; i < ring.length; i++) {
    const corner = ring[turned ? ring.length - 1 - i : i]
    if (corner === undefined) continue
    const n = px.length
    if (n > 0 && Math.abs((px[n - 1] ?? 0) - corner[0]) + Math.abs((py[n - 1] ?? 0) - corner[1]) < SAME_M) continue
    px.push(corner[0])
    py.push(corner[1])
  }
  let n = px.length
  while (n > 1 && Math.abs((px[n - 1] ?? 0) - (px[0] ?? 0)) + Math.abs((py[n - 1] ?? 0) - (py[0] ?? 0)) < SAME_M) n--
  if (n < 3) return true

  const ux = new Float64Array(n)
  const uy = new Float64Array(n)
  const lengths = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const k = i + 1 < n ? i + 1 : 0
    const dx = (px[k] ?? 0) - (px[i] ?? 0)
    const dy = (py[k] ?? 0) - (py[i] ?? 0)
    const length = Math.sqrt(dx * dx + dy * dy)
    ux[i] = dx / length
    uy[i] = dy / length
    lengths[i] = length
  }
  const reachM = Math.abs(deltaM)
  const crosses = new Float64Array(n)
  const dots = new Float64Array(n)
  // How much the moved edges on either side of a hollow corner are shortened by it.
  const trims = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const h = i > 0 ? i - 1 : n - 1
    const cross = (ux[h] ?? 0) * (uy[i] ?? 0) - (uy[h] ?? 0) * (ux[i] ?? 0)
    const dot = (ux[h] ?? 0) * (ux[i] ?? 0) + (uy[h] ?? 0) * (uy[i] ?? 0)
    if (dot < -0.999999) return false
    crosses[i] = cross
    dots[i] = dot
    if (cross * deltaM < 0) trims[i] = (reachM * Math.abs(cross)) / (1 + dot)
  }
  const from = x.length
  const push = (a: number, b: number): void => {
    const last = x.length - 1
    if (last >= from && Math.abs((x[last] ?? 0) - a) + Math.abs((y[last] ?? 0) - b) < SAME_M) return
    x.push(a)
    y.push(b)
  }
  for (let i = 0; i < n; i++) {
    const h = i > 0 ? i - 1 : n - 1
    const k = i + 1 < n ? i + 1 : 0
    const cornerX = px[i] ?? 0
    const cornerY = py[i] ?? 0
    const cross = crosses[i] ?? 0
    const dot = dots[i] ?? 0
    // Normals to the right of the edge that comes in and of the one that goes out, as long as the move.
    const ax = (uy[h] ?? 0) * deltaM
    const ay = -(ux[h] ?? 0) * deltaM
    const bx = (uy[i] ?? 0) * deltaM
    const by = -(ux[i] ?? 0) * deltaM
    const gap = cross * deltaM > 0
    const trim = trims[i] ?? 0
    const pointed = gap
      ? reachM * (Math.sqrt(2 / (1 + dot)) - 1) < POINTED_M
      : trim + (trims[h] ?? 0) < (lengths[h] ?? 0) && trim + (trims[k] ?? 0) < (lengths[i] ?? 0)
    if (pointed) {
      push(cornerX + (ax + bx) / (1 + dot), cornerY + (ay + by) / (1 + dot))
      continue
    }
    push(cornerX + ax, cornerY + ay)
    if (gap) {
      const angle = Math.atan2(cross, dot)
      const steps = Math.ceil(Math.abs(angle) / arcStep - 1e-9)
      const cos = Math.cos(angle / steps)
      const sin = Math.sin(angle / steps)
      let rx = ax
      let ry = ay
      for (let s = 1; s < steps; s++) {
        const next = rx * cos - ry * sin
        ry = rx * sin + ry * cos
        rx = next
        push(cornerX + rx, cornerY + ry)
      }
    } else push(cornerX, cornerY)
    push(cornerX + bx, cornerY + by)
  }
  const last = x.length - 1
  if (last > from && Math.abs((x[last] ?? 0) - (x[from] ?? 0)) + Math.abs((y[last] ?? 0) - (y[from] ?? 0)) < SAME_M) {
    x.pop()
    y.pop()
  }
  if (x.length - from < 3) {
    x.length = from
    y.length = from
    return true
  }
  starts.push(x.length)
  return true
}

/** The rings round all ground that the curve is wound round at least once, counter-clockwise, and round its holes clockwise. */
const woundOnce = (curve: RawCurve): Ring[] | undefined => {
  const { x, y, starts } = curve
  const crossings = crossingsOf(curve)
  if (crossings === undefined) return undefined
  const { segments, along, places, turns } = crossings
  const vertexCount = x.length
  const entryCount = segments.length
  // Entries in the order of their segments, and along each of them.
  const firstOf = new Int32Array(vertexCount + 1)
  for (const segment of segments) firstOf[segment + 1] = (firstOf[segment + 1] ?? 0) + 1
  for (let i = 0; i < vertexCount; i++) firstOf[i + 1] = (firstOf[i + 1] ?? 0) + (firstOf[i] ?? 0)
  const filled = firstOf.slice()
  const sequence = new Int32Array(entryCount)
  for (let e = 0; e < entryCount; e++) {
    const segment = segments[e] ?? 0
    const t = along[e] ?? 0
    let at = filled[segment] ?? 0
    filled[segment] = at + 1
    const least = firstOf[segment] ?? 0
    while (at > least && (along[sequence[at - 1] ?? 0] ?? 0) > t) {
      sequence[at] = sequence[at - 1] ?? 0
      at--
    }
    sequence[at] = e
  }
  const placeOf = new Int32Array(entryCount)
  for (let k = 0; k < entryCount; k++) placeOf[sequence[k] ?? 0] = k

  const out: Ring[] = []
  /** Whether the piece that leaves an entry is part of the outline. */
  const kept = new Uint8Array(entryCount)
  for (let r = 0; r + 1 < starts.length; r++) {
    const from = starts[r] ?? 0
    const to = starts[r + 1] ?? 0
    const look = windingBeside(curve, from, to, (segment: number) => {
      const first = firstOf[segment] ?? 0
      return first < (firstOf[segment + 1] ?? 0) ? (along[sequence[first] ?? 0] ?? 0) : 1
    })
    if (look === undefined) return undefined
    let winding = look.winding
    const firstEntry = firstOf[from] ?? 0
    const lastEntry = firstOf[to] ?? 0
    if (firstEntry === lastEntry) {
      if (winding === 1) out.push(ringOf(curve, from, to))
      continue
    }
    const begin = firstOf[look.segment] ?? 0
    for (let k = 0; k < lastEntry - firstEntry; k++) {
      const at = firstEntry + ((begin - firstEntry + k) % (lastEntry - firstEntry))
      const e = sequence[at] ?? 0
      winding -= turns[e] ?? 0
      if (winding === 1) kept[e] = 1
    }
    // Having gone all the way round, the winding must be what it was.
    if (winding !== look.winding) return undefined
  }

  const ringAt = new Int32Array(vertexCount)
  for (let r = 0; r + 1 < starts.length; r++) ringAt.fill(r, starts[r] ?? 0, starts[r + 1] ?? 0)
  for (let first = 0; first < entryCount; first++) {
    if (kept[first] !== 1) continue
    const ring: XY[] = []
    let e = first
    do {
      if (kept[e] !== 1) return undefined
      kept[e] = 2
      const segment = segments[e] ?? 0
      ring.push([places[2 * (e >> 1)] ?? 0, places[2 * (e >> 1) + 1] ?? 0])
      const r = ringAt[segment] ?? 0
      const from = starts[r] ?? 0
      const to = starts[r + 1] ?? 0
      const here = placeOf[e] ?? 0
      const there = here + 1 < (firstOf[to] ?? 0) ? here + 1 : (firstOf[from] ?? 0)
      const next = sequence[there] ?? 0
      const goal = segments[next] ?? 0
      if (goal !== segment || there <= here) {
        let k = segment
        do {
          k = k + 1 < to ? k + 1 : from
          ring.push([x[k] ?? 0, y[k] ?? 0])
        } while (k !== goal)
      }
      // Where two outlines cross, the piece of the one continues as a piece of the other.
      e = next ^ 1
    } while (e !== first)
    if (ring.length > 2) out.push(ring)
  }
  return out
}

const ringOf = ({ x, y }: RawCurve, from: number, to: number): Ring => {
  const ring: XY[] = []
  for (let i = from; i < to; i++) ring.push([x[i] ?? 0, y[i] ?? 0])
  return ring
}

/**
 * How often the whole curve winds round what is left of one ring: at the start of its steepest segment, up to where that is first
 * crossed. Undefined where another line passes too close to decide.
 */
const windingBeside = (
  { x, y, starts }: RawCurve,
  from: number,
  to: number,
  firstCrossing: (segment: number) => number,
): { segment: number; winding: number } | undefined => {
  let segment = from
  let steepest = 0
  for (let i = from; i < to; i++) {
    const rise = Math.abs((y[i + 1 < to ? i + 1 : from] ?? 0) - (y[i] ?? 0))
    if (rise <= steepest) continue
    steepest = rise
    segment = i
  }
  const end = segment + 1 < to ? segment + 1 : from
  const t = firstCrossing(segment) / 2
  const rise = (y[end] ?? 0) - (y[segment] ?? 0)
  if (Math.abs(rise) * t < SAME_M) return undefined
  const midX = (x[segment] ?? 0) + ((x[end] ?? 0) - (x[segment] ?? 0)) * t
  const midY = (y[segment] ?? 0) + rise * t
  let winding = rise > 0 ? 1 : 0
  for (let r = 0; r + 1 < starts.length; r++) {
    const ringFrom = starts[r] ?? 0
    const ringTo = starts[r + 1] ?? 0
    let ax = x[ringTo - 1] ?? 0
    let ay = y[ringTo - 1] ?? 0
    for (let i = ringFrom; i < ringTo; i++) {
      const bx = x[i] ?? 0
      const by = y[i] ?? 0
      if (ay > midY !== by > midY && (i > ringFrom ? i - 1 : ringTo - 1) !== segment) {
        const crossingX = ax + ((bx - ax) * (midY - ay)) / (by - ay)
        if (Math.abs(crossingX - midX) < SAME_M) return undefined
        if (crossingX > midX) winding += by > ay ? 1 : -1
      }
      ax = bx
      ay = by
    }
  }
  return { segment, winding }
}
