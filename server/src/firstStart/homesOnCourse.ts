/** Places for simulated mowers on a course that is not the demo's. */
import { type CourseFeature, featureTitle, wayToStart, type ZoneType } from '@greensward/domain'
import { contains, type LocalFrame, localFrame, type PolygonXY, type XY } from '@greensward/geometry'
import type { Home } from '../simulator.ts'

const STEP_M = 6
const REACH_M = 400
/** A parked mower keeps this far from every zone, building and water. */
const CLEAR_M = 3
const WIDTH_M = 3

const polygonsOf = (features: readonly CourseFeature[], frame: LocalFrame): readonly PolygonXY[] =>
  features.flatMap(feature => {
    if (feature.geometry.type !== 'Polygon') return []
    const [outer = [], ...holes] = feature.geometry.coordinates.map(ring =>
      ring.slice(0, -1).map(position => frame.toLocal(position)),
    )
    return [{ outer, holes }]
  })

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

const CORNERS: readonly XY[] = [-CLEAR_M, 0, CLEAR_M].flatMap(x => [-CLEAR_M, 0, CLEAR_M].map((y): XY => [x, y]))

/**
 * As many places as asked for beside the first fairway (else the first mowable zone), on open ground, with a clear way to
 * it; empty where the course has nothing to mow.
 */
export const homesOnCourse = (
  features: readonly CourseFeature[],
  zoneTypes: readonly ZoneType[],
  count: number,
): readonly Home[] => {
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
  const zones = features
    .filter(feature => feature.kind === 'zone')
    .filter(({ properties }) => mowable.has(properties.zoneTypeId) && !properties.hiddenForMower)
    .sort((a, b) => featureTitle(a).localeCompare(featureTitle(b), 'en', { numeric: true }))
  const zone = zones.find(feature => /fairway/i.test(featureTitle(feature))) ?? zones[0]
  const target = zone?.geometry.coordinates[0]?.[0]
  if (target === undefined) return []
  const frame = localFrame(target)
  const polygons = polygonsOf(features, frame)
  const isOpen = ([x, y]: XY): boolean =>
    !polygons.some(polygon => CORNERS.some(([dx, dy]) => contains(polygon, [x + dx, y + dy])))
  const homes: Home[] = []
  for (const place of placesRound([0, 0])) {
    if (!isOpen(place)) continue
    const from = frame.toLonLat(place)
    if (wayToStart({ features, zoneTypes, from: [from[0], from[1]], to: target, widthM: WIDTH_M }) === undefined)
      continue
    homes.push([from[0], from[1], 0])
    if (homes.length === count) break
  }
  return homes
}
