import { expect, test } from 'vitest'
import { at, box, FAIRWAY, idOf, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import { type DayInput, type DayMission, type DayMower, planDay } from './planDay.ts'

const FROM = Date.parse('2026-06-01T04:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MOWER = idOf(100)
const [FIRST, SECOND, THIRD] = [idOf(1), idOf(2), idOf(3)]

/** Half a full charge in an hour. */
const CURVE = [{ untilShare: 1, perHour: 0.5 }]

const mower = (changes: Partial<DayMower> = {}): DayMower => ({
  id: MOWER,
  at: at(0, 0),
  widthM: 2,
  speedMps: 2,
  charge: 1,
  reserve: 0.1,
  energyPerM: 0.000_05,
  base: { at: at(0, 0), charge: CURVE },
  ...changes,
})

const mission = (id: string, x: number, energy: number, changes: Partial<DayMission> = {}): DayMission => ({
  id,
  mowerId: MOWER,
  durationS: 20 * 60,
  energy,
  entry: at(x, 0),
  exit: at(x + 10, 0),
  farthest: at(x + 10, 10),
  windows: undefined,
  busy: [],
  ...changes,
})

const input = (changes: Partial<DayInput> = {}): DayInput => ({
  features: [zone(9, FAIRWAY, box(-20, -20, 300, 40))],
  zoneTypes: ZONE_TYPES,
  fromMs: FROM,
  toMs: FROM + 8 * HOUR,
  missions: [mission(FIRST, 10, 0.5), mission(SECOND, 12, 0.5)],
  mowers: [mower()],
  ...changes,
})

const kindsOf = (day: DayInput): readonly string[] => planDay(day).routes[0]?.steps.map(({ kind }) => kind) ?? []
const mownIn = (day: DayInput): readonly string[] =>
  planDay(day).routes[0]?.steps.flatMap(step => (step.kind === 'mow' ? [step.missionId] : [])) ?? []

test('a mower returns and charges between two missions that one charge is not enough for', () => {
  const day = input()
  expect(kindsOf(day)).toEqual(['mow', 'returnToBase', 'charge', 'mow', 'returnToBase'])
  const { routes, plan } = planDay(day)
  const charge = routes[0]?.steps.find(step => step.kind === 'charge')
  // Mission, ways, reserve and margin, up to the next whole percent.
  expect(charge?.untilShare).toBeGreaterThan(0.62)
  expect(charge?.untilShare).toBeLessThan(0.65)
  expect(charge?.planned.charge).toBeCloseTo(charge?.untilShare ?? 0, 1)
  expect(plan).toMatchObject({ left: [], withoutCharge: [] })
  expect(plan.endsAt).toBe(routes[0]?.steps.at(-1)?.planned.until)
})

test('a long way has a drive of its own', () => {
  expect(kindsOf(input({ missions: [mission(FIRST, 200, 0.3)] }))).toEqual(['drive', 'mow', 'returnToBase'])
})

test.each([
  ['noTelemetry', mower({ charge: null })],
  ['noBase', mower({ base: null })],
  ['noCharger', mower({ base: { at: at(0, 0), charge: null } })],
  ['unknownRate', mower({ base: { at: at(0, 0), charge: 'unknownRate' } })],
  ['offCourse', mower({ base: { at: at(0, -900), charge: CURVE } })],
])('a mower is planned without charging and says so: %s', (reason, own) => {
  const day = input({ missions: [mission(FIRST, 10, 0.4), mission(SECOND, 12, 0.3)], mowers: [own] })
  expect(kindsOf(day)).not.toContain('charge')
  expect(mownIn(day)).toHaveLength(2)
  expect(planDay(day).plan.withoutCharge).toEqual([{ mowerId: MOWER, reason }])
})

test('a mower without a base stays where its last mission ends', () => {
  expect(kindsOf(input({ missions: [mission(FIRST, 10, 0.3)], mowers: [mower({ base: null })] }))).toEqual(['mow'])
})

test('a mower whose charge is not reported does all its missions, with no charge in their times', () => {
  const day = input({ mowers: [mower({ charge: null })] })
  expect(mownIn(day)).toHaveLength(2)
  expect(planDay(day).routes[0]?.steps.every(({ planned }) => planned.charge === null)).toBe(true)
})

test('a mission is left out with its reason and what would make it fit', () => {
  const { plan } = planDay(
    input({
      missions: [mission(FIRST, 10, 0.5), mission(SECOND, 12, 0.5), mission(THIRD, 14, 0.95)],
      toMs: FROM + 40 * MINUTE,
    }),
  )
  expect(plan.left).toMatchObject([
    { mowerId: MOWER, reason: 'noTime' },
    { missionId: THIRD, mowerId: MOWER, reason: 'energy', remedies: [] },
  ])
  const until = plan.left[0]?.remedies.find(remedy => remedy.kind === 'until')
  expect(Date.parse(until?.until ?? '')).toBeGreaterThan(FROM + 40 * MINUTE)
  expect(plan.left[0]?.remedies.some(({ kind }) => kind === 'oneMoreMower')).toBe(true)
  const later = input({ toMs: Date.parse(until?.until ?? '') })
  expect(mownIn(later)).toHaveLength(2)
})

test('a mission is mown between two groups, and within its window', () => {
  const busy = [
    { from: FROM, to: FROM + HOUR },
    { from: FROM + 2 * HOUR, to: FROM + 8 * HOUR },
  ]
  const windows = [{ from: FROM + 3 * HOUR, to: FROM + 4 * HOUR }]
  const { routes, plan } = planDay(
    input({
      missions: [
        mission(FIRST, 10, 0.2, { busy }),
        mission(SECOND, 12, 0.2, { windows }),
        mission(THIRD, 14, 0.2, { busy: [{ from: FROM, to: FROM + 8 * HOUR }] }),
      ],
    }),
  )
  const startOf = (id: string) =>
    (Date.parse(routes[0]?.steps.find(step => step.kind === 'mow' && step.missionId === id)?.planned.from ?? '') -
      FROM) /
    HOUR
  expect(startOf(FIRST)).toBeGreaterThanOrEqual(1)
  expect(startOf(FIRST)).toBeLessThan(2)
  expect(startOf(SECOND)).toBeGreaterThanOrEqual(3)
  expect(routes[0]?.steps.some(({ kind }) => kind === 'wait')).toBe(true)
  expect(plan.left).toMatchObject([{ missionId: THIRD, reason: 'window' }])
})
