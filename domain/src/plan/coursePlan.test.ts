import { expect, test } from 'vitest'
import * as fixture from '../course/course.fixture.ts'
import { at, box, idOf, restriction, road, zone } from '../course/course.fixture.ts'
import {
  type CourseMower,
  type CoursePlanInput,
  type CourseZone,
  coursePlan,
  planCourse,
  START_DURATION_S,
} from './coursePlan.ts'

const FROM = Date.parse('2026-06-01T04:00:00.000Z')
const HOUR = 3_600_000

const mower = (n: number, x: number, changes: Partial<CourseMower> = {}): CourseMower => ({
  id: idOf(100 + n),
  bladeId: idOf(200 + n),
  at: at(x, 0),
  widthM: 2,
  transitSpeedMps: 2,
  rangeM: 20_000,
  fullRangeM: 20_000,
  zoneTypeIds: null,
  busy: [],
  ...changes,
})

const mowers = [mower(1, 0), mower(2, 600)]

/** A zone whose drive begins and ends at one place and takes so long. */
const zoneAt = (n: number, x: number, y: number, minutes: number, changes: Partial<CourseZone> = {}): CourseZone => ({
  featureId: idOf(n),
  zoneTypeId: fixture.FAIRWAY.id,
  weight: 1,
  busy: [],
  work: Object.fromEntries(
    mowers.map(({ id }) => [
      id,
      {
        durationS: minutes * 60,
        lengthM: minutes * 60,
        areaM2: 1_000,
        entry: at(x, y),
        exit: at(x, y),
        headingDeg: 0,
        direction: '12-6' as const,
      },
    ]),
  ),
  ...changes,
})

const input = (changes: Partial<CoursePlanInput> = {}): CoursePlanInput => ({
  features: [],
  zoneTypes: fixture.ZONE_TYPES,
  zones: [],
  mowers,
  fromMs: FROM,
  toMs: FROM + 6 * HOUR,
  mapRevision: 4,
  ...changes,
})

const stopsOf = (plan: ReturnType<typeof planCourse>): (string | undefined)[][] =>
  plan.rounds.map(({ stops }) => stops.map(({ featureId }) => featureId))

test('assigns each mower the zones on its side, one after the other, with time to start and to get there', () => {
  const plan = planCourse(
    input({ zones: [zoneAt(1, 50, 0, 30), zoneAt(2, 150, 0, 30), zoneAt(3, 550, 0, 30), zoneAt(4, 450, 0, 30)] }),
  )
  expect(coursePlan.parse(plan)).toEqual(plan)
  expect(stopsOf(plan)).toEqual([
    [idOf(1), idOf(2)],
    [idOf(3), idOf(4)],
  ])
  const [first, second] = plan.rounds[0]?.stops ?? []
  expect(first).toMatchObject({ startsAt: '2026-06-01T04:00:25.000Z', wayM: expect.closeTo(50, 0) })
  expect(Date.parse(first?.endsAt ?? '') - Date.parse(first?.startsAt ?? '')).toBe((30 * 60 + START_DURATION_S) * 1_000)
  expect(Date.parse(second?.startsAt ?? '') - Date.parse(first?.endsAt ?? '')).toBe(50_000)
  expect(second?.way).toHaveLength(2)
})

test('ways follow the road, and keep out of what is forbidden', () => {
  const path = road(7, [
    [0, 20],
    [400, 20],
  ])
  const plan = planCourse(input({ features: [path], zones: [zoneAt(1, 400, 0, 10)], mowers: [mower(1, 0)] }))
  expect(plan.rounds[0]?.stops[0]?.way.length).toBeGreaterThan(5)
  const pond = restriction(8, box(150, -80, 250, 80))
  const around = planCourse(input({ features: [pond], zones: [zoneAt(1, 400, 0, 10)], mowers: [mower(1, 0)] }))
  expect(around.rounds[0]?.stops[0]?.wayM).toBeGreaterThan(420)
})

test.each([
  [
    'no mower for its type',
    { zones: [zoneAt(1, 50, 0, 10)], mowers: [mower(1, 0, { zoneTypeIds: [idOf(903)] })] },
    'noMower',
  ],
  ['no mower that fits it', { zones: [zoneAt(1, 50, 0, 10, { work: {} })] }, 'noMower'],
  ['too long for the time given', { zones: [zoneAt(1, 50, 0, 700)], mowers: [mower(1, 0, { rangeM: 1e6 })] }, 'noTime'],
  ['too long for a charge', { zones: [zoneAt(1, 50, 0, 300)], mowers: [mower(1, 0, { rangeM: 10_000 })] }, 'battery'],
])('a zone is left out with the reason: %s', (_, changes, reason) => {
  expect(planCourse(input(changes))).toMatchObject({ left: [{ featureId: idOf(1), reason }], endsAt: null })
})

test('a zone behind a closed ring is left out, for nobody gets there', () => {
  const ring = zone(9, fixture.BUNKER, box(300, -100, 500, 100), { holes: [box(350, -50, 450, 50)] })
  const plan = planCourse(input({ features: [ring], zones: [zoneAt(1, 400, 0, 10)] }))
  expect(plan.left).toEqual([{ featureId: idOf(1), reason: 'noWay' }])
})

test('a gap that is too narrow for one mower still leads the narrower ones to the zone behind it', () => {
  const gate = [restriction(9, box(300, 2, 350, 100)), restriction(10, box(300, -100, 350, -2))]
  const walls = [box(350, 50, 500, 100), box(350, -100, 500, -50), box(450, -100, 500, 100)].map((wall, i) =>
    restriction(11 + i, wall),
  )
  const planned = (widthM: number) =>
    planCourse(
      input({
        features: [...gate, ...walls],
        zones: [zoneAt(1, 400, 0, 10)],
        mowers: [mower(1, 0, { widthM }), mower(2, 600, { widthM: 3.6, zoneTypeIds: [fixture.FAIRWAY.id] })],
      }),
    )
  expect(planned(2)).toMatchObject({ left: [], rounds: [{ stops: [{ featureId: idOf(1) }] }, { stops: [] }] })
  expect(planned(3.6).left).toEqual([{ featureId: idOf(1), reason: 'noWay' }])
})

test('other missions of a mower and of a zone are waited for', () => {
  const busy = [{ from: FROM - HOUR, to: FROM + HOUR }]
  for (const changes of [
    { zones: [zoneAt(1, 0, 0, 30, { busy })], mowers: [mower(1, 0)] },
    { zones: [zoneAt(1, 0, 0, 30)], mowers: [mower(1, 0, { busy })] },
  ])
    expect(planCourse(input(changes)).rounds[0]?.stops).toMatchObject([{ startsAt: '2026-06-01T05:00:00.000Z' }])
})

test('nothing chosen is nothing planned', () => {
  expect(planCourse(input())).toMatchObject({ left: [], endsAt: null, mapRevision: 4 })
})

test('a hundred zones and six mowers over roads take a few seconds of a processor at most', () => {
  const many = Array.from({ length: 6 }, (_, i) => mower(i, i * 10))
  const zones = Array.from({ length: 100 }, (_, i) => {
    const [x, y] = [(i % 10) * 120, Math.floor(i / 10) * 90]
    const { work } = zoneAt(i + 1, x, y, 8 + (i % 7))
    const [some] = Object.values(work)
    return zoneAt(i + 1, x, y, 8 + (i % 7), {
      work: Object.fromEntries(many.flatMap(({ id }) => (some === undefined ? [] : [[id, some]]))),
    })
  })
  const roads = Array.from({ length: 10 }, (_, i) =>
    road(500 + i, [
      [-20, i * 90 + 30],
      [1_200, i * 90 + 30],
    ]),
  )
  const across = Array.from({ length: 6 }, (_, i) =>
    road(600 + i, [
      [i * 220, -20],
      [i * 220, 900],
    ]),
  )
  const before = process.cpuUsage()
  const plan = planCourse(input({ features: [...roads, ...across], zones, mowers: many, toMs: FROM + 12 * HOUR }))
  const { user, system } = process.cpuUsage(before)
  expect(plan.left).toEqual([])
  expect(plan.rounds.flatMap(({ stops }) => stops)).toHaveLength(100)
  // Processor time, because others may keep the machine busy; it is about a second.
  expect((user + system) / 1_000).toBeLessThan(5_000)
  const ends = plan.rounds.map(({ endsAt }) => Date.parse(endsAt ?? ''))
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(15 * 60_000)
})
