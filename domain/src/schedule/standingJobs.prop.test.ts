import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../common/zonedTime.ts'
import { box, FAIRWAY, GREEN, idOf, TEE, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import { type Repeat, repeatDays } from './repeats.ts'
import { jobsOfDays, jobsOn, type PlannedCourse, planWindow } from './standingJobs.ts'
import { playedHole, standingPlanOf } from './standingPlan.fixture.ts'
import { type StandingPlan, standingDay } from './standingPlan.ts'
import { WEEKDAYS } from './timetable.ts'

const TYPES = [GREEN, FAIRWAY, TEE]
const HOLE = playedHole(1, [{ days: ['wed', 'sun'], from: '07:00', to: '17:00' }])
const zones = Array.from({ length: 9 }, (_, n) => {
  const [x, type] = [n * 30, TYPES[n % 3] ?? GREEN]
  return zone(20 + n, type, box(x, 0, x + 20, 20), n < 4 ? { holeId: HOLE.id } : {})
})
const GONE = idOf(999)
const RANK = { low: 0, normal: 1, high: 2 }

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))
const day = fc.integer({ min: 0, max: 400 }).map(count => addDays('2026-02-01', count))
const repeat: fc.Arbitrary<Repeat> = fc.oneof(
  fc.record({ kind: fc.constant('daily' as const), until: fc.option(day) }),
  fc.record({
    kind: fc.constant('weekdays' as const),
    days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    until: fc.option(day),
  }),
  fc.record({ kind: fc.constant('everyDays' as const), days: fc.integer({ min: 2, max: 90 }), until: fc.option(day) }),
)
const ids = (from: readonly { readonly id: string }[]) => fc.subarray(from.map(({ id }) => id))
const plans = fc
  .array(
    fc.record({
      zoneTypeIds: ids(TYPES),
      zoneIds: ids([...zones, { id: GONE }]),
      exceptZoneIds: ids(zones),
      repeat,
      firstDay: day,
      from: clock,
      until: clock,
      priority: fc.constantFrom('low' as const, 'normal' as const, 'high' as const),
      aheadOfPlay: fc.boolean(),
      pausedUntil: fc.option(day),
    }),
    { maxLength: 5 },
  )
  .map(list => list.map((over, index) => standingPlanOf(index + 1, over)))

const courseIn = (timeZone: string): PlannedCourse => ({
  features: [HOLE, ...zones],
  zoneTypes: ZONE_TYPES,
  mowers: [],
  timeZone,
})
const timeZone = fc.constantFrom('Europe/Dublin', 'UTC', 'Australia/Lord_Howe', 'America/New_York')
const runs = { numRuns: 200, seed: 11 }

/** The plans that want a zone on a day, without looking at how jobs are made. */
const wanting = (all: readonly StandingPlan[], on: string, zoneId: string, typeId: string | undefined) =>
  all.filter(
    plan =>
      repeatDays(plan.repeat, plan.firstDay, on, on).length === 1 &&
      (plan.pausedUntil === null || plan.pausedUntil <= on) &&
      (plan.zoneIds.includes(zoneId) ||
        (typeId !== undefined && plan.zoneTypeIds.includes(typeId) && !plan.exceptZoneIds.includes(zoneId))),
  )

test('makes one job of each zone that a plan of the day wants, or says why not', () => {
  fc.assert(
    fc.property(plans, day, timeZone, (all, on, clockOfCourse) => {
      const made = jobsOn(all, on, courseIn(clockOfCourse))
      expect(standingDay.parse(made)).toEqual(made)
      const jobIds = made.jobs.map(({ featureId }) => featureId)
      expect(new Set(jobIds).size).toBe(jobIds.length)
      for (const { id, properties } of zones) {
        const wanted = wanting(all, on, id, properties.zoneTypeId)
        const isLeft = made.left.some(({ featureId, reason }) => featureId === id && reason === 'played')
        expect(jobIds.includes(id) || isLeft).toBe(wanted.length > 0)
        expect(jobIds.includes(id) && isLeft).toBe(false)
      }
      const missing = made.left.filter(({ featureId }) => featureId === GONE)
      expect(missing.map(({ reason }) => reason)).toEqual(wanting(all, on, GONE, undefined).map(() => 'gone'))
    }),
    runs,
  )
})

test('takes the highest priority of the plans that want a zone, and a window inside the window of that plan', () => {
  fc.assert(
    fc.property(plans, day, timeZone, (all, on, clockOfCourse) => {
      for (const job of jobsOn(all, on, courseIn(clockOfCourse)).jobs) {
        const wanted = wanting(all, on, job.featureId, job.zoneTypeId)
        const plan = wanted.find(({ id }) => id === job.planId)
        expect(plan).toBeDefined()
        if (plan === undefined) return
        expect(RANK[job.priority]).toBe(Math.max(...wanted.map(({ priority }) => RANK[priority])))
        const window = planWindow(plan.from, plan.until, on, clockOfCourse)
        const [from, to] = [Date.parse(job.startsAt), Date.parse(job.endsAt)]
        expect(from).toBeLessThan(to)
        expect(from).toBeGreaterThanOrEqual(window.from)
        expect(to).toBeLessThanOrEqual(window.to)
        const windows = wanted.map(one => planWindow(one.from, one.until, on, clockOfCourse))
        const common = {
          from: Math.max(...windows.map(one => one.from)),
          to: Math.min(...windows.map(one => one.to)),
        }
        if (common.to > common.from) {
          expect(from).toBe(common.from)
          expect(to).toBeLessThanOrEqual(common.to)
        }
      }
    }),
    runs,
  )
})

test('does not depend on the order of the plans, nor on which other days are asked for', () => {
  fc.assert(
    fc.property(plans, day, timeZone, (all, on, clockOfCourse) => {
      const course = courseIn(clockOfCourse)
      const sorted = (jobs: readonly { readonly featureId: string }[]) =>
        jobs.toSorted((a, b) => a.featureId.localeCompare(b.featureId))
      const alone = jobsOn(all, on, course)
      expect(sorted(jobsOn(all.toReversed(), on, course).jobs)).toEqual(sorted(alone.jobs))
      expect(jobsOfDays(all, [addDays(on, -1), on, addDays(on, 1)], course)[1]).toEqual(alone)
    }),
    runs,
  )
})
