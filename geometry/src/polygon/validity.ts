import type { PolygonXY, Ring, XY } from '../units.ts'
import { ringContains } from './contains.ts'
import { boxOf, signedAreaM2 } from './measure.ts'
import { crossingsOf } from './rawCurve.ts'
import { type Contact, sweepContacts } from './sweep.ts'

export type RingProblemKind = 'tooFewCorners' | 'notFinite' | 'selfIntersection' | 'zeroArea'

export interface RingProblem {
  readonly kind: RingProblemKind
  /** Where it is wrong, when one place can be named. */
  readonly at?: XY
}

export type PolygonProblemKind =
  | RingProblemKind
  | 'holeCrossesEdge'
  | 'holeOutside'
  | 'holesOverlap'
  | 'interiorDisconnected'

export interface PolygonProblem {
  readonly kind: PolygonProblemKind
  /** 0 is the outer ring, 1 the first hole. */
  readonly ring: number
  readonly at?: XY
}

/**
 * Edges closer than this share of the polygon's extent are taken to touch: 4 nm over 400 m, the rounding that a change of
 * frame leaves, so that a polygon has the same verdict in degrees and in metres.
 */
const RELATIVE_TOLERANCE = 1e-11

/** The ring without repeated corners, be they consecutive or the first one again at the end. */
export const distinctCorners = (ring: Ring): Ring => {
  const out: XY[] = []
  for (const corner of ring) {
    const last = out[out.length - 1]
    if (last === undefined || last[0] !== corner[0] || last[1] !== corner[1]) out.push(corner)
  }
  const first = out[0]
  for (let last = out[out.length - 1]; out.length > 1 && first !== undefined; last = out[out.length - 1]) {
    if (last === undefined || last[0] !== first[0] || last[1] !== first[1]) break
    out.pop()
  }
  return out
}

const extentOf = (ring: Ring): number => {
  const box = boxOf(ring)
  return Math.max(box.maxX - box.minX, box.maxY - box.minY)
}

/** How near two edges of a polygon with this outer ring are where they touch. */
export const touchToleranceOf = (outer: Ring): number => extentOf(outer) * RELATIVE_TOLERANCE

const shapeProblem = (ring: Ring): RingProblem | undefined => {
  for (const corner of ring)
    if (!Number.isFinite(corner[0]) || !Number.isFinite(corner[1])) return { kind: 'notFinite', at: corner }
  if (distinctCorners(ring).length < 3) return { kind: 'tooFewCorners' }
  return undefined
}

/**
 * Why a ring cannot bound an area, in the sense of OGC simple features: it must be finite, have three distinct corners
 * and neither cross nor touch itself. Repeated consecutive corners and collinear ones are not a fault. The unit of the
 * corners does not matter.
 */
export const ringProblem = (ring: Ring): RingProblem | undefined => {
  const shape = shapeProblem(ring)
  if (shape !== undefined) return shape
  const corners = distinctCorners(ring)
  const extent = extentOf(corners)
  let found: Contact | undefined
  sweepContacts([corners], extent * RELATIVE_TOLERANCE, contact => {
    found = contact
    return 'stop'
  })
  if (found !== undefined) return { kind: 'selfIntersection', at: found.at }
  if (Math.abs(signedAreaM2(corners)) <= extent * extent * RELATIVE_TOLERANCE) return { kind: 'zeroArea' }
  return undefined
}

/**
 * Why a polygon is not valid in the sense of OGC simple features (the verdict of GEOS): besides what `ringProblem` says of
 * each ring, holes must be inside the outer ring and outside each other. Rings may touch each other in single points
 * as long as that does not cut the inside in two.
 */
export const polygonProblem = (polygon: PolygonXY): PolygonProblem | undefined => {
  const rings = [polygon.outer, ...polygon.holes]
  if (plainlyApart(rings)) return rings.length === 1 ? undefined : placeProblem(rings.map(distinctCorners), [])
  for (const [ring, corners] of rings.entries()) {
    const problem = ringProblem(corners)
    if (problem !== undefined) return { ...problem, ring }
  }
  if (rings.length === 1) return undefined
  return holeProblem(rings.map(distinctCorners))
}

/** More touches than this are a scribble, whose parts are not worth the time. */
const MOST_TOUCHES = 100

/** Whether edges of a polygon meet in single points alone, so few that it can be taken apart there. */
export const onlyTouches = ({ outer, holes }: PolygonXY): boolean => {
  const rings = [outer, ...holes].map(distinctCorners)
  let touches = 0
  sweepContacts(rings, extentOf(outer) * RELATIVE_TOLERANCE, ({ how }) => {
    touches += how === 'cross' ? MOST_TOUCHES : 1
    return touches < MOST_TOUCHES ? 'continue' : 'stop'
  })
  return touches < MOST_TOUCHES
}

/**
 * Whether no two edges are near each other, except neighbours at their corner: quick to check, and true of most drawings.
 * Closer cases are left to the exact checks.
 */
const plainlyApart = (rings: readonly Ring[]): boolean => {
  const x: number[] = []
  const y: number[] = []
  const starts = [0]
  for (const ring of rings) {
    if (shapeProblem(ring) !== undefined) return false
    const corners = distinctCorners(ring)
    let before = corners[corners.length - 2]
    let at = corners[corners.length - 1]
    for (const next of corners) {
      if (before === undefined || at === undefined) return false
      const ux = at[0] - before[0]
      const uy = at[1] - before[1]
      const vx = next[0] - at[0]
      const vy = next[1] - at[1]
      // An edge that turns back on the one before it may be on it.
      if (
        ux * vx + uy * vy < 0 &&
        Math.abs(ux * vy - uy * vx) < 1e-3 * Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
      )
        return false
      x.push(next[0])
      y.push(next[1])
      before = at
      at = next
    }
    if (Math.abs(signedAreaM2(corners)) <= extentOf(corners) ** 2 * RELATIVE_TOLERANCE) return false
    starts.push(x.length)
  }
  // One crossing is enough: a scribble of a ring's most corners crosses itself a hundred million times.
  return crossingsOf({ x, y, starts }, 0) !== undefined
}

const holeProblem = (rings: readonly Ring[]): PolygonProblem | undefined => {
  const outer = rings[0]
  if (outer === undefined) return undefined
  const tolerance = extentOf(outer) * RELATIVE_TOLERANCE
  let crossing: Contact | undefined
  const touches: Contact[] = []
  sweepContacts(rings, tolerance, contact => {
    if (contact.how === 'touch' && !crossesAt(rings, contact, tolerance)) {
      touches.push(contact)
      return 'continue'
    }
    crossing = contact
    return 'stop'
  })
  if (crossing !== undefined) {
    const ring = Math.max(crossing.ringA, crossing.ringB)
    const withOuter = Math.min(crossing.ringA, crossing.ringB) === 0
    return { kind: withOuter ? 'holeCrossesEdge' : 'holesOverlap', ring, at: crossing.at }
  }
  return placeProblem(rings, touches)
}

/** A hole outside the outer ring or in another hole, or touches that cut the inside in two, where no two rings cross. */
const placeProblem = (rings: readonly Ring[], touches: readonly Contact[]): PolygonProblem | undefined => {
  const outer = rings[0]
  if (outer === undefined) return undefined
  const tolerance = extentOf(outer) * RELATIVE_TOLERANCE
  const boxes = rings.map(boxOf)
  const touching = new Set(touches.map(({ at }) => `${at[0]},${at[1]}`))
  // Any point of a ring that meets no other ring shows where all of the ring is, for no two of them cross.
  const probe = (ring: Ring): XY | undefined => ring.find(([x, y]) => !touching.has(`${x},${y}`)) ?? middleOfEdge(ring)
  for (const [index, hole] of rings.entries()) {
    const point = probe(hole)
    if (index === 0 || point === undefined) continue
    if (!ringContains(outer, point)) return { kind: 'holeOutside', ring: index, at: point }
    for (const [other, around] of rings.entries()) {
      const box = boxes[other]
      if (other === 0 || other === index || box === undefined) continue
      if (point[0] < box.minX || point[0] > box.maxX || point[1] < box.minY || point[1] > box.maxY) continue
      if (ringContains(around, point)) return { kind: 'holesOverlap', ring: index, at: point }
    }
  }
  return disconnection(rings.length, touches, tolerance)
}

const middleOfEdge = (ring: Ring): XY | undefined => {
  const [a, b] = ring
  return a && b && [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

/** The two ways out of a place on a ring, as angles; undefined when the ring does not pass there. */
const waysFrom = (ring: Ring, at: XY, tolerance: number): [number, number] | undefined => {
  const angleTo = (p: XY): number => Math.atan2(p[1] - at[1], p[0] - at[0])
  for (const [index, corner] of ring.entries()) {
    const next = ring[(index + 1) % ring.length]
    const previous = ring[(index + ring.length - 1) % ring.length]
    if (next === undefined || previous === undefined) continue
    if (Math.hypot(corner[0] - at[0], corner[1] - at[1]) <= tolerance) return [angleTo(previous), angleTo(next)]
  }
  for (const [index, a] of ring.entries()) {
    const b = ring[(index + 1) % ring.length]
    if (b === undefined) continue
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const side = ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) / length
    const along = ((b[0] - a[0]) * (at[0] - a[0]) + (b[1] - a[1]) * (at[1] - a[1])) / length
    if (Math.abs(side) <= tolerance && along >= 0 && along <= length) return [angleTo(a), angleTo(b)]
  }
  return undefined
}

/** Whether two rings that share a point run through each other there, or along each other from there. */
const crossesAt = (rings: readonly Ring[], { at, ringA, ringB }: Contact, tolerance: number): boolean => {
  const a = waysFrom(rings[ringA] ?? [], at, 2 * tolerance)
  const b = waysFrom(rings[ringB] ?? [], at, 2 * tolerance)
  if (a === undefined || b === undefined) return false
  const turn = (angle: number): number => (((angle - a[0]) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
  const gap = turn(a[1])
  const [first, second] = [turn(b[0]), turn(b[1])]
  const near = (x: number, y: number): boolean => Math.abs(x - y) < 1e-9 || Math.abs(x - y) > 2 * Math.PI - 1e-9
  if ([first, second].some(angle => near(angle, 0) || near(angle, gap))) return true
  return first < gap !== second < gap
}

/**
 * Rings that touch in a closed chain fence off a part of the inside. Rings and touching places are the nodes of a graph, each
 * ring joined to the places it touches at: a cycle in it is such a chain.
 */
const disconnection = (
  ringCount: number,
  touches: readonly Contact[],
  tolerance: number,
): PolygonProblem | undefined => {
  const parent = Array.from({ length: ringCount + 2 * touches.length }, (_, i) => i)
  const root = (node: number): number => {
    let at = node
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) at = up
    return at
  }
  const places: XY[] = []
  const joined = new Set<string>()
  for (const { at, ringA, ringB } of touches) {
    let place = places.findIndex(p => Math.hypot(p[0] - at[0], p[1] - at[1]) <= 2 * tolerance)
    if (place < 0) place = places.push(at) - 1
    for (const ring of [ringA, ringB]) {
      const key = `${ring} ${place}`
      if (joined.has(key)) continue
      joined.add(key)
      const a = root(ring)
      const b = root(ringCount + place)
      if (a === b) return { kind: 'interiorDisconnected', ring, at }
      parent[a] = b
    }
  }
  return undefined
}
