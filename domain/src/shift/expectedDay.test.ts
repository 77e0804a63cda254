import { expect, test } from 'vitest'
import { at, BLADE, box, FAIRWAY, idOf, MOWER, ROUGH, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import type { Mower } from '../garage/garage.ts'
import { jobsOn } from '../schedule/standingJobs.ts'
import { standingPlanOf } from '../schedule/standingPlan.fixture.ts'
import { busyS, type ExpectedGround, type ExpectedWork, expectedDay } from './expectedDay.ts'
import { planDay } from './planDay.ts'

const DAY = '2026-06-01'
const SOUTH: Mower = { ...MOWER, id: idOf(812), name: 'South' }
const lawns = [1, 2, 3, 4].map(n => zone(n, FAIRWAY, box(n * 60, 0, n * 60 + 50, 40)))
const baseOf = ({ id }: Mower, x: number) => ({
  id: idOf(x + 400),
  name: 'Bay',
  position: at(x, -30),
  headingDeg: 0,
  approach: [],
  hasCharger: false,
  mowerId: id,
  updatedAt: BLADE.updatedAt,
})
const ground: ExpectedGround = {
  features: [zone(9, ROUGH, box(-100, -100, 400, 100)), ...lawns],
  zoneTypes: ZONE_TYPES,
  mowers: [MOWER, SOUTH],
  blades: [BLADE],
  bases: [baseOf(MOWER, 20), baseOf(SOUTH, 40)],
  nowMs: Date.parse(`${DAY}T00:00:00Z`),
}
const nothingKnown = (): undefined => undefined

/** The day of a plan for the four lawns. */
const dayOf = (
  until: string,
  workOf: (featureId: string, mowerId: string) => ExpectedWork | undefined = nothingKnown,
  mowers: readonly Mower[] = ground.mowers,
) => {
  const plan = standingPlanOf(1, { zoneIds: lawns.map(({ id }) => id), from: '05:00', until })
  const { jobs } = jobsOn([plan], DAY, { ...ground, mowers, timeZone: 'Europe/Dublin' })
  const question = expectedDay(jobs, { ...ground, mowers }, workOf)
  if (question === undefined) throw new Error('There is a question')
  return planDay(question)
}

test('the jobs of a plan are shared among its mowers, each busy for what the area takes', () => {
  const day = dayOf('09:00')
  expect(day.plan.left).toEqual([])
  const busy = [MOWER, SOUTH].map(({ id }) => busyS(day, id))
  // 2,000 m² each, by width and speed of the blade.
  const sum = busy.reduce((all, one) => all + one, 0)
  const oneS = 2_000 / (BLADE.widthM * BLADE.missionSpeedMps)
  for (const seconds of busy) expect(seconds).toBeGreaterThan(oneS)
  expect(sum).toBeGreaterThan(4 * oneS)
  expect(sum).toBeLessThan(8 * oneS)
})

test('one mower takes longer than two, and in a short window something is left out', () => {
  const alone = dayOf('09:00', nothingKnown, [MOWER])
  expect(busyS(alone, MOWER.id)).toBeGreaterThan(busyS(dayOf('09:00'), MOWER.id))
  expect(dayOf('05:20', nothingKnown, [MOWER]).plan.left.length).toBeGreaterThan(0)
})

test('what the last mission on a zone took counts more than its area', () => {
  const slow = { durationS: 3 * 3_600, lengthM: 2_000, mownLengthM: 2_000 }
  expect(dayOf('07:00', () => slow).plan.left).toHaveLength(4)
})

test('there is nothing to plan without a cutting unit, or in service', () => {
  const plan = standingPlanOf(1, { zoneIds: lawns.map(({ id }) => id) })
  const { jobs } = jobsOn([plan], DAY, { ...ground, timeZone: 'Europe/Dublin' })
  expect(expectedDay(jobs, { ...ground, blades: [] }, nothingKnown)).toBeUndefined()
  const inService = ground.mowers.map(mower => ({ ...mower, inService: true }))
  expect(expectedDay(jobs, { ...ground, mowers: inService }, nothingKnown)).toBeUndefined()
  const back = inService.map(mower => ({ ...mower, serviceUntil: jobs[0]?.startsAt ?? null }))
  expect(expectedDay(jobs, { ...ground, mowers: back }, nothingKnown)?.mowers).toHaveLength(back.length)
})
