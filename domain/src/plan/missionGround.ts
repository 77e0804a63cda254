/** The ground of a mission: what it must stay in, and what on the map obstructs it. */
import {
  areaM2,
  boxOf,
  contains,
  difference,
  distanceToLineM,
  grownBox,
  type LocalFrame,
  overlapAreaM2,
  type PolygonXY,
  polygonProblem,
  polygonsIntersect,
  totalAreaM2,
  type XY,
} from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import { ok, type Result, refused } from '../common/result.ts'
import { boxIndex } from '../course/boxIndex.ts'
import type { CourseFeature, FeatureOf, Hole, Position, Zone } from '../course/course.ts'
import { featureTitle } from '../course/course.ts'
import { boxesMeet, circleXY, frameAround, polygonXY } from '../course/courseGeometry.ts'
import type { ZoneType } from '../garage/garage.ts'
import { cellOf, type MissionTarget } from '../mission/mission.ts'

/** Something on the map that a mower must keep out of, in metres of the ground's frame. */
export interface GroundObstacle {
  readonly featureId: string
  readonly title: string
  readonly polygon: PolygonXY
  /** The true shape of a round no-go; its polygon goes round it. */
  readonly circle?: { readonly center: Position; readonly radiusM: number }
}

/** Where a mission that mows may drive. */
export interface MissionGround {
  readonly frame: LocalFrame
  readonly target: Zone | FeatureOf<'missionArea'>
  readonly boundary: PolygonXY
  readonly obstacles: readonly GroundObstacle[]
}

export interface GroundRefusal extends Said {
  /** `cellGone`: the zone was changed since it was split, and a mower's part of it reaches beyond. */
  readonly kind: 'unknownTarget' | 'hiddenForMower' | 'notMowable' | 'cellGone'
  readonly featureId: string
}

export interface GroundInput {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly target: MissionTarget
  /** When the mission drives, ISO 8601 in UTC: marked areas that end before then are not obstacles. Absent, all are. */
  readonly at?: string
}

/** The feature a mission is for, if it is on the map and of the kind the target says. */
export const targetFeature = (
  features: readonly CourseFeature[],
  target: MissionTarget,
): Zone | FeatureOf<'missionArea'> | FeatureOf<'road'> | undefined => {
  const feature = features.find(({ id }) => id === target.featureId)
  return feature !== undefined &&
    (feature.kind === 'zone' || feature.kind === 'missionArea' || feature.kind === 'road') &&
    feature.kind === target.kind
    ? feature
    : undefined
}

/** The hole that a zone or a mission area belongs to. */
export const holeOf = (features: readonly CourseFeature[], target: CourseFeature | undefined): Hole | undefined => {
  const holeId = target?.kind === 'zone' || target?.kind === 'missionArea' ? target.properties.holeId : null
  return features.find((feature): feature is Hole => feature.kind === 'hole' && feature.id === holeId)
}

/**
 * Obstacles for every mower, wherever it drives: restrictions and radii for mowers, marked areas that still hold, zones
 * that are hidden for mowers or are not for driving.
 */
export const forbiddenGround = (
  frame: LocalFrame,
  features: readonly CourseFeature[],
  zoneTypes: readonly ZoneType[],
  at?: string,
): GroundObstacle[] => {
  const types = new Map(zoneTypes.map(type => [type.id, type]))
  return features.flatMap(feature => {
    const polygon = forbiddenPolygon(frame, feature, types, at)
    if (polygon === undefined) return []
    const circle =
      feature.kind === 'radius'
        ? { circle: { center: feature.geometry.coordinates, radiusM: feature.properties.radiusM } }
        : {}
    return [{ featureId: feature.id, title: featureTitle(feature), polygon, ...circle }]
  })
}

const forbiddenPolygon = (
  frame: LocalFrame,
  feature: CourseFeature,
  types: ReadonlyMap<string, ZoneType>,
  at: string | undefined,
): PolygonXY | undefined => {
  switch (feature.kind) {
    case 'restriction':
      return feature.properties.appliesTo === 'carts' ? undefined : polygonXY(frame, feature.geometry)
    case 'radius':
      return feature.properties.appliesTo === 'carts'
        ? undefined
        : circleXY(frame.toLocal(feature.geometry.coordinates), feature.properties.radiusM)
    case 'markedArea':
      return stillHolds(feature.properties.until, at) ? polygonXY(frame, feature.geometry) : undefined
    case 'zone':
      // A zone of an unknown type is kept out of the field: unknown refuses.
      return feature.properties.hiddenForMower || types.get(feature.properties.zoneTypeId)?.mowable !== true
        ? polygonXY(frame, feature.geometry)
        : undefined
    default:
      return undefined
  }
}

const stillHolds = (until: string | null, at: string | undefined): boolean =>
  until === null || at === undefined || Date.parse(until) > Date.parse(at)

/** An area that leaves out no more than this of the target is the ground that it is on. */
const OUTLINE_SLACK_M2 = 0.5

/** Share of a mission area that zones of one protected type must cover for it to be what the area is there to mow. */
const MOWN_TYPE_SHARE = 0.5

/** Finds boundary and obstacles of a zone or mission area; a road has no ground in this sense. */
export const missionGround = (input: GroundInput): Result<MissionGround, GroundRefusal> => {
  const { features, zoneTypes, target } = input
  const feature = targetFeature(features, target)
  const featureId = target.featureId
  if (feature === undefined || feature.kind === 'road')
    return refused({ kind: 'unknownTarget', ...said('unknownTarget'), featureId })
  const types = new Map(zoneTypes.map(type => [type.id, type]))
  if (feature.kind === 'zone') {
    const { title, hiddenForMower, zoneTypeId } = feature.properties
    if (hiddenForMower) return refused({ kind: 'hiddenForMower', ...said('hiddenForMower', { title }), featureId })
    if (types.get(zoneTypeId)?.mowable !== true)
      return refused({ kind: 'notMowable', ...said('notMowable', { title }), featureId })
  }
  const frame = frameAround(feature.geometry.coordinates[0] ?? [])
  const whole = polygonXY(frame, feature.geometry)
  const cell = cellOf(target)
  const boundary = cell === undefined ? whole : polygonXY(frame, cell.ground)
  if (cell !== undefined && !isPartOf(boundary, whole))
    return refused({
      kind: 'cellGone',
      ...said('cellGone', { title: feature.properties.title }),
      featureId,
    })
  const near = featuresAround(feature, features, 0)
  const obstacles = [
    ...forbiddenGround(frame, near, zoneTypes, input.at),
    ...outlines(frame, near, boundary),
    ...protectedZones(frame, near, types, feature, boundary),
  ].filter(testInTheWay(boundary))
  return ok({ frame, target: feature, boundary, obstacles })
}

/** No mower's body reaches farther over the edge of its ground, the margin for its steering included. */
const REACH_M = 2.5

/**
 * Closed areas beside the field that do not overlap it: the middle of a mower never
 * gets there, but its body may, from a lap along the edge. Zones of other types are none of it: what is mown may be
 * driven on.
 */
export const obstaclesBeside = (ground: MissionGround, input: GroundInput): GroundObstacle[] => {
  const { frame, target, boundary, obstacles } = ground
  const near = featuresAround(target, input.features, REACH_M)
  const known = new Set(obstacles.map(({ featureId }) => featureId))
  const others = [
    ...forbiddenGround(frame, near, input.zoneTypes, input.at),
    ...outlines(frame, near, boundary),
  ].filter(({ featureId }) => !known.has(featureId))
  if (others.length === 0) return []
  const edges = edgesOf(boundary)
  const index = boxIndex(edges.map(edge => boxOf(edge)))
  const isNear = (edge: Edge): boolean =>
    index.meeting(grownBox(boxOf(edge), REACH_M)).some(i => {
      const other = edges[i]
      return other !== undefined && apartM(edge, other) < REACH_M
    })
  return others.filter(({ polygon }) => edgesOf(polygon).some(isNear))
}

/** Metres between two lines that do not cross. */
const apartM = (a: Edge, b: Edge): number =>
  Math.min(...a.map(end => distanceToLineM(b, end)), ...b.map(end => distanceToLineM(a, end)))

/** A part that leaves its zone by no more than this is one of it: its corners are rounded to a tenth of a millimetre. */
const PART_SLACK_M2 = 0.5

const isPartOf = (cell: PolygonXY, whole: PolygonXY): boolean =>
  polygonProblem(cell) === undefined && totalAreaM2(difference([cell], [whole])) <= PART_SLACK_M2

/** A neighbour along the same edge, drawn over it by no more than this, is not in the way. */
const EDGE_TOLERANCE_M = 0.01

type Edge = readonly [a: XY, b: XY]

const edgesOf = ({ outer, holes }: PolygonXY): Edge[] =>
  [outer, ...holes].flatMap(ring => ring.map((corner, i): Edge => [corner, ring[(i + 1) % ring.length] ?? corner]))

/** Whether an obstacle has ground in common with the boundary. Most plainly do or do not, without the costly answer. */
const testInTheWay = (boundary: PolygonXY): ((obstacle: GroundObstacle) => boolean) => {
  const edges = edgesOf(boundary)
  const box = boxOf(boundary.outer)
  const awayM = (point: XY): number => Math.min(...edges.map(edge => distanceToLineM(edge, point)))
  return ({ polygon, circle }) => {
    if (circle !== undefined) {
      const centre = centreOf(polygon)
      return contains(boundary, centre) || awayM(centre) < circle.radiusM - EDGE_TOLERANCE_M
    }
    const near = edgesOf(polygon).filter(([a, b]) => boxesMeet(box, boxOf([a, b])))
    if (near.some(edge => edges.some(other => mayMeet(edge, other))))
      return polygonsIntersect(polygon, boundary, EDGE_TOLERANCE_M)
    // Without a crossing, either one is in the other or they are apart.
    const [inner, outer] = [polygon.outer[0], boundary.outer[0]]
    return (inner !== undefined && contains(boundary, inner)) || (outer !== undefined && contains(polygon, outer))
  }
}

/** False only where two edges have no place in common. */
const mayMeet = ([a, b]: Edge, [c, d]: Edge): boolean => {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false
  const side = (p: XY, q: XY, r: XY): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}

/** Middle of a polygon whose corners are evenly round it. */
const centreOf = ({ outer }: PolygonXY): XY => {
  const [x, y] = outer.reduce<XY>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0])
  return [x / outer.length, y / outer.length]
}

/** West, south, east, north in degrees. */
type DegreeBox = readonly [west: number, south: number, east: number, north: number]

/** Metres of one degree of latitude, rounded down so that a box is rather too large than too small. */
const LEAST_METRES_A_DEGREE = 110_000

/** Features do not change, so their boxes are worked out once: a preview asks for them with every move of the pointer. */
const boxes = new WeakMap<CourseFeature, DegreeBox>()

const degreeBox = (feature: CourseFeature): DegreeBox => {
  const known = boxes.get(feature)
  if (known !== undefined) return known
  const fresh = freshBox(feature)
  boxes.set(feature, fresh)
  return fresh
}

const freshBox = ({ geometry, kind, properties }: CourseFeature): DegreeBox => {
  if (geometry.type === 'Point') {
    const [lon, lat] = geometry.coordinates
    const reachM = kind === 'radius' ? properties.radiusM * 1.01 : 0
    const north = reachM / LEAST_METRES_A_DEGREE
    const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
    return [lon - east, lat - north, lon + east, lat + north]
  }
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lon, lat] of geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : geometry.coordinates) {
    west = Math.min(west, lon)
    south = Math.min(south, lat)
    east = Math.max(east, lon)
    north = Math.max(north, lat)
  }
  return [west, south, east, north]
}

/** Other features that may be within a distance of a target: their boxes are. */
export const featuresAround = (
  target: CourseFeature,
  features: readonly CourseFeature[],
  reachM: number,
): CourseFeature[] => {
  const [west, south, east, north] = degreeBox(target)
  const up = reachM / LEAST_METRES_A_DEGREE
  const aside = up / Math.max(0.01, Math.cos((north * Math.PI) / 180))
  const around: DegreeBox = [west - aside, south - up, east + aside, north + up]
  return features.filter(other => other.id !== target.id && degreeBoxesMeet(around, degreeBox(other)))
}

const degreeBoxesMeet = (a: DegreeBox, b: DegreeBox): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

/** Areas (a clubhouse, a wood, a car park), save those that the whole target is in, such as a practice ground. */
export const outlines = (frame: LocalFrame, near: readonly CourseFeature[], boundary: PolygonXY): GroundObstacle[] =>
  near.flatMap(feature => {
    if (feature.kind !== 'area') return []
    const polygon = polygonXY(frame, feature.geometry)
    const mostCornersIn = boundary.outer.filter(corner => contains(polygon, corner)).length > boundary.outer.length / 2
    const holdsTarget = mostCornersIn && totalAreaM2(difference([boundary], [polygon])) <= OUTLINE_SLACK_M2
    return holdsTarget ? [] : [{ featureId: feature.id, title: feature.properties.title, polygon }]
  })

/**
 * Zones that share their ground with no other: a green in the rough is not mown with the rough. A mission area is drawn
 * over zones on purpose, so the type that holds at least half of it is what it mows; the other types stay protected.
 */
const protectedZones = (
  frame: LocalFrame,
  near: readonly CourseFeature[],
  types: ReadonlyMap<string, ZoneType>,
  target: Zone | FeatureOf<'missionArea'>,
  boundary: PolygonXY,
): GroundObstacle[] => {
  const zones = near.flatMap(feature => {
    if (feature.kind !== 'zone' || feature.properties.hiddenForMower) return []
    const type = types.get(feature.properties.zoneTypeId)
    if (type === undefined || !type.mowable || type.allowsIntersection) return []
    const { title } = feature.properties
    return [{ typeId: type.id, featureId: feature.id, title, polygon: polygonXY(frame, feature.geometry) }]
  })
  const mown = target.kind === 'missionArea' ? mostlyOn(zones, boundary) : undefined
  return zones.filter(({ typeId }) => typeId !== mown)
}

const mostlyOn = (
  zones: readonly { readonly typeId: string; readonly polygon: PolygonXY }[],
  boundary: PolygonXY,
): string | undefined => {
  const sums = new Map<string, number>()
  for (const { typeId, polygon } of zones) sums.set(typeId, (sums.get(typeId) ?? 0) + overlapAreaM2(polygon, boundary))
  const least = areaM2(boundary) * MOWN_TYPE_SHARE
  return [...sums].filter(([, sum]) => sum >= least).sort((a, b) => b[1] - a[1])[0]?.[0]
}
