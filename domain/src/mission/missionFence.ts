/**
 * The fence that a mower gets for a mission, so that it stays inside without a link. It is only as wide as the mission
 * needs: the zone, turns outside of it, and a corridor along the route from the mower's position.
 *
 * Why not the zone alone: a mower is outside it when it starts, and an autopilot that is outside its fence will not
 * arm, or holds at once. Why not the bounds of the course: a mower gone astray would then hold on the next fairway.
 */
import {
  areaM2,
  boxOf,
  bufferLines,
  contains,
  type LocalFrame,
  offset,
  type PolygonXY,
  type PolylineXY,
  simplifyLine,
  union,
} from '@greensward/geometry'
import type { CourseFeature, Position } from '../course/course.ts'
import { boxesMeet, frameAround, positionOf } from '../course/courseGeometry.ts'
import type { Mower } from '../garage/garage.ts'
import { wayCheckOf } from '../plan/checkPlan.ts'
import {
  forbiddenGround,
  type GroundInput,
  type GroundObstacle,
  missionGround,
  targetFeature,
} from '../plan/missionGround.ts'
import { corridorHalfM } from '../plan/planDrive.ts'
import { stretchesOutside } from '../plan/turnGround.ts'

export interface MissionFence {
  /** Corners of the ring to stay in; the first is not repeated. */
  readonly boundary: readonly Position[]
  /** Rings to stay out of. */
  readonly obstacles: readonly (readonly Position[])[]
  /** Round places to stay out of; each is one item to an autopilot, where a ring is dozens. */
  readonly circles: readonly { readonly center: Position; readonly radiusM: number }[]
}

export interface MissionFenceInput extends GroundInput {
  /** Everything the mower will drive, in order, from where it is. */
  readonly path: readonly Position[]
  /** How many places of the path, from its first, lead to where the plan begins. */
  readonly approach: number
  readonly mower: Pick<Mower, 'minTurnRadiusM'>
  /** Corners and circles that its autopilot stores. */
  readonly mostItems: number
}

/**
 * The server stops a mower half a metre outside its zone. Its own fence is the net behind that, for when it is out of
 * contact, and is further out, so that the two never quarrel over a wheel's breadth.
 */
export const FENCE_SLACK_M = 1

/** Rows keep so far inside their fence, or the mower would hold where it only wavers. */
const CLEAR_M = 0.5

/**
 * The same for what a drive at transit speed passes by: the simulated rover was up to 1.6 m off winding ways at 3 m/s. A line
 * round an obstacle that would come nearer than this is drawn as fine as it gets.
 */
const PASSES_M = 1.5

/** A gap between way and zone smaller than this is not fenced off. */
const LEAST_HOLE_M2 = 1

/** Less than the slack: however coarse its line, a fence stays within what the mower may drive on. */
const TOLERANCES_M = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.95] as const

/** Of the line round an obstacle. */
const COARSEST_RING_M = 0.95

/** A drive over open ground keeps to no edge; a coarser line is better than no fence, which a long winding way would have. */
const LINE_TOLERANCES_M = [...TOLERANCES_M, 1.3, 1.6, 2] as const

/**
 * Drawn more coarsely until the autopilot can store it: its ring to the inside, so that it never reaches beyond what is
 * permitted, its obstacles to their outside. Undefined when the target is gone from the map, the path is none, or no such
 * ring holds the drive.
 */
export const missionFence = (input: MissionFenceInput): MissionFence | undefined => {
  const target = targetFeature(input.features, input.target)
  const isDrive = input.target.kind === 'drive'
  if ((target === undefined && !isDrive) || input.path.length < 2) return undefined
  const frame = frameAround([...input.path, ...(target === undefined ? [] : placesOf(target))])
  const path = input.path.map(place => frame.toLocal(place))
  const isLine = isDrive || target?.kind === 'road'
  // A road is driven all along; of a zone the plan fills the middle, and only the way to it needs a corridor.
  const corridor = isLine ? path : path.slice(0, Math.max(2, input.approach + 1))
  const ground = missionGround(input)
  // Of a zone that is shared among mowers it is the part of this one.
  const zone = ground.ok ? [inFrame(ground.value.frame, frame, ground.value.boundary)] : []
  if (!isLine && !ground.ok) return undefined
  // What is cut out of a zone is other grass, whose edge the drive may follow. What is closed to mowers is among `kept`.
  const holes = offset(zone, FENCE_SLACK_M)
    .flatMap(polygon => polygon.holes)
    .filter(ring => isClear(path, ring))
  const kept = inTheWay(input, ground, frame, path)
  const solid = zone.map(({ outer }) => ({ outer, holes: [] }))
  const outside = solid.flatMap(polygon => stretchesOutside(path.slice(input.approach), wayCheckOf(polygon, [])))
  let lesser: MissionFence | undefined
  const watchedM = corridorHalfM(input.mower)
  const clearM = isLine ? watchedM - TOLERANCES_M[0] : CLEAR_M
  for (const toleranceM of isLine ? LINE_TOLERANCES_M : TOLERANCES_M) {
    const inside = union(
      offset(solid, FENCE_SLACK_M - toleranceM),
      // Its simpler line strays to both sides, and never into the corridor that a mower may use on its way.
      bufferLines([corridor], watchedM + Math.max(FENCE_SLACK_M, toleranceM), 'round'),
      bufferLines(outside, FENCE_SLACK_M - toleranceM, 'round'),
    )
    const [widest] = inside.toSorted((a, b) => areaM2(b) - areaM2(a))
    if (widest === undefined) return undefined
    // Drawn so far inside that its simpler line, which strays by the tolerance, stays within what is permitted.
    const boundary = simpleRing(widest.outer, toleranceM)
    if (boundary.length > input.mostItems || !holds(boundary, path, clearM)) continue
    const around = boxOf(boundary)
    const near = kept.filter(({ polygon }) => boxesMeet(boxOf(polygon.outer), around))
    const enclosed = widest.holes.filter(hole => areaM2({ outer: hole, holes: [] }) > LEAST_HOLE_M2)
    const rings = [
      ...[...holes, ...near.flatMap(({ circle, polygon }) => (circle === undefined ? [polygon.outer] : []))].map(ring =>
        aroundRing(ring, Math.min(toleranceM, COARSEST_RING_M), path, isLine ? PASSES_M : CLEAR_M),
      ),
      ...enclosed.map(ring => simpleRing(ring, toleranceM)),
    ]
      // One that reaches into the path is better left out than in the way.
      .filter(ring => ring.length >= 3 && isClear(path, ring))
    const circles = near.flatMap(({ circle }) => (circle === undefined ? [] : [circle]))
    const corners = rings.reduce((sum, ring) => sum + ring.length, boundary.length + circles.length)
    const mostRound = circles.toSorted((a, b) => b.radiusM - a.radiusM).slice(0, input.mostItems - boundary.length)
    const fence = {
      boundary: placesOn(frame, boundary),
      obstacles: fitting(rings, input.mostItems - boundary.length - mostRound.length).map(ring =>
        placesOn(frame, ring),
      ),
      circles: mostRound,
    }
    if (corners <= input.mostItems) return fence
    lesser = fence
  }
  return lesser
}

/** Whether the drive keeps inside the ring, with so much to spare. */
const holds = (ring: PolylineXY, path: PolylineXY, clearM: number): boolean =>
  offset([{ outer: ring, holes: [] }], -clearM).some(polygon => wayCheckOf(polygon, []).pathInside(path))

/** A coarser ring round another one; where the mower would waver into that, the finest there is. */
const aroundRing = (ring: PolylineXY, toleranceM: number, path: PolylineXY, clearM: number): PolylineXY => {
  const [grown] = offset([{ outer: ring, holes: [] }], toleranceM)
  const coarse = grown === undefined ? ring : simpleRing(grown.outer, toleranceM)
  const [wavered] = offset([{ outer: coarse, holes: [] }], clearM)
  return wavered !== undefined && isClear(path, wavered.outer) ? coarse : simpleRing(ring, TOLERANCES_M[0])
}

/** The largest obstacles first, for as long as there is room for them. */
const fitting = (rings: readonly PolylineXY[], room: number): PolylineXY[] => {
  let left = room
  return rings
    .toSorted((a, b) => areaM2({ outer: b, holes: [] }) - areaM2({ outer: a, holes: [] }))
    .filter(ring => {
      if (ring.length > left) return false
      left -= ring.length
      return true
    })
}

/** Areas that the mower must not enter and that its path avoids: nothing else may be fenced off. */
const inTheWay = (
  input: MissionFenceInput,
  ground: ReturnType<typeof missionGround>,
  frame: LocalFrame,
  path: PolylineXY,
): readonly GroundObstacle[] => {
  const own = ground.ok
    ? ground.value.obstacles.map(obstacle => ({
        ...obstacle,
        polygon: inFrame(ground.value.frame, frame, obstacle.polygon),
      }))
    : []
  const known = new Set(own.map(({ featureId }) => featureId))
  const elsewhere = forbiddenGround(frame, input.features, input.zoneTypes, input.at).filter(
    ({ featureId }) => !known.has(featureId) && featureId !== input.target.featureId,
  )
  return [...own, ...elsewhere].filter(({ polygon }) => isClear(path, polygon.outer))
}

const inFrame = (from: LocalFrame, to: LocalFrame, { outer, holes }: PolygonXY): PolygonXY => {
  const move = (ring: PolylineXY): PolylineXY => ring.map(point => to.toLocal(from.toLonLat(point)))
  return { outer: move(outer), holes: holes.map(move) }
}

const isClear = (path: PolylineXY, ring: PolylineXY): boolean => {
  const polygon = { outer: ring, holes: [] }
  const [first] = path
  return (first === undefined || !contains(polygon, first)) && wayCheckOf(undefined, [polygon]).pathInside(path)
}

/** Fewer corners of the same ring, none farther off than the tolerance. */
const simpleRing = (ring: PolylineXY, toleranceM: number): PolylineXY => {
  const [first] = ring
  if (first === undefined) return ring
  // Opened at its first corner and at the one opposite, so that neither half is a line without length.
  const half = Math.floor(ring.length / 2)
  const there = simplifyLine(ring.slice(0, half + 1), toleranceM)
  const back = simplifyLine([...ring.slice(half), first], toleranceM)
  return [...there.slice(0, -1), ...back.slice(0, -1)]
}

const placesOn = (frame: LocalFrame, ring: PolylineXY): Position[] => ring.map(point => positionOf(frame, point))

const placesOf = ({ geometry }: CourseFeature): readonly Position[] =>
  geometry.type === 'Polygon'
    ? (geometry.coordinates[0] ?? [])
    : geometry.type === 'LineString'
      ? geometry.coordinates
      : []
