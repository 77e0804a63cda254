import { expect, test } from 'vitest'
import { type PlannedStep, planDay } from './planDay.ts'
import {
  awake,
  COURSE,
  dayMission,
  dayMower,
  missionId,
  mowerId,
  mowTask,
  replanOf,
  shiftOf,
} from './replan.fixture.ts'
import { estimatedWork, replanDifference, replannedRoutes, splitRoute, unableMowers } from './replan.ts'
import { HOUR_MS, NOW_MS, pauseBy, returnHome, routeOf, taskOf } from './shift.fixture.ts'
import type { Interruption, ShiftRoute, ShiftTask } from './shift.ts'

const AT = new Date(NOW_MS).toISOString()
const route = (m: number, tasks: readonly ShiftTask[], changes: Partial<ShiftRoute> = {}): ShiftRoute =>
  routeOf(tasks, { mowerId: mowerId(m), state: 'running', ...changes })
const pausedBy = (kind: Interruption) => ({ state: 'paused' as const, pause: pauseBy(kind) })
let made = 0
const asTask = (step: PlannedStep): ShiftTask =>
  taskOf(
    (step.kind === 'drive' || step.kind === 'returnToBase' ? { ...step, missionId: null } : step) as never,
    {},
    `new ${made++}`,
  )
const idsOf = (tasks: readonly ShiftTask[]): string[] => tasks.map(({ id }) => id)

test('the missions of a mower with a blade fault go to the others, those of the others stay', () => {
  const shift = shiftOf([
    route(0, [mowTask(1, { state: 'done' }), mowTask(2), mowTask(3), returnHome('home')], pausedBy('bladeFault')),
    route(1, [mowTask(4, { state: 'running' }), mowTask(5)]),
    route(2, [mowTask(6)]),
  ])
  const missions = [dayMission(2, 0), dayMission(3, 0), dayMission(5, 1), dayMission(6, 2)]
  const input = replanOf(shift, [awake(0), awake(1), awake(2)], missions)
  const difference = replanDifference(input)
  expect(difference.unable).toEqual([{ mowerId: mowerId(0), reason: 'fault' }])
  expect(difference.moves.map(move => [move.missionId, move.fromMowerId]).sort()).toEqual([
    [missionId(2), mowerId(0)],
    [missionId(3), mowerId(0)],
  ])
  expect(difference.changes).toBe(true)
  expect(difference.needPress).toEqual([])
  const routes = replannedRoutes(input, asTask, pauseBy('notReleased'))
  expect(idsOf(routes[0]?.tasks ?? [])).toEqual(['task 1', 'home'])
  expect(idsOf(routes[1]?.tasks ?? [])[0]).toBe('task 4')
  expect(routes.map(({ state }) => state)).toEqual(['paused', 'running', 'running'])
})

test('a mission that only its broken mower suits is left out with the reason', () => {
  const shift = shiftOf([route(0, [mowTask(1)], pausedBy('linkLost')), route(1, [mowTask(2)])])
  const input = replanOf(shift, [awake(0), awake(1)], [dayMission(1, 0), dayMission(2, 1)])
  const alone = planDay({
    ...COURSE,
    fromMs: NOW_MS,
    toMs: NOW_MS + HOUR_MS,
    mowers: [dayMower(1)],
    missions: [dayMission(1, 0), dayMission(2, 1)],
  })
  expect(replanDifference({ ...input, day: alone })).toMatchObject({
    moves: [],
    left: [{ missionId: missionId(1), mowerId: mowerId(0), reason: 'noMachine', isNew: true }],
  })
})

test('nothing would be better where every mower drives and its missions come in the best order', () => {
  const shift = shiftOf([route(0, [mowTask(0), returnHome('home')])])
  const difference = replanDifference(replanOf(shift, [awake(0)], [dayMission(0, 0)]))
  expect(difference).toMatchObject({ changes: false, moves: [], left: [], putBack: [], reordered: 0 })
})

test('what was left out is put back where it fits now', () => {
  const left = { missionId: missionId(1), mowerId: mowerId(0), reason: 'noTime' as const, remedies: [] }
  const shift = shiftOf([route(0, [mowTask(0)])], { plan: { endsAt: null, left: [left], withoutCharge: [] } })
  const difference = replanDifference(replanOf(shift, [awake(0)], [dayMission(0, 0), dayMission(1, 0)]))
  expect(difference).toMatchObject({ changes: true, putBack: [{ missionId: missionId(1), mowerId: mowerId(0) }] })
})

test('a mower that is done takes missions over only after a press, and stays paused until then', () => {
  const shift = shiftOf([
    route(0, [mowTask(1)], pausedBy('mowerRestarted')),
    route(1, [mowTask(2, { state: 'done' })], { state: 'done' }),
  ])
  const input = replanOf(shift, [awake(0), awake(1)], [dayMission(1, 0)])
  expect(replanDifference(input).needPress).toEqual([mowerId(1)])
  const routes = replannedRoutes(input, asTask, pauseBy('notReleased'))
  expect(routes[1]).toMatchObject({ state: 'paused', pause: { kind: 'notReleased' } })
})

test('a margin before the first group that no longer holds is named', () => {
  const shift = shiftOf([route(0, [mowTask(0), mowTask(1)])])
  const input = replanOf(shift, [awake(0)], [dayMission(0, 0, 40), dayMission(1, 0, 40)])
  const first = { fromMs: NOW_MS + 30 * 60_000, marginMs: 10 * 60_000 }
  const { margins } = replanDifference({
    ...input,
    firstGroup: id => (id === missionId(1) ? first : undefined),
  })
  expect(margins).toMatchObject([
    { missionId: missionId(1), mowerId: mowerId(0), firstGroupAt: new Date(first.fromMs).toISOString() },
  ])
})

test('a mission that a mower drives to stays, unless that mower cannot drive', () => {
  const drive = taskOf({ kind: 'drive', to: [0, 0], missionId: null }, { state: 'running' })
  const tasks = [drive, mowTask(1), mowTask(2)]
  expect(splitRoute(route(0, tasks), true, () => true, AT).open).toEqual([missionId(2)])
  expect(splitRoute(route(0, tasks), false, () => true, AT).open).toEqual([missionId(1), missionId(2)])
})

test('a wait that runs ends with the new plan', () => {
  const wait = taskOf({ kind: 'wait', until: AT }, { state: 'running' })
  expect(splitRoute(route(0, [wait, mowTask(1)]), true, () => true, AT).kept).toMatchObject([
    { kind: 'wait', state: 'done', endedAt: AT },
  ])
})

test.each([
  ['in service', { inService: true }, {}, 'inService'],
  ['without a link', { hasLink: false }, {}, 'noLink'],
  ['deleted', { isGone: true }, {}, 'gone'],
  ['paused by a person', {}, pausedBy('personPause'), 'notReleased'],
  ['paused by a refused start', {}, pausedBy('gateRefused'), 'fault'],
] as const)('a mower that is %s takes no part', (_, now, changes, reason) => {
  const shift = shiftOf([route(0, [mowTask(1)], changes), route(1, [mowTask(2)])])
  expect(unableMowers(shift, [awake(0, now), awake(1)])).toEqual([{ mowerId: mowerId(0), reason }])
})

test('mowers that are switched off before a shift is released count as able', () => {
  const shift = shiftOf([route(0, [mowTask(1)]), route(1, [mowTask(2)])], { release: null })
  const asleep = [awake(0, { hasLink: false }), awake(1, { hasLink: false })]
  expect(unableMowers(shift, asleep)).toEqual([])
  expect(unableMowers(shift, [awake(0), awake(1, { hasLink: false })])).toMatchObject([{ reason: 'noLink' }])
})

test('the time for another mower is estimated by its working width and speed', () => {
  const work = { durationS: 600, lengthM: 1_000, mownLengthM: 800 }
  const own = { mower: {}, blade: { widthM: 2, missionSpeedMps: 1.5 } }
  const wide = { mower: {}, blade: { widthM: 4, missionSpeedMps: 1 } }
  expect(estimatedWork(work, own, wide)).toEqual({ durationS: 450, lengthM: 500, mownLengthM: 400 })
})
