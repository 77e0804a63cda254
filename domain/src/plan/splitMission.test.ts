import { describe, expect, test } from 'vitest'
import * as fixture from '../course/course.fixture.ts'
import { at, box, idOf, restriction, zone } from '../course/course.fixture.ts'
import { missionTarget } from '../mission/mission.ts'
import { apartInTime } from './apartInTime.ts'
import { checkPlan } from './checkPlan.ts'
import { planMission } from './planMission.ts'
import { type SplitInput, type SplitMachine, splitMission } from './splitMission.ts'

const fairway = zone(1, fixture.FAIRWAY, box(0, 0, 60, 120))

const machine = (n: number, changes: Partial<SplitMachine> = {}): SplitMachine => ({
  mower: { ...fixture.MOWER, id: idOf(100 + n), systemId: n },
  blade: fixture.BLADE,
  ...changes,
})

const input = (changes: Partial<SplitInput> = {}): SplitInput => ({
  features: [fairway],
  zoneTypes: fixture.ZONE_TYPES,
  target: { kind: 'zone', featureId: fairway.id },
  splitId: idOf(99),
  machines: [machine(1), machine(2)],
  headingDeg: 10,
  turnScheme: 'oneInOne',
  cleaningCycles: 2,
  ...changes,
})

const splitOf = (changes: Partial<SplitInput> = {}) => {
  const split = splitMission(input(changes))
  if (!split.ok) throw new Error(split.error.code)
  return split.value
}

test('each mower gets a mission of its own on its part, and they end within 3 % of each other', () => {
  const { parts, spread, apartM, clearanceM } = splitOf()
  expect(parts.map(({ mowerId }) => mowerId).sort()).toEqual([idOf(101), idOf(102)])
  expect(spread).toBeLessThanOrEqual(0.03)
  expect(apartM).toBeGreaterThanOrEqual(clearanceM)
  const areas = parts.map(({ plan }) => plan.stats.areaM2)
  expect(areas.reduce((a, b) => a + b, 0)).toBeGreaterThan(60 * 120 * 0.999)
  for (const { target, plan } of parts) {
    expect(missionTarget.parse(target)).toEqual(target)
    expect(checkPlan(plan, { ...input(), target })).toEqual([])
    // Planned again from what is stored it is the same drive.
    const again = planMission({ ...input(), target, mower: fixture.MOWER, blade: fixture.BLADE })
    expect(again.ok && again.value.legs).toEqual(plan.legs)
  }
})

test('the missions of the parts end as far apart as the split says, on a green beside a pond', () => {
  const green = zone(1, fixture.FAIRWAY, box(0, 0, 30, 26))
  const { parts, spread } = splitOf({ features: [green, restriction(2, box(26, 8, 34, 16))] })
  const seconds = parts.map(({ finishS }) => finishS)
  const latest = Math.max(...seconds)
  expect((latest - Math.min(...seconds)) / latest).toBeCloseTo(spread, 2)
  expect(spread).toBeLessThanOrEqual(0.1)
})

test('a mower that was found to be slow gets the smaller part, and both end together', () => {
  const slow = machine(2)
  const { parts } = splitOf({
    machines: [machine(1), { ...slow, mower: { ...slow.mower, driveTime: { factor: 1.2, missions: 5 } } }],
  })
  const of = (n: number) => parts.find(({ mowerId }) => mowerId === idOf(100 + n))
  expect((of(1)?.plan.stats.areaM2 ?? 0) / (of(2)?.plan.stats.areaM2 ?? 1)).toBeGreaterThan(1.08)
  expect(Math.abs((of(1)?.finishS ?? 0) / (of(2)?.finishS ?? 1) - 1)).toBeLessThan(0.06)
})

test('both parts driven at once keep apart, and one part against the whole zone does not', () => {
  const { parts } = splitOf()
  const ahead = ({ plan }: (typeof parts)[number]) => ({
    widthM: fixture.MOWER.widthM,
    at: plan.legs[0]?.points[0] ?? at(0, 0),
    way: [],
    waySpeedMps: 2,
    legs: plan.legs,
  })
  const [one, other] = parts
  if (one === undefined || other === undefined) throw new Error('two parts')
  expect(apartInTime(ahead(one), ahead(other))).toBe(true)
  const whole = planMission({ ...input(), mower: fixture.MOWER, blade: fixture.BLADE })
  if (!whole.ok) throw new Error(whole.error.code)
  expect(apartInTime(ahead({ ...one, plan: whole.value }), ahead({ ...other, plan: whole.value }))).toBe(false)
})

test('a part of a zone that was made smaller since is not mown any more', () => {
  const [part] = splitOf().parts
  if (part === undefined) throw new Error('a part')
  const smaller = zone(1, fixture.FAIRWAY, box(20, 0, 40, 120))
  const planned = planMission({
    ...input({ features: [smaller] }),
    target: part.target,
    mower: fixture.MOWER,
    blade: fixture.BLADE,
  })
  expect(planned).toMatchObject({ ok: false, error: { kind: 'cellGone' } })
  expect(checkPlan(part.plan, { ...input({ features: [smaller] }), target: part.target })).toMatchObject([
    { kind: 'noGround' },
  ])
})

describe('what cannot be split says which field and why', () => {
  test.each([
    ['one mower', { machines: [machine(1)] }, 'mowers'],
    ['the same mower twice', { machines: [machine(1), machine(1)] }, 'mowers'],
    ['a road', { target: { kind: 'road', featureId: fairway.id } as const }, 'target'],
    ['a zone without room', { features: [zone(1, fixture.FAIRWAY, box(0, 0, 2, 2))] }, 'mowers'],
  ])('%s', (_, changes, field) => {
    expect(splitMission(input(changes))).toMatchObject({ ok: false, error: { kind: 'notSplit', field } })
  })
})
