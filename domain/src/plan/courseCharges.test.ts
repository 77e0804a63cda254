import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as fixture from '../course/course.fixture.ts'
import { at, idOf } from '../course/course.fixture.ts'
import type { Mower } from '../garage/garage.ts'
import { mowerHome } from '../shift/dayMower.ts'
import { type DayMission, ENERGY_MARGIN, planDay } from '../shift/planDay.ts'
import type { MowerHome } from './courseCharges.ts'
import { type CourseMower, type CoursePlanInput, type CourseZone, coursePlan, planCourse } from './coursePlan.ts'

const FROM = Date.parse('2026-06-01T04:00:00.000Z')
const HOUR = 3_600_000
const RANGE_M = 10_000

/** At its base, which fills an empty battery in two and a half hours. */
const HOME: MowerHome = {
  at: at(0, 0),
  charge: [
    { untilShare: 0.8, perHour: 0.5 },
    { untilShare: 1, perHour: 0.25 },
  ],
  reserve: 0.15,
  energyPerM: 0.5 / RANGE_M,
}

const mower = (changes: Partial<CourseMower> = {}): CourseMower => ({
  id: idOf(101),
  bladeId: idOf(201),
  at: at(0, 0),
  widthM: 2,
  transitSpeedMps: 2,
  rangeM: RANGE_M,
  fullRangeM: RANGE_M,
  zoneTypeIds: null,
  busy: [],
  ...changes,
})

/** Each takes 45 minutes and 2.7 km. */
const zones = (count: number): CourseZone[] =>
  Array.from({ length: count }, (_, i) => {
    const place = at(50 + 10 * i, 0)
    const work = {
      durationS: 2_700,
      lengthM: 2_700,
      areaM2: 1_000,
      entry: place,
      exit: place,
      farthest: at(50 + 10 * i, 60),
      headingDeg: 0,
      direction: '12-6' as const,
    }
    return {
      featureId: idOf(i + 1),
      zoneTypeId: fixture.FAIRWAY.id,
      weight: 1,
      busy: [],
      work: { [idOf(101)]: work, [idOf(102)]: work },
    }
  })

const plan = (count: number, mowers: readonly CourseMower[], hours = 24, changes: Partial<CoursePlanInput> = {}) =>
  planCourse({
    // The base is on the course where a zone or a road is near.
    features: [fixture.zone(9, fixture.FAIRWAY, fixture.box(-20, -20, 20, 20))],
    zoneTypes: fixture.ZONE_TYPES,
    zones: zones(count),
    mowers,
    fromMs: FROM,
    toMs: FROM + hours * HOUR,
    mapRevision: 4,
    ...changes,
  })

test('a mower without a charger mows what one charge allows', () => {
  const planned = plan(9, [mower()])
  expect(planned.rounds).toMatchObject([{ charges: [] }])
  expect(planned.rounds[0]?.stops).toHaveLength(3)
  expect(planned.left.map(({ reason }) => reason)).toEqual(Array.from({ length: 6 }, () => 'battery'))
})

test('a mower with a charger charges as often as the time allows, and never uses more than it has', () => {
  const planned = plan(9, [mower({ home: HOME })])
  expect(coursePlan.parse(planned)).toEqual(planned)
  expect(planned.left).toEqual([])
  const [round] = planned.rounds
  if (round === undefined) throw new Error('The mower has no round')
  expect(round.stops).toHaveLength(9)
  expect(round.charges.length).toBeGreaterThanOrEqual(2)
  expect(round.battery).toBeGreaterThan(2)
  const events = [
    ...round.stops.map(({ startsAt, endsAt, wayM }) => ({ from: startsAt, until: endsAt, uses: 0.27, wayM })),
    ...round.charges.map(({ from, until, share }) => ({ from, until, share })),
  ].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  let has = 1
  events.forEach((event, i) => {
    expect(Date.parse(event.from)).toBeGreaterThanOrEqual(Date.parse(events[i - 1]?.until ?? event.from))
    has = 'share' in event ? event.share : has - event.uses
    expect(has).toBeGreaterThan(0.15)
  })
  expect(Date.parse(planned.endsAt ?? '')).toBe(Math.max(...round.stops.map(({ endsAt }) => Date.parse(endsAt))))
})

test('in a short window it mows more than on one charge, and less than with time to charge', () => {
  const planned = plan(9, [mower({ home: HOME })], 5)
  const [round] = planned.rounds
  expect(round?.stops.length).toBeGreaterThan(3)
  expect(round?.stops.length).toBeLessThan(9)
  expect(planned.left.every(({ reason }) => reason === 'battery')).toBe(true)
  expect(Date.parse(round?.endsAt ?? '')).toBeLessThanOrEqual(FROM + 5 * HOUR)
})

test('one with a charger mows what one without leaves', () => {
  const planned = plan(9, [mower(), mower({ id: idOf(102), home: HOME })])
  expect(planned.left).toEqual([])
  const [without, charging] = planned.rounds
  expect(without?.charges).toEqual([])
  expect(without?.stops.length).toBeLessThanOrEqual(3)
  expect(charging?.stops.length).toBeGreaterThanOrEqual(6)
})

test('the other missions of a mower are waited for at its base', () => {
  const busy = [{ from: FROM + HOUR, to: FROM + 3 * HOUR }]
  const stops = plan(4, [mower({ home: HOME, busy })]).rounds[0]?.stops ?? []
  expect(stops).toHaveLength(4)
  for (const { leavesAt, endsAt } of stops)
    expect(Date.parse(endsAt) <= FROM + HOUR || Date.parse(leavesAt) >= FROM + 3 * HOUR).toBe(true)
})

test('a base that is not on this course is not a home', () => {
  expect(plan(9, [mower({ home: { ...HOME, at: at(5_000, 0) } })]).rounds).toMatchObject([{ charges: [] }])
})

test('one whose charger is not known keeps what the way home takes, and its reserve', () => {
  const far = zones(9).map(zone => {
    const work = zone.work[idOf(101)]
    if (work === undefined) throw new Error('No work')
    const place = at(400, 0)
    return { ...zone, work: { [idOf(101)]: { ...work, entry: place, exit: place, farthest: place } } }
  })
  // Three zones take 0.81 of the charge, the ways there and home 0.04.
  for (const [reserve, count] of [
    [0.14, 3],
    [0.16, 2],
  ] as const) {
    const home = { ...HOME, charge: undefined, reserve, energyPerM: 0.5 / RANGE_M }
    const planned = plan(9, [mower({ home })], 24, { zones: far })
    expect(planned.rounds[0]).toMatchObject({ charges: [] })
    expect(planned.rounds[0]?.stops).toHaveLength(count)
  }
})

test('a shift has the energy and the time for all that the plan of a course gave its mowers', () => {
  const charge = fc.constantFrom(undefined, HOME.charge)
  const effort = fc.record({ minutes: fc.integer({ min: 5, max: 90 }), farM: fc.integer({ min: 0, max: 600 }) })
  fc.assert(
    fc.property(fc.array(effort, { minLength: 4, maxLength: 9 }), charge, charge, (efforts, ...charges) => {
      const wanted = efforts.map(({ minutes, farM }, i): CourseZone => {
        const [zone] = zones(1)
        const own = zone?.work[idOf(101)]
        if (zone === undefined || own === undefined) throw new Error('No work')
        const place = at(farM, 10 * i)
        const work = {
          ...own,
          durationS: 60 * minutes,
          lengthM: 60 * minutes,
          entry: place,
          exit: place,
          farthest: place,
        }
        return { ...zone, featureId: idOf(i + 1), work: { [idOf(101)]: work, [idOf(102)]: work } }
      })
      const mowers = charges.map((charge, i) => mower({ id: idOf(101 + i), home: { ...HOME, charge, reserve: 0.3 } }))
      const { rounds } = plan(0, mowers, 8, { zones: wanted })
      const day = planDay({
        features: [fixture.zone(9, fixture.FAIRWAY, fixture.box(-20, -20, 20, 20))],
        zoneTypes: fixture.ZONE_TYPES,
        fromMs: FROM,
        toMs: FROM + 8 * HOUR,
        missions: rounds.flatMap(({ mowerId, stops }) =>
          stops.flatMap(({ featureId }): DayMission[] => {
            const work = wanted.find(zone => zone.featureId === featureId)?.work[mowerId]
            if (work === undefined) return []
            const { durationS, lengthM, entry, exit, farthest = exit } = work
            const energy = lengthM / RANGE_M
            return [{ id: featureId, mowerId, durationS, energy, entry, exit, farthest, windows: undefined, busy: [] }]
          }),
        ),
        mowers: mowers.map(({ id, at, widthM, transitSpeedMps }, i) => ({
          id,
          at,
          widthM,
          speedMps: transitSpeedMps,
          charge: 1,
          reserve: 0.3 - ENERGY_MARGIN,
          energyPerM: HOME.energyPerM,
          base: { at, charge: charges[i] ?? null },
        })),
      })
      expect(day.plan.left).toEqual([])
    }),
    { numRuns: 6 },
  )
})

test('a home is a base; its charger counts where its time is known and the mower has a battery', () => {
  const energy = { source: 'battery', capacity: null, reserveShare: 0.2, fullChargeH: 3 } as const
  const machine = {
    id: idOf(101),
    transitSpeedMps: 2,
    batteryRangeM: RANGE_M,
    widthM: 2,
    energy,
  } as unknown as Mower
  const base = { position: at(0, 0), hasCharger: true }
  expect(mowerHome(machine, base)).toMatchObject({ at: at(0, 0), reserve: 0.22 })
  expect(mowerHome(machine, undefined)).toBeUndefined()
  expect(mowerHome(machine, { ...base, hasCharger: false })).toMatchObject({ charge: undefined, reserve: 0.22 })
  expect(mowerHome(machine, base)?.charge).toHaveLength(2)
  expect(mowerHome({ ...machine, energy: { ...energy, fullChargeH: null } }, base)?.charge).toBeUndefined()
  expect(mowerHome({ ...machine, energy: { ...energy, source: 'tank' } }, base)?.charge).toBeUndefined()
})
