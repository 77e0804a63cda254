/** The ground of a mission: what it must stay in, and what on the map stands in its way. */
import {
  areaM2,
  boxOf,
  difference,
  type LocalFrame,
  overlapAreaM2,
  type PolygonXY,
  polygonsIntersect,
  totalAreaM2,
} from '@greensward/geometry'
import type { CourseFeature, FeatureOf, Position, Zone } from './course.ts'
import { featureTitle } from './course.ts'
import { boxesMeet, circleXY, frameAround, polygonXY } from './courseGeometry.ts'
import type { ZoneType } from './garage.ts'
import type { MissionTarget } from './mission.ts'
import { ok, type Result, refused } from './result.ts'

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

export type GroundRefusal =
  | { readonly kind: 'unknownTarget'; readonly message: string; readonly featureId: string }
  | { readonly kind: 'hiddenForMower'; readonly message: string; readonly featureId: string }
  | { readonly kind: 'notMowable'; readonly message: string; readonly featureId: string }

export interface GroundInput {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly target: MissionTarget
  /** When the mission drives, ISO 8601 in UTC: marked areas that end before then are no obstacle. Absent, all are. */
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

/**
 * What keeps every mower out wherever it drives: restrictions and radii for mowers, marked areas that still hold, zones
 * that are hidden for mowers or are no ground to drive on.
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
      // A zone whose type nobody knows is kept out of: unknown refuses.
      return feature.properties.hiddenForMower || types.get(feature.properties.zoneTypeId)?.mowable !== true
        ? polygonXY(frame, feature.geometry)
        : undefined
    default:
      return undefined
  }
}

const stillHolds = (until: string | null, at: string | undefined): boolean =>
  until === null || at === undefined || Date.parse(until) > Date.parse(at)

/** An area that leaves out no more than this of the target is the ground that it lies on. */
const OUTLINE_SLACK_M2 = 0.5

/** Share of a mission area that zones of one protected type must cover for it to be what the area is there to mow. */
const MOWN_TYPE_SHARE = 0.5

/** Finds boundary and obstacles of a zone or mission area; a road has no ground in this sense. */
export const missionGround = (input: GroundInput): Result<MissionGround, GroundRefusal> => {
  const { features, zoneTypes, target } = input
  const feature = targetFeature(features, target)
  const featureId = target.featureId
  if (feature === undefined || feature.kind === 'road')
    return refused({ kind: 'unknownTarget', message: 'There is nothing to mow with this id on the map', featureId })
  const types = new Map(zoneTypes.map(type => [type.id, type]))
  if (feature.kind === 'zone') {
    const { title, hiddenForMower, zoneTypeId } = feature.properties
    if (hiddenForMower) return refused({ kind: 'hiddenForMower', message: `${title} is hidden for mowers`, featureId })
    if (types.get(zoneTypeId)?.mowable !== true)
      return refused({ kind: 'notMowable', message: `${title} is of a type that is not mown`, featureId })
  }
  const frame = frameAround(feature.geometry.coordinates[0] ?? [])
  const boundary = polygonXY(frame, feature.geometry)
  const box = boxOf(boundary.outer)
  // Boxes are compared on the corners' own degrees first, for a course has thousands of trees.
  const near = features.filter(other => other.id !== feature.id && boxesMeet(box, featureBox(frame, other)))
  const inTheWay = ({ polygon }: GroundObstacle): boolean => polygonsIntersect(polygon, boundary)
  const obstacles = [
    ...forbiddenGround(frame, near, zoneTypes, input.at),
    ...outlines(frame, near, boundary),
    ...protectedZones(frame, near, types, feature, boundary),
  ].filter(inTheWay)
  return ok({ frame, target: feature, boundary, obstacles })
}

const featureBox = (frame: LocalFrame, feature: CourseFeature) => {
  if (feature.geometry.type === 'Polygon')
    return boxOf((feature.geometry.coordinates[0] ?? []).map(position => frame.toLocal(position)))
  if (feature.kind === 'radius')
    return boxOf(circleXY(frame.toLocal(feature.geometry.coordinates), feature.properties.radiusM).outer)
  return boxOf([])
}

/** Areas (a clubhouse, a wood, a car park), save those that the whole target lies in, such as a practice ground. */
const outlines = (frame: LocalFrame, near: readonly CourseFeature[], boundary: PolygonXY): GroundObstacle[] =>
  near.flatMap(feature => {
    if (feature.kind !== 'area') return []
    const polygon = polygonXY(frame, feature.geometry)
    const holdsTarget = totalAreaM2(difference([boundary], [polygon])) <= OUTLINE_SLACK_M2
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
