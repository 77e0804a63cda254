/** Places for simulated mowers on a course that is not the demo's. */
import { type CourseFeature, compareNames, featureTitle, forbiddenGround, type ZoneType } from '@greensward/domain'
import {
  type Box,
  boxOf,
  contains,
  difference,
  type LocalFrame,
  localFrame,
  offset,
  type PolygonXY,
  wayCheck,
  type XY,
} from '@greensward/geometry'
import type { Home } from './simulator.ts'

const STEP_M = 6
const REACH_M = 400
/** A path from a mower to the zone may lead this far beyond. */
const AROUND_M = REACH_M + 100
/** A parked mower keeps this far from every zone, building and water. */
const CLEAR_M = 3
const WIDTH_M = 3
const MARGIN_M = 0.1
/** Limits on the zones that are tried and the corners of each, so that any course takes a bounded time. */
const MOST_ZONES = 8
const MOST_CORNERS = 16

export interface HomesQuestion {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly count: number
}

const polygonOf = (feature: CourseFeature, frame: LocalFrame): PolygonXY | undefined => {
  if (feature.geometry.type !== 'Polygon') return undefined
  const [outer = [], ...holes] = feature.geometry.coordinates.map(ring =>
    ring.slice(0, -1).map(position => frame.toLocal(position)),
  )
  return { outer, holes }
}

const isNear = ({ minX, minY, maxX, maxY }: Box): boolean =>
  minX < AROUND_M && maxX > -AROUND_M && minY < AROUND_M && maxY > -AROUND_M

const GROUND: PolygonXY = {
  outer: [
    [-AROUND_M, -AROUND_M],
    [AROUND_M, -AROUND_M],
    [AROUND_M, AROUND_M],
    [-AROUND_M, AROUND_M],
  ],
  holes: [],
}

/** Places round a point, nearest first. */
const placesRound = function* ([x, y]: XY): Generator<XY> {
  for (let radiusM = STEP_M; radiusM < REACH_M; radiusM += STEP_M) {
    const count = Math.floor((2 * Math.PI * radiusM) / STEP_M)
    for (let index = 0; index < count; index += 1) {
      const angle = (index / count) * 2 * Math.PI
      yield [x + Math.sin(angle) * radiusM, y + Math.cos(angle) * radiusM]
    }
  }
}

/** Some corners all round a ring. */
const cornersOf = (ring: readonly XY[]): XY[] => {
  const each = Math.max(1, Math.ceil(ring.length / MOST_CORNERS))
  return ring.filter((_, index) => index % each === 0)
}

/**
 * Positions beside one zone. The field is prepared once for all of them: searching a path from every position alone took
 * minutes where no position had one.
 */
const homesBeside = (zone: CourseFeature, { features, zoneTypes, count }: HomesQuestion): readonly Home[] => {
  const origin = zone.geometry.type === 'Polygon' ? zone.geometry.coordinates[0]?.[0] : undefined
  if (origin === undefined) return []
  const frame = localFrame(origin)
  const ring = polygonOf(zone, frame)?.outer ?? []
  const near = (polygon: PolygonXY): boolean => isNear(boxOf(polygon.outer))
  const shapes = features.flatMap(feature => {
    const polygon = polygonOf(feature, frame)
    return polygon === undefined ? [] : [{ feature, polygon }]
  })
  // An area may contain the whole course, and then it is not an obstacle on it.
  const areas = shapes.flatMap(({ feature, polygon }) =>
    feature.kind === 'area' && !contains(polygon, [0, 0]) ? [polygon] : [],
  )
  const forbidden = forbiddenGround(frame, features, zoneTypes).map(({ polygon }) => polygon)
  const kept = offset([...forbidden, ...areas].filter(near), WIDTH_M / 2 + MARGIN_M)
  const drive = wayCheck([GROUND], kept, 0)
  const target = cornersOf(ring).find(corner => drive.segmentInside(corner, corner))
  if (target === undefined) return []
  const others = shapes.flatMap(({ feature, polygon }) => (feature.kind === 'area' ? [] : [polygon]))
  const parking = wayCheck([GROUND], offset([...others, ...areas].filter(near), CLEAR_M), 0)
  const reached = difference([GROUND], kept).find(free => contains(free, target))
  const connected = reached === undefined ? undefined : wayCheck([reached], [], 0)
  const straight: XY[] = []
  const around: XY[] = []
  for (const place of placesRound(target)) {
    if (!parking.segmentInside(place, place)) continue
    if (drive.segmentInside(place, target)) straight.push(place)
    else if (around.length < count && connected?.segmentInside(place, place) === true) around.push(place)
    if (straight.length === count) break
  }
  return [...straight, ...around].slice(0, count).map((place): Home => {
    const [lon, lat] = frame.toLonLat(place)
    return [lon, lat, 0]
  })
}

/** Zones that mowers may mow, fairways first. */
export const mownZones = (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]): CourseFeature[] => {
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
  const zones = features
    .filter(feature => feature.kind === 'zone')
    .filter(({ properties }) => mowable.has(properties.zoneTypeId) && !properties.hiddenForMower)
    .sort((a, b) => compareNames(featureTitle(a), featureTitle(b)))
  const isFairway = (zone: CourseFeature): boolean => /fairway/i.test(featureTitle(zone))
  return [...zones.filter(isFairway), ...zones.filter(zone => !isFairway(zone))]
}

/**
 * The requested number of positions beside the first fairway (else another mowable zone), on open grass, with a clear path to it,
 * those with a straight one first; empty where the course has nothing to mow.
 */
export const homesOnCourse = (question: HomesQuestion): readonly Home[] => {
  let best: readonly Home[] = []
  for (const zone of mownZones(question.features, question.zoneTypes).slice(0, MOST_ZONES)) {
    const homes = homesBeside(zone, question)
    if (homes.length === question.count) return homes
    if (homes.length > best.length) best = homes
  }
  return best
}
