/** The things on the map of a course: one set of features, each of one kind, with GeoJSON geometry in EPSG:4326. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { colour, headingDeg, id, instant, line } from '../common/text.ts'
import { timetable } from '../schedule/timetable.ts'

const lon = z.number().min(-180).max(180)
const lat = z.number().min(-90).max(90)

/** [longitude, latitude] in degrees. */
export const position = z.tuple([lon, lat])
export type Position = z.infer<typeof position>

/** Most corners one ring may have; a larger one is refused before anything is computed from it. */
export const MAX_RING_CORNERS = 20_000
/** Outline and holes of one area. Checking it costs 30 ms at 1,000 and 53 ms at 2,000, for every change of the area. */
export const MAX_RINGS = 1_000

const isPosition = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [east, north]: unknown[] = value
  return typeof east === 'number' && typeof north === 'number' && Math.abs(east) <= 180 && Math.abs(north) <= 90
}

/**
 * Reads sound positions in one plain loop: a course has tens of thousands, and ten times the work is felt whenever a map
 * opens. The schema itself reads the rest and says what is wrong where.
 */
const readPlainly = (positions: z.ZodArray<typeof position>): z.ZodArray<typeof position> => {
  const read = positions._zod.parse
  positions._zod.parse = (payload, context) =>
    Array.isArray(payload.value) && payload.value.every(isPosition) ? payload : read(payload, context)
  return positions
}

const ring = readPlainly(z.array(position).min(4, fieldFault('ringTooFewCorners')).max(MAX_RING_CORNERS))
export const pointGeometry = z.strictObject({ type: z.literal('Point'), coordinates: position })
export const lineGeometry = z.strictObject({
  type: z.literal('LineString'),
  coordinates: readPlainly(z.array(position).min(2).max(MAX_RING_CORNERS)),
})
export const polygonGeometry = z.strictObject({
  type: z.literal('Polygon'),
  coordinates: z.array(ring).min(1).max(MAX_RINGS),
})
export type PointGeometry = z.infer<typeof pointGeometry>
export type LineGeometry = z.infer<typeof lineGeometry>
export type PolygonGeometry = z.infer<typeof polygonGeometry>

export const appliesTo = z.enum(['mowers', 'carts', 'both'])
export type AppliesTo = z.infer<typeof appliesTo>

export const roadType = z.enum(['cartPath', 'service', 'walking', 'crossing'])
export type RoadType = z.infer<typeof roadType>

const title = line(120)

/** How the map shows a hole: rotation in degrees clockwise from north up, zoom level, centre. */
export const holeView = z.strictObject({ angle: headingDeg, zoom: z.number().min(0).max(28), center: position })
export type HoleView = z.infer<typeof holeView>

export const zoneProperties = z.strictObject({
  title,
  zoneTypeId: id,
  holeId: id.nullable(),
  hiddenForMower: z.boolean(),
  hiddenForBuggy: z.boolean(),
  rainModeRestricted: z.boolean(),
})
export const restrictionProperties = z.strictObject({
  title,
  appliesTo,
  /** When nobody mows beside it at all; absent leaves it to the plan to keep out. */
  timetable: timetable.optional(),
})
export const missionAreaProperties = z.strictObject({ title, holeId: id.nullable() })
export const areaProperties = z.strictObject({ title })
export const markedAreaProperties = z.strictObject({ title, colour, until: instant.nullable() })
export const radiusProperties = z.strictObject({ title, appliesTo, radiusM: z.number().positive().max(1_000) })
export const roadProperties = z.strictObject({ title, type: roadType })
export const holeProperties = z.strictObject({
  name: line(60),
  /** Direction of play, degrees clockwise from north. */
  baseAngle: headingDeg,
  par: z.number().int().min(1).max(9),
  rating: z.number().min(0).max(200),
  /** Pace: minutes a group may take. */
  pass: z.number().int().min(1).max(120),
  sort: z.number().int().min(0).max(1_000),
  isActive: z.boolean(),
  /** When it is played and so closed to mowers. */
  closedTimes: timetable.optional(),
  view: holeView.nullable(),
})
export const placeProperties = z.strictObject({ title })
export const noteProperties = z.strictObject({ label: line(500), author: line(120), time: instant })

const feature = <K extends string, G extends z.ZodType, P extends z.ZodType>(kind: K, geometry: G, properties: P) =>
  z.strictObject({ type: z.literal('Feature'), id, kind: z.literal(kind), geometry, properties })

export const courseFeature = z.discriminatedUnion('kind', [
  feature('zone', polygonGeometry, zoneProperties),
  feature('restriction', polygonGeometry, restrictionProperties),
  feature('missionArea', polygonGeometry, missionAreaProperties),
  feature('area', polygonGeometry, areaProperties),
  feature('markedArea', polygonGeometry, markedAreaProperties),
  feature('radius', pointGeometry, radiusProperties),
  feature('road', lineGeometry, roadProperties),
  feature('hole', lineGeometry, holeProperties),
  feature('garage', pointGeometry, placeProperties),
  feature('wc', pointGeometry, placeProperties),
  feature('note', pointGeometry, noteProperties),
])
export type CourseFeature = z.infer<typeof courseFeature>
export type FeatureKind = CourseFeature['kind']
export type FeatureOf<K extends FeatureKind> = Extract<CourseFeature, { kind: K }>
export type Zone = FeatureOf<'zone'>
export type Hole = FeatureOf<'hole'>
export type Road = FeatureOf<'road'>
export type Restriction = FeatureOf<'restriction'>
export type Radius = FeatureOf<'radius'>

export const FEATURE_KINDS = courseFeature.options.map(option => option.shape.kind.value)

/** The whole map at one revision; every change raises the revision by one. */
export interface CourseMap {
  readonly revision: number
  readonly features: readonly CourseFeature[]
}

/** The name of the feature for people. */
export const featureTitle = (feature: CourseFeature): string => {
  switch (feature.kind) {
    case 'hole':
      return feature.properties.name
    case 'note':
      return feature.properties.label
    default:
      return feature.properties.title
  }
}
