/** A course file as the fleet planner gets it from the server: every zone planned for every kind of mower. */
import { readFileSync } from 'node:fs'
import { readImport } from '@greensward/course-io'
import { demoCourse } from '@greensward/demo'
import {
  autoDirection,
  type Blade,
  type CourseFeature,
  type CourseMower,
  type CoursePlanInput,
  type CourseZone,
  type FeatureOf,
  forbiddenGround,
  type Mower,
  type Position,
  planMission,
  polygonXY,
  swathHeadingDeg,
  type ZoneWork,
} from '@greensward/domain'
import { localFrame } from '@greensward/geometry'

const demo = demoCourse()
const UPDATED_AT = '2026-01-01T00:00:00.000Z'
const stamped = <T extends object>(thing: T) => ({ ...thing, updatedAt: UPDATED_AT })
const zoneTypes = demo.zoneTypes.map(stamped)
const typeIdOf = (name: string): string => zoneTypes.find(type => type.name === name)?.id ?? ''

interface Kind {
  readonly mower: Mower
  readonly blade: Blade
  /** Null for all. */
  readonly zoneTypeIds: readonly string[] | null
}

/** The machines of the demo course by the name of one of each kind. The wide ones have no room on greens and tees. */
const kindOf = (name: string, types: readonly string[] | null): Kind => {
  const found = demo.mowers.find(mower => mower.name === name)
  const blade = demo.blades.find(({ id }) => id === found?.bladeId)
  if (found === undefined || blade === undefined) throw new Error(`The demo course has no mower ${name}`)
  return { mower: stamped(found), blade: stamped(blade), zoneTypeIds: types?.map(typeIdOf) ?? null }
}
const KINDS: readonly Kind[] = [
  kindOf('Heron 6', null),
  kindOf('Rook 1', ['Fairway', 'Rough']),
  kindOf('Wren 3', null),
  kindOf('Finch 5', null),
]

export interface BenchCourse {
  readonly name: string
  readonly features: readonly CourseFeature[]
  /** Where the mowers are parked: at the first hole. */
  readonly home: Position
  readonly zones: readonly { readonly zone: FeatureOf<'zone'>; readonly works: readonly (ZoneWork | undefined)[] }[]
}

const FROM_MS = Date.parse('2026-06-01T04:00:00.000Z')
/** No mower runs out of time or battery: the bench measures how well the work is shared. */
const HORIZON_MS = 60 * 86_400_000
const RANGE_M = 1e9

/** Every zone in the first direction that its type allows, as a zone that was never mown. */
const workOf = (
  features: readonly CourseFeature[],
  zone: FeatureOf<'zone'>,
  { mower, blade }: Kind,
): ZoneWork | undefined => {
  const hole = features.find(({ id }) => id === zone.properties.holeId)
  const baseAngle = hole?.kind === 'hole' ? hole.properties.baseAngle : 0
  const type = zoneTypes.find(({ id }) => id === zone.properties.zoneTypeId)
  const direction = autoDirection(type?.directions ?? [], []) ?? '12-6'
  const headingDeg = swathHeadingDeg(baseAngle, direction, 0)
  const planned = planMission({
    features,
    zoneTypes,
    target: { kind: 'zone', featureId: zone.id },
    mower,
    blade,
    headingDeg,
    turnScheme: 'oneInOne',
    cleaningCycles: 2,
  })
  if (!planned.ok) return undefined
  const { legs, stats } = planned.value
  const [entry, exit] = [legs[0]?.points[0], legs.at(-1)?.points.at(-1)]
  if (entry === undefined || exit === undefined) return undefined
  const { durationS, lengthM, areaM2 } = stats
  return { durationS, lengthM, areaM2, entry, exit, headingDeg, direction }
}

/** Reads and plans a course; zones that no mower can mow are left out, as on the server. */
export const readBenchCourse = (name: string, file: string): BenchCourse => {
  let next = 0
  const { buffer, byteOffset, byteLength } = readFileSync(file)
  const read = readImport({
    bytes: new Uint8Array(buffer, byteOffset, byteLength).slice().buffer,
    options: { mapping: {} },
    zoneTypes,
    today: [],
    noteBy: { author: 'bench', time: UPDATED_AT },
    newId: () => `00000000-0000-4000-8000-${(next++).toString(16).padStart(12, '0')}`,
  })
  if (!read.ok) throw new Error(`${file}: ${read.error.reason}`)
  const { features } = read.value
  const zones = features.flatMap(feature => {
    if (feature.kind !== 'zone') return []
    const type = zoneTypes.find(({ id }) => id === feature.properties.zoneTypeId)
    return type?.mowable === true ? [{ zone: feature, works: KINDS.map(kind => workOf(features, feature, kind)) }] : []
  })
  const holes = features.flatMap(feature => (feature.kind === 'hole' ? [feature] : []))
  const [first] = holes.toSorted((a, b) => a.properties.sort - b.properties.sort)
  const tee = first?.geometry.coordinates[0]
  const home = tee ?? zones[0]?.zone.geometry.coordinates[0]?.[0] ?? [0, 0]
  return { name, features, home, zones: zones.filter(({ works }) => works.some(work => work !== undefined)) }
}

/** Corners of everything on the map that no mower may cross, before it is grown or thinned. */
export const obstacleCorners = ({ features, home }: BenchCourse): number => {
  const frame = localFrame(home)
  const areas = features.flatMap(feature => (feature.kind === 'area' ? [polygonXY(frame, feature.geometry)] : []))
  return [...forbiddenGround(frame, features, zoneTypes).map(({ polygon }) => polygon), ...areas].reduce(
    (sum, { outer, holes }) => sum + outer.length + holes.flat().length,
    0,
  )
}

/** Two courses side by side, as one resort: the second one is moved to 200 m east of the first. */
export const besideEachOther = (a: BenchCourse, b: BenchCourse): BenchCourse => {
  const positions = (features: readonly CourseFeature[]): readonly Position[] =>
    features.flatMap(({ geometry }): readonly Position[] =>
      geometry.type === 'Point'
        ? [geometry.coordinates]
        : geometry.type === 'LineString'
          ? geometry.coordinates
          : geometry.coordinates.flat(),
    )
  const east = positions(a.features).reduce((most, [lon]) => Math.max(most, lon), -180)
  const west = positions(b.features).reduce((least, [lon]) => Math.min(least, lon), 180)
  const from = localFrame([west, b.home[1]])
  const [gateLon, gateLat] = localFrame([east, a.home[1]]).toLonLat([200, 0])
  const to = localFrame([gateLon, gateLat])
  const moved = (place: Position): Position => {
    const [lon, lat] = to.toLonLat(from.toLocal(place))
    return [lon, lat]
  }
  const movedFeature = (feature: CourseFeature): CourseFeature => {
    const { geometry } = feature
    const coordinates =
      geometry.type === 'Point'
        ? moved(geometry.coordinates)
        : geometry.type === 'LineString'
          ? geometry.coordinates.map(moved)
          : geometry.coordinates.map(ring => ring.map(moved))
    return { ...feature, id: `${feature.id}-b`, geometry: { ...geometry, coordinates } } as CourseFeature
  }
  const zones = b.zones.map(({ zone, works }) => ({
    zone: movedFeature(zone) as FeatureOf<'zone'>,
    works: works.map(work => work && { ...work, entry: moved(work.entry), exit: moved(work.exit) }),
  }))
  return {
    name: `${a.name} + ${b.name}`,
    features: [...a.features, ...b.features.map(movedFeature)],
    home: a.home,
    zones: [...a.zones, ...zones],
  }
}

/** The course for a number of mowers: all of one kind, or of four kinds in turn. */
export const courseInput = (course: BenchCourse, count: number, fleet: 'equal' | 'mixed'): CoursePlanInput => {
  const kindAt = (index: number): number => (fleet === 'equal' ? 0 : index % KINDS.length)
  const frame = localFrame(course.home)
  const mowers = Array.from({ length: count }, (_, index): CourseMower => {
    const { mower, zoneTypeIds } = KINDS[kindAt(index)] ?? (KINDS[0] as Kind)
    const [lon, lat] = frame.toLonLat([3 * index, 0])
    return {
      id: `mower ${index}`,
      bladeId: mower.bladeId ?? '',
      at: [lon, lat],
      widthM: mower.widthM,
      transitSpeedMps: mower.transitSpeedMps,
      rangeM: RANGE_M,
      fullRangeM: RANGE_M,
      zoneTypeIds,
      busy: [],
    }
  })
  const zones = course.zones.map(
    ({ zone, works }): CourseZone => ({
      featureId: zone.id,
      zoneTypeId: zone.properties.zoneTypeId,
      weight: 14,
      busy: [],
      work: Object.fromEntries(
        mowers.flatMap(({ id }, index) => {
          const work = works[kindAt(index)]
          return work === undefined ? [] : [[id, work]]
        }),
      ),
    }),
  )
  const toMs = FROM_MS + HORIZON_MS
  return { features: course.features, zoneTypes, zones, mowers, fromMs: FROM_MS, toMs, mapRevision: 1 }
}
