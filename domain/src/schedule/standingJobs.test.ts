import { expect, test } from 'vitest'
import { addDays, type Day } from '../common/zonedTime.ts'
import { BUNKER, box, FAIRWAY, GREEN, idOf, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import {
  isPlanDay,
  jobSpan,
  jobsOfDays,
  jobsOn,
  type MowingNeed,
  mowingEstimateS,
  type PlannedCourse,
} from './standingJobs.ts'
import { playedHole, standingPlanOf } from './standingPlan.fixture.ts'
import { standingPlan } from './standingPlan.ts'

const HOLE = playedHole(1, [{ days: ['sat'], from: '07:30', to: '18:00' }])
const green = zone(11, GREEN, box(0, 0, 20, 20), { holeId: HOLE.id })
const fairway = zone(12, FAIRWAY, box(30, 0, 80, 40))
const bunker = zone(13, BUNKER, box(90, 0, 95, 5))
const hidden = zone(14, GREEN, box(100, 0, 120, 20), { hiddenForMower: true })
const WREN = idOf(801)
const ROBIN = idOf(802)
const course: PlannedCourse = {
  features: [HOLE, green, fairway, bunker, hidden],
  zoneTypes: ZONE_TYPES,
  mowers: [{ id: WREN }, { id: ROBIN }],
  timeZone: 'Europe/Dublin',
}
/** A Friday, and Dublin is an hour ahead of UTC. */
const FRIDAY = '2026-05-08'
const SATURDAY = '2026-05-09'

test('mows all zones of its types, and those that it names', () => {
  const { jobs, left } = jobsOn([standingPlanOf(1, { zoneTypeIds: [GREEN.id], zoneIds: [fairway.id] })], FRIDAY, course)
  expect(jobs.map(({ featureId }) => featureId)).toEqual([green.id, fairway.id])
  expect(jobs[0]).toMatchObject({
    planId: idOf(1),
    startsAt: '2026-05-08T04:00:00.000Z',
    endsAt: '2026-05-08T08:00:00.000Z',
  })
  expect(jobs[0]?.areaM2).toBeCloseTo(400, 0)
  expect(left).toEqual([])
})

test('leaves out the exceptions of its types', () => {
  const plan = standingPlanOf(1, { zoneTypeIds: [GREEN.id], exceptZoneIds: [green.id] })
  expect(jobsOn([plan], FRIDAY, course)).toEqual({ day: FRIDAY, jobs: [], left: [] })
})

test('says of each named zone why it is not mown', () => {
  const plan = standingPlanOf(1, { zoneIds: [idOf(99), bunker.id, hidden.id] })
  expect(jobsOn([plan], FRIDAY, course)).toMatchObject({
    jobs: [],
    left: [
      { featureId: idOf(99), title: null, reason: 'gone' },
      { featureId: bunker.id, reason: 'notMowable' },
      { featureId: hidden.id, reason: 'hidden' },
    ],
  })
})

test('gives a zone only mowers that suit its type and still exist', () => {
  const mowers = [
    { mowerId: WREN, bladeId: idOf(701), zoneTypeIds: [GREEN.id] },
    { mowerId: ROBIN, bladeId: null, zoneTypeIds: null },
    { mowerId: idOf(899), bladeId: null, zoneTypeIds: null },
  ]
  const of = (chosen: typeof mowers) =>
    jobsOn([standingPlanOf(1, { zoneIds: [green.id, fairway.id], mowers: chosen })], FRIDAY, course)
  expect(of(mowers).jobs.map(job => job.mowers)).toEqual([
    [
      { mowerId: WREN, bladeId: idOf(701) },
      { mowerId: ROBIN, bladeId: null },
    ],
    [{ mowerId: ROBIN, bladeId: null }],
  ])
  expect(of(mowers.slice(0, 1)).left).toMatchObject([{ featureId: fairway.id, reason: 'noMower' }])
})

test('ends a job ahead of play when its hole is first played', () => {
  const plan = standingPlanOf(1, { zoneIds: [green.id, fairway.id], aheadOfPlay: true })
  expect(jobsOn([plan], FRIDAY, course).jobs.map(({ endsAt }) => endsAt.slice(11, 16))).toEqual(['08:00', '08:00'])
  expect(jobsOn([plan], SATURDAY, course).jobs.map(({ endsAt }) => endsAt.slice(11, 16))).toEqual(['06:30', '08:00'])
  const late = { ...plan, from: '08:00', until: '12:00' }
  expect(jobsOn([late], SATURDAY, course).left).toMatchObject([{ featureId: green.id, reason: 'played' }])
})

test('ends a job ahead of the first group that is expected on its hole', () => {
  const plan = standingPlanOf(1, { zoneIds: [green.id, fairway.id], aheadOfPlay: true })
  const groupAt = (at: string) => ({
    ...course,
    aheadOfGroupsMs: (day: string, holeId: string) =>
      day === FRIDAY && holeId === green.properties.holeId ? Date.parse(`${FRIDAY}T${at}:00Z`) : undefined,
  })
  const ends = (at: string, over: Partial<typeof plan> = {}) =>
    jobsOn([{ ...plan, ...over }], FRIDAY, groupAt(at)).jobs.map(({ endsAt }) => endsAt.slice(11, 16))
  expect(ends('06:10')).toEqual(['06:10', '08:00'])
  expect(ends('06:10', { aheadOfPlay: false })).toEqual(['08:00', '08:00'])
  // A window after the first group is a choice of the person.
  expect(ends('02:00')).toEqual(['08:00', '08:00'])
})

test('makes one job of a zone that two plans name: the choices of the higher priority, the window of both', () => {
  const daily = standingPlanOf(1, { zoneTypeIds: [GREEN.id], from: '04:00', until: '08:00', cleaningCycles: 3 })
  const cup = standingPlanOf(2, { zoneIds: [green.id], from: '06:00', until: '10:00', priority: 'high' })
  const { jobs } = jobsOn([daily, cup], FRIDAY, course)
  expect(jobs).toMatchObject([
    { planId: cup.id, cleaningCycles: 1, startsAt: '2026-05-08T05:00:00.000Z', endsAt: '2026-05-08T07:00:00.000Z' },
  ])
  const evening = { ...daily, from: '18:00', until: '20:00' }
  expect(jobsOn([evening, cup], FRIDAY, course).jobs).toMatchObject([
    { planId: cup.id, startsAt: '2026-05-08T05:00:00.000Z', endsAt: '2026-05-08T09:00:00.000Z' },
  ])
})

test('keeps the clock of the course when summer time ends, and ends a night the next morning', () => {
  const night = standingPlanOf(1, { zoneIds: [green.id], from: '22:00', until: '05:00' })
  const [job] = jobsOn([night], '2026-10-24', course).jobs
  expect(job).toMatchObject({ startsAt: '2026-10-24T21:00:00.000Z', endsAt: '2026-10-25T05:00:00.000Z' })
  const [from, to] = job === undefined ? [] : Object.values(jobSpan(job, '2026-10-24', course.timeZone))
  expect([from, to]).toEqual([Date.parse('2026-10-24T21:00:00Z'), Date.parse('2026-10-25T05:00:00Z')])
})

test('counts a mission at any time of the day as the job of a window that ends that day', () => {
  const [job] = jobsOn([standingPlanOf(1, { zoneIds: [green.id] })], FRIDAY, course).jobs
  expect(job && jobSpan(job, FRIDAY, course.timeZone)).toEqual({
    from: Date.parse('2026-05-07T23:00:00Z'),
    to: Date.parse('2026-05-08T23:00:00Z'),
  })
})

test('mows again on the day until which it was paused', () => {
  const paused = standingPlanOf(1, { pausedUntil: FRIDAY })
  expect(isPlanDay(paused, '2026-05-07')).toBe(false)
  expect(isPlanDay(paused, FRIDAY)).toBe(true)
})

test('estimates the hours of mowing from area, width and speed', () => {
  const mowers = [
    { id: WREN, bladeId: idOf(701) },
    { id: ROBIN, bladeId: idOf(702) },
  ]
  const blades = [
    { id: idOf(701), widthM: 1, missionSpeedMps: 1 },
    { id: idOf(702), widthM: 2, missionSpeedMps: 1.5 },
  ]
  expect(mowingEstimateS([{ areaM2: 600, mowers: [{ mowerId: WREN, bladeId: null }] }], mowers, blades)).toBe(600)
  expect(mowingEstimateS([{ areaM2: 600, mowers: [] }], mowers, blades)).toBe(300)
  expect(mowingEstimateS([{ areaM2: 600, mowers: [{ mowerId: WREN, bladeId: idOf(702) }] }], mowers, blades)).toBe(200)
  expect(mowingEstimateS([{ areaM2: 600, mowers: [] }], [], blades)).toBeNull()
})

test.each([
  ['an hour of the day that does not exist', { until: '24:00' }],
  ['more cycles than a mission may have', { cleaningCycles: 6 }],
  ['a priority that is none', { priority: 'urgent' }],
  ['an interval beyond that of missions', { repeat: { kind: 'everyDays', days: 91, until: null } }],
  ['an unknown field', { colour: 'red' }],
])('refuses %s', (_, over) => {
  expect(standingPlan.safeParse({ ...standingPlanOf(1), ...over }).success).toBe(false)
})

/** Due every third day after a cut; last cut on Thursday. */
const NEED: MowingNeed = {
  today: FRIDAY,
  isMade: () => false,
  nextCut: (_, planned = '2026-05-07') => {
    const day = addDays(planned, 3)
    return { day, isDue: day <= FRIDAY, reason: { code: 'fixed', intervalDays: 3 } }
  },
}
const fromFriday = (count: number, from = FRIDAY): Day[] =>
  Array.from({ length: count }, (_, ahead) => addDays(from, ahead))

test('a plan for zones that are due mows each on its due day, and counts the next one from there', () => {
  const plan = standingPlanOf(1, { zoneIds: [fairway.id], onlyDue: true })
  const days = jobsOfDays([plan], fromFriday(7), { ...course, need: NEED })
  expect(days.map(({ jobs }) => jobs.length)).toEqual([0, 0, 1, 0, 0, 1, 0])
  expect(days[0]?.left).toMatchObject([{ featureId: fairway.id, reason: 'notDue', due: { day: '2026-05-10' } }])
  expect(days[5]?.jobs[0]?.due).toMatchObject({ day: '2026-05-13', reason: { code: 'fixed' } })
  // The week after is the same whether this one is asked for or not.
  const later = jobsOfDays([plan], fromFriday(7, '2026-05-15'), { ...course, need: NEED })
  expect(later.map(({ jobs }) => jobs.length)).toEqual([0, 1, 0, 0, 1, 0, 0])
})

test('a zone that is due is mown by another plan anyway, and what has a mission stays a job', () => {
  const plans = [
    standingPlanOf(1, { zoneIds: [fairway.id], onlyDue: true }),
    standingPlanOf(2, { zoneIds: [fairway.id], repeat: { kind: 'weekdays', days: ['sat'], until: null } }),
  ]
  const days = jobsOfDays(plans, fromFriday(5), { ...course, need: NEED })
  expect(days.map(({ jobs }) => jobs.map(({ planId }) => planId))).toEqual([[], [idOf(2)], [], [], [idOf(1)]])
  const made = {
    ...NEED,
    isMade: (_: string, span: { readonly from: number }) => span.from < Date.parse('2026-05-08T12:00Z'),
  }
  const [thursday, friday, saturday] = jobsOfDays(plans.slice(0, 1), fromFriday(3, '2026-05-07'), {
    ...course,
    need: made,
  })
  expect([thursday?.jobs.length, friday?.jobs.length, saturday?.jobs.length]).toEqual([1, 1, 0])
})

test('of a plan for zones that are due, a zone without an interval is left out with its reason, and the past stays empty', () => {
  const plan = standingPlanOf(1, { zoneIds: [fairway.id], onlyDue: true })
  const need: MowingNeed = { ...NEED, nextCut: () => undefined }
  const [thursday, friday] = jobsOfDays([plan], fromFriday(2, '2026-05-07'), { ...course, need })
  expect(thursday).toEqual({ day: '2026-05-07', jobs: [], left: [] })
  expect(friday).toMatchObject({ jobs: [], left: [{ featureId: fairway.id, reason: 'noInterval' }] })
})
