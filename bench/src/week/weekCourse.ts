/** The demo's course, four of its mowers, its groups, and what is mown how often. */
import { calls } from '@greensward/contract'
import { demoCourse } from '@greensward/demo'
import { polygonXY } from '@greensward/domain'
import { boxOf, type LocalFrame, type PolygonXY, type XY } from '@greensward/geometry'
import type { GroupOnHole, RecordedZone } from './record.ts'
import type { WeekServer } from './weekServer.ts'

const course = demoCourse()
export const { timeZone } = course
export const CENTRE = course.centre
/** A Monday in a week without a change of clocks. */
export const FIRST_DAY = '2027-04-12'
const MINUTE_MS = 60_000
const MOWERS = ['Rook 1', 'Rook 2', 'Wren 3', 'Wren 4'] as const
export const MOWER_COUNT = MOWERS.length

/** Two for fairways and roughs, two for greens. */
export const machines = MOWERS.map(name => {
  const mower = course.mowers.find(one => one.name === name)
  const blade = course.blades.find(({ id }) => id === mower?.bladeId)
  const base = course.bases.find(({ mowerId }) => mowerId === mower?.id)
  if (mower === undefined || blade === undefined || base === undefined) throw new Error(`${name} lacks something`)
  return { mower, blade, base }
})
const idsOf = (kind: string): string[] =>
  machines.flatMap(({ mower }) => (mower.name.startsWith(kind) ? [mower.id] : []))

/** Holes in the order of play, each with the minutes that a group takes. */
const holes = course.features
  .flatMap(feature => (feature.kind === 'hole' ? [{ id: feature.id, ...feature.properties }] : []))
  .sort((a, b) => a.sort - b.sort)

/** A group on each hole, by its tee time and the pace of the holes. */
export const playOf = (teeMs: number, lateMs: number): GroupOnHole[] => {
  let atMs = teeMs + lateMs
  return holes.map(({ id, pass }) => {
    const fromMs = atMs
    atMs += pass * MINUTE_MS
    return { holeId: id, fromMs, toMs: atMs }
  })
}

const typeId = (name: string): string => {
  const found = course.zoneTypes.find(type => type.name === name)
  if (found === undefined) throw new Error(`No ${name} on the demo course`)
  return found.id
}
const zonesOfHoles = (name: string): string[] =>
  course.features.flatMap(feature =>
    feature.kind === 'zone' && feature.properties.zoneTypeId === typeId(name) && feature.properties.holeId !== null
      ? [feature.id]
      : [],
  )

/** Corners of the circle that stands for a tree. */
const CORNERS = 24

const obstaclesIn = (frame: LocalFrame): readonly PolygonXY[] =>
  course.features.flatMap((feature): PolygonXY[] => {
    if (feature.kind === 'restriction' && feature.properties.appliesTo !== 'carts')
      return [polygonXY(frame, feature.geometry)]
    if (feature.kind !== 'radius' || feature.properties.appliesTo === 'carts') return []
    const [x, y] = frame.toLocal(feature.geometry.coordinates)
    const { radiusM } = feature.properties
    const outer = Array.from({ length: CORNERS }, (_, i): XY => {
      const angle = (2 * Math.PI * i) / CORNERS
      return [x + radiusM * Math.cos(angle), y + radiusM * Math.sin(angle)]
    })
    return [{ outer, holes: [] }]
  })

export const zonesIn = (frame: LocalFrame): readonly RecordedZone[] => {
  const obstacles = obstaclesIn(frame)
  return course.features.flatMap(feature => {
    if (feature.kind !== 'zone') return []
    const polygon = polygonXY(frame, feature.geometry)
    const box = boxOf(polygon.outer)
    const isNear = ({ outer }: PolygonXY): boolean => {
      const other = boxOf(outer)
      return other.minX < box.maxX && box.minX < other.maxX && other.minY < box.maxY && box.minY < other.maxY
    }
    const { title, holeId } = feature.properties
    return [{ id: feature.id, title, holeId, polygon, obstacles: obstacles.filter(isNear) }]
  })
}

/** 19 greens each day, 20 fairways three times and 22 roughs once a week; made as a person does. */
export const makePlans = async (server: Pick<WeekServer, 'call'>): Promise<void> => {
  const common = {
    zoneTypeIds: [],
    exceptZoneIds: [],
    firstDay: FIRST_DAY,
    priority: 'normal',
    aheadOfPlay: true,
    direction: 'auto',
    pattern: 'auto',
    turnScheme: 'oneInOne',
    cleanUpPass: 'everyDay',
    startsByItself: false,
    pausedUntil: null,
    from: '05:00',
    until: '11:00',
  } as const
  const mowersOf = (kind: string) => idsOf(kind).map(mowerId => ({ mowerId, bladeId: null, zoneTypeIds: null }))
  const add = (body: object) => server.call(calls.standingPlans.create, { body: { ...common, ...body } as never })
  const daily = { kind: 'daily', until: null }
  await add({
    name: 'Greens',
    zoneIds: [],
    zoneTypeIds: [typeId('Green')],
    repeat: daily,
    mowers: mowersOf('Wren'),
    priority: 'high',
    cleaningCycles: 1,
  })
  const onDays = (...days: string[]) => ({ kind: 'weekdays', days, until: null })
  await add({
    name: 'Fairways',
    zoneIds: zonesOfHoles('Fairway'),
    repeat: onDays('mon', 'wed', 'fri'),
    mowers: mowersOf('Rook'),
    cleaningCycles: 1,
  })
  const roughs = zonesOfHoles('Rough')
  const thirds = [roughs.slice(0, 8), roughs.slice(8, 15), roughs.slice(15)]
  for (const [index, weekday] of ['tue', 'thu', 'sat'].entries())
    await add({
      name: `Roughs ${index + 1}`,
      zoneIds: thirds[index],
      repeat: onDays(weekday),
      mowers: mowersOf('Rook'),
      cleaningCycles: 1,
      aheadOfPlay: false,
      from: '15:30',
      until: '20:30',
    })
}
