import { describe, expect, test } from 'vitest'
import { missionStatus } from '../mission/mission.ts'
import type { GateLine } from '../mission/startGate.ts'
import {
  begun,
  ended,
  finished,
  MOST_WAIT_MS,
  type MowerReadiness,
  mowerToWaitFor,
  needsNewDrive,
  nextStep,
  paused,
  pressed,
  ROUTE_EVENTS,
  type RouteFacts,
  routeTransition,
  shown,
  type TaskMission,
} from './routeLife.ts'
import { fleetOf, HOUR_MS, mow, NOW_MS, pauseBy, returnHome, routeOf, taskOf } from './shift.fixture.ts'
import { attentionOf, interruption, isMovedAway, routeState, type ShiftTask, taskState } from './shift.ts'

const { facts, release } = fleetOf()

describe('the life of a route', () => {
  test.each([
    ['waiting', { press: 'waiting', begin: 'running', interrupt: 'paused', finish: 'done' }],
    ['running', { press: undefined, begin: 'running', interrupt: 'paused', finish: 'done' }],
    ['paused', { press: 'waiting', begin: undefined, interrupt: undefined, finish: undefined }],
    ['done', { press: undefined, begin: undefined, interrupt: undefined, finish: undefined }],
  ] as const)('%s', (state, row) => {
    expect(Object.fromEntries(ROUTE_EVENTS.map(event => [event, routeTransition(state, event)]))).toEqual(row)
  })
})

const MISSIONS: readonly TaskMission[] = ['none', 'gone', 'ofOtherMower', ...missionStatus.options]
const READY: readonly MowerReadiness[] = ['ready', 'settling', 'neverSettled', 'taken', 'otherHand']
const TASKS: readonly ShiftTask[] = taskState.options.flatMap(state =>
  [false, true].flatMap(mayResume => [
    mow('mow', { state, mayResume }),
    returnHome('home', { state, mayResume }),
    taskOf({ kind: 'drive', to: [0, 0], missionId: null }, { state, mayResume }),
    taskOf({ kind: 'charge', untilShare: 0.8 }, { state, mayResume }),
    taskOf({ kind: 'wait', until: new Date(NOW_MS + HOUR_MS).toISOString() }, { state, mayResume }),
  ]),
)

/** Every way in which the server could lack the right to start; each value but the first takes it away. */
const RIGHTS = {
  release: [release, null, { ...release, mowerIds: [] }, { ...release, until: new Date(NOW_MS).toISOString() }],
  isOwnRun: [true, false],
  interruption: [null, ...interruption.options],
  courseHolds: [false, true, null],
  fromMs: [NOW_MS, NOW_MS + 1],
  isStarting: [false, true],
} as const satisfies { readonly [K in keyof RouteFacts]?: readonly RouteFacts[K][] }

const rightsLess: readonly Partial<RouteFacts>[] = Object.entries(RIGHTS).flatMap(([name, [, ...less]]) =>
  less.map(value => ({ [name]: value })),
)

describe('every state of a route with every task, mission and mower', () => {
  const cases = routeState.options.flatMap(state =>
    TASKS.flatMap(task =>
      MISSIONS.flatMap(mission => READY.map(mower => ({ route: routeOf([task], { state }), task, mission, mower }))),
    ),
  )

  test('starts nothing where any part of the right to start is missing', () => {
    const starts = cases.flatMap(({ route, mission, mower }) =>
      rightsLess.filter(less => nextStep(route, { ...facts, mission, mower, ...less }).kind === 'begin'),
    )
    expect(starts).toEqual([])
    expect(cases.length * rightsLess.length).toBeGreaterThan(100_000)
  })

  test('starts with all of it exactly what a planned task, its mission and a ready mower allow', () => {
    let begins = 0
    for (const { route, task, mission, mower } of cases) {
      const step = nextStep(route, { ...facts, mission, mower })
      const isOpen = (route.state === 'waiting' || route.state === 'running') && task.state === 'planned'
      const isPass = task.kind === 'wait' || task.kind === 'charge'
      const how = isPass
        ? 'pass'
        : mission === 'stopped'
          ? task.mayResume
            ? 'resume'
            : undefined
          : task.kind === 'mow'
            ? mission === 'interrupted'
              ? 'resume'
              : mission === 'planned' || mission === 'none'
                ? 'start'
                : undefined
            : mission === 'done' || mission === 'uploading' || mission === 'working'
              ? undefined
              : 'drive'
      const isExpected = isOpen && how !== undefined && (isPass || mower === 'ready')
      expect(step.kind === 'begin' ? step.how : undefined).toBe(isExpected ? how : undefined)
      if (step.kind === 'begin') begins += 1
    }
    expect(begins).toBeGreaterThan(50)
  })

  test('a paused and an ended route rest, for all facts', () => {
    const atRest = cases.filter(({ route }) => route.state === 'paused' || route.state === 'done')
    const steps = atRest.flatMap(({ route, mission, mower }) =>
      [{}, ...rightsLess].map(less => nextStep(route, { ...facts, mission, mower, ...less }).kind),
    )
    expect(new Set(steps)).toEqual(new Set(['rest']))
  })
})

describe('the end of a task', () => {
  const running = routeOf([mow('a', { state: 'running' }), mow('b'), returnHome('home')], { state: 'running' })
  const step = (change: Partial<RouteFacts>) => nextStep(running, { ...facts, ...change })

  test.each([
    ['stopped', 'missionStopped'],
    ['failed', 'missionFailed'],
    ['cancelled', 'missionCancelled'],
    ['gone', 'missionCancelled'],
    ['planned', 'notStarted'],
  ] as const)('%s pauses the route', (mission, kind) => {
    expect(step({ mission })).toMatchObject({ kind: 'pause', interruption: kind })
  })

  test('a finished mission is done, also after the window and without a release', () => {
    for (const change of [{}, { release: null }, { nowMs: NOW_MS + 5 * HOUR_MS }])
      expect(step({ mission: 'done', ...change })).toMatchObject({ kind: 'end', as: 'done' })
  })

  test('a mower that drives when the window ends, the release is revoked or the course mode changes is to be held', () => {
    const working = { mission: 'working' } as const
    expect(step({ ...working, nowMs: NOW_MS + 5 * HOUR_MS })).toMatchObject({ interruption: 'windowOver' })
    expect(step({ ...working, release: null })).toMatchObject({ interruption: 'revoked' })
    expect(step({ ...working, courseHolds: true })).toMatchObject({ interruption: 'courseMode' })
    expect(step({ ...working, courseHolds: null })).toEqual({ kind: 'rest' })
  })

  test('the last task ends the route, also without a release', () => {
    const route = routeOf([mow('a', { state: 'done' })], { state: 'running' })
    expect(nextStep(route, { ...facts, release: null })).toEqual({ kind: 'finish' })
    expect(finished(route).state).toBe('done')
    expect(finished(running).state).toBe('running')
  })
})

describe('the next task', () => {
  test('a mission that does not fit into the window is skipped, and the mower drives home', () => {
    const route = routeOf([mow('a'), returnHome('home')], { state: 'running' })
    const late = { ...facts, mission: 'planned', durationS: 3 * 3_600 } as const
    expect(nextStep(route, late)).toMatchObject({ kind: 'end', as: 'skipped', reason: 'windowTooShort' })
    expect(nextStep(route, { ...late, durationS: null })).toMatchObject({ reason: 'windowTooShort' })
    const [first] = route.tasks
    if (first === undefined) throw new Error('The route has tasks')
    const left = ended(route, first, 'skipped', 'now')
    expect(nextStep(left, { ...facts, mission: 'none', durationS: null })).toMatchObject({
      kind: 'begin',
      how: 'drive',
    })
  })

  const margin = { fieldTitle: 'Green 7', doneAt: '', groupAt: '', isFirst: true, minutes: 4, wantedMinutes: 20 }
  const later = { kind: 'later', fromMs: NOW_MS + 60_000 } as const
  test.each([
    ['too late ahead of play', { kind: 'cutsIn', margin }, 0, { kind: 'end', as: 'skipped', reason: 'aheadOfPlay' }],
    ['while a group leaves', later, 0, { kind: 'wait', untilMs: later.fromMs }],
    ['while it still leaves', later, MOST_WAIT_MS - 1, { kind: 'wait' }],
    ['when it does not leave', later, MOST_WAIT_MS, { kind: 'end', as: 'skipped', reason: 'aheadOfPlay' }],
    ['clear of golfers', { kind: 'clear' }, 0, { kind: 'begin', how: 'start' }],
  ] as const)('SAFE-13j %s', (_, play, waitedMs, expected) => {
    const given = { ...facts, mission: 'planned', play, waitedMs } as const
    expect(nextStep(routeOf([mow('a'), mow('b')], { state: 'running' }), given)).toMatchObject(expected)
  })

  test('SAFE-13j a person who continues the route at a task starts it as by their own press, and only this once', () => {
    const given = { ...facts, mission: 'planned', play: { kind: 'cutsIn', margin } } as const
    const held = paused(routeOf([mow('a'), mow('b')], { state: 'running' }), pauseBy('gateRefused'))
    const again = pressed(held, 'planned', 'continue')
    const step = nextStep(again, given)
    expect(step).toMatchObject({ kind: 'begin', how: 'start' })
    if (step.kind !== 'begin') throw new Error('It starts')
    expect(begun(again, step.task, 'now').tasks.map(({ mayCutIn }) => mayCutIn)).toEqual([undefined, undefined])
    for (const other of [pressed(held, 'planned'), pressed(paused(again, pauseBy('linkLost')), 'planned')])
      expect(nextStep(other, given)).toMatchObject({ reason: 'aheadOfPlay' })
    const next = ended(again, step.task, 'done', 'now')
    expect(nextStep(next, given)).toMatchObject({ reason: 'aheadOfPlay' })
  })

  const line = (check: GateLine['check'], reason: string, verdict: GateLine['verdict'] = 'refused'): GateLine => ({
    check,
    verdict,
    reason,
    values: { name: 'Rook 2' },
  })
  const taken = line('zoneFree', 'otherMower')
  test.each([
    ['waits for the other mower', [taken], 0, 'Rook 2'],
    ['would meet another one on its approach', [line('zoneFree', 'onWay')], 0, 'Rook 2'],
    ['waits beside a warning', [taken, line('expectedPlay', 'closeToFirst', 'warned')], 0, 'Rook 2'],
    ['still waits', [taken], MOST_WAIT_MS - 1, 'Rook 2'],
    ['has waited for ten minutes', [taken], MOST_WAIT_MS, undefined],
    ['is refused for another reason too', [taken, line('fix', 'fixTooPoor')], 0, undefined],
    ['would come too near to one that mows its own part', [line('zoneFree', 'tooNear')], 0, undefined],
    ['does not know who is there', [line('zoneFree', 'unknown')], 0, undefined],
    ['is refused for another reason', [line('rain', 'rainModeRestricted')], 0, undefined],
    ['is refused by nothing', [line('zoneFree', 'otherMower', 'passed')], 0, undefined],
  ] as const)('SAFE-13l a task that %s', (_, lines, waitedMs, mower) => {
    expect(mowerToWaitFor(lines, waitedMs)).toBe(mower)
  })

  const stands = line('planFits', 'bodyInObstacle')
  test.each([
    ['another mower is in the way of its rest', [stands], true],
    ['the map has changed', [line('planFits', 'mapChanged')], true],
    ['no way leads back to it', [line('way', 'blocked')], true],
    ['one is in its way and another one drives there', [stands, taken], true],
    ['another one drives there, which it waits for', [taken], false],
    ['the fix is poor as well', [stands, line('fix', 'fixTooPoor')], false],
    ['its machine was changed', [line('planFits', 'machineChanged')], false],
    ['nothing refuses it', [line('planFits', 'fits', 'passed')], false],
  ] as const)('SAFE-6h a stopped drive: %s', (_, lines, isPlannedAgain) => {
    expect(needsNewDrive(lines)).toBe(isPlannedAgain)
  })

  test('a route needs a person while it is paused, or while its driving mower does not move', () => {
    const why = { code: 'standsStill', params: { minutes: 5 } }
    const [waits, drives] = [mow('a'), mow('a', { state: 'running' })]
    const stands = shown(routeOf([drives], { state: 'running' }), drives, why)
    const routes = [shown(routeOf([waits]), waits, why), routeOf([drives]), stands, paused(stands, pauseBy('linkLost'))]
    expect(routes.map(route => attentionOf(route)?.code ?? null)).toEqual([null, null, 'standsStill', 'stoppedBy'])
  })

  test('a task that waited shows nothing of it any more once it starts or its route is paused', () => {
    const route = routeOf([mow('a')], { state: 'running' })
    const [task] = route.tasks
    if (task === undefined) throw new Error('The route has tasks')
    const waits = shown(route, task, { code: 'waitsForGroup', params: { at: '09:05' } })
    const whys = [waits, begun(waits, waits.tasks[0] ?? task, 'now'), paused(waits, pauseBy('linkLost'))].map(
      ({ tasks }) => tasks[0]?.why?.code ?? null,
    )
    expect(whys).toEqual(['waitsForGroup', null, null])
  })

  test('SAFE-13k a mission that was moved out of the window leaves the shift, and the route continues with the next', () => {
    const route = routeOf([mow('a'), mow('b')], { state: 'running' })
    const moved = { ...facts, mission: 'planned', isMovedAway: true } as const
    const step = nextStep(route, moved)
    expect(step).toMatchObject({ kind: 'end', as: 'skipped', reason: 'movedAway' })
    if (step.kind !== 'end') throw new Error('It ends')
    const next = nextStep(ended(route, step.task, 'skipped', 'now'), { ...moved, isMovedAway: false })
    expect(next).toMatchObject({ kind: 'begin', how: 'start', task: { id: 'b' } })
    // One that drives is not planned any more.
    expect(nextStep(routeOf([mow('a', { state: 'running' })]), { ...moved, mission: 'working' })).toEqual({
      kind: 'rest',
    })
  })

  const clock = (text: string): string => `2026-05-${text}:00.000Z`
  const [within, evening, tomorrow] = [clock('04T06:00'), clock('04T14:00'), clock('05T06:00')]
  test.each([
    ['to the next day', within, tomorrow, true],
    ['to a time after the window', within, evening, true],
    ['within the window', within, clock('04T06:30'), false],
    ['to no time', within, null, false],
    ['from no time to one after the window', null, evening, true],
    ['not at all: it had a time after the window from the beginning', evening, evening, false],
    ['to the next day, in a shift that does not say from when', undefined, tomorrow, true],
    ['perhaps not at all, in a shift that does not say from when', undefined, evening, false],
  ] as const)('a mission is moved %s', (_, before, now, isMoved) => {
    const window = { from: clock('04T05:00'), until: clock('04T09:00') }
    expect(isMovedAway(before === undefined ? {} : { startsAt: before }, now, window)).toBe(isMoved)
  })

  test('a zone that the release does not name pauses the route', () => {
    const route = routeOf([mow('a')])
    expect(nextStep(route, { ...facts, mission: 'planned', zoneId: 'other' })).toMatchObject({
      interruption: 'notReleased',
    })
  })

  test('SAFE-13g a charge ends when the mower reports the wanted share, and not while its charge is unknown', () => {
    const route = routeOf([taskOf({ kind: 'charge', untilShare: 0.8 }, { state: 'running' })], { state: 'running' })
    const at = (battery: number | null) => nextStep(route, { ...facts, battery }).kind
    expect([at(null), at(0.79), at(0.8)]).toEqual(['rest', 'rest', 'end'])
  })

  test('SAFE-13g the word of a person ends a charge only of a mower that reports none', () => {
    const route = routeOf([taskOf({ kind: 'charge', untilShare: 0.8 }, { state: 'running' })], { state: 'running' })
    const at = (battery: number | null) => nextStep(route, { ...facts, battery, isRefuelled: true }).kind
    expect([at(null), at(0.5)]).toEqual(['end', 'rest'])
  })

  test('SAFE-13g nothing starts after a charge without a release, or after an interruption while it charged', () => {
    const charged = routeOf([taskOf({ kind: 'charge', untilShare: 0.8 }, { state: 'done' }), mow('a')], {
      state: 'running',
    })
    const given = { ...facts, mission: 'planned' as const }
    expect(nextStep(charged, given)).toMatchObject({ kind: 'begin', how: 'start' })
    expect(nextStep(charged, { ...given, release: null })).toMatchObject({ interruption: 'revoked' })
    expect(nextStep(charged, { ...given, isOwnRun: false })).toMatchObject({ interruption: 'serverRestarted' })
    for (const interruption of ['personStop', 'otherHand', 'linkLost'] as const)
      expect(nextStep(charged, { ...given, interruption })).toEqual({ kind: 'pause', interruption })
    expect(nextStep(paused(charged, pauseBy('linkLost')), given)).toEqual({ kind: 'rest' })
  })

  test('SAFE-13h a charge that does not rise pauses the route, unless it has what the task needs', () => {
    const route = routeOf([taskOf({ kind: 'charge', untilShare: 0.8 }, { state: 'running' }), mow('a')], {
      state: 'running',
    })
    const at = (battery: number | null) => nextStep(route, { ...facts, battery, isChargeStuck: true })
    expect(at(0.5)).toEqual({ kind: 'pause', interruption: 'notCharging' })
    expect(at(null)).toEqual({ kind: 'pause', interruption: 'notCharging' })
    expect(at(0.8)).toMatchObject({ kind: 'end', as: 'done' })
  })

  test('a planned wait ends by itself at its time', () => {
    const until = new Date(NOW_MS + HOUR_MS).toISOString()
    const route = routeOf([taskOf({ kind: 'wait', until }, { state: 'running' })], { state: 'running' })
    const at = (nowMs: number) => nextStep(route, { ...facts, nowMs }).kind
    expect([at(NOW_MS), at(NOW_MS + HOUR_MS)]).toEqual(['rest', 'end'])
  })
})

describe('a press', () => {
  test('lets the stopped mission of the current task resume once, and no other', () => {
    const route = routeOf([mow('a', { state: 'running' }), mow('b')], { state: 'running' })
    const held = paused(route, pauseBy('personStop'))
    expect(held.state).toBe('paused')
    const again = pressed(held, 'stopped')
    expect(again.tasks.map(({ state, mayResume }) => [state, mayResume])).toEqual([
      ['planned', true],
      ['planned', false],
    ])
    const step = nextStep(again, { ...facts, mission: 'stopped' })
    expect(step).toMatchObject({ kind: 'begin', how: 'resume' })
    const [task] = again.tasks
    if (task === undefined) throw new Error('The route has tasks')
    expect(begun(again, task, 'now').tasks[0]).toMatchObject({ state: 'running', mayResume: false })
  })

  test('a pause before the press is used up takes it back, and keeps the first reason', () => {
    const held = paused(pressed(routeOf([mow('a')]), 'planned'), pauseBy('personStop'))
    expect(held.tasks[0]?.mayResume).toBe(false)
    expect(paused(held, pauseBy('linkLost')).pause?.kind).toBe('personStop')
  })

  test('does not let a mission resume that is stopped only after the press', () => {
    const waiting = pressed(routeOf([mow('a')]), 'planned')
    expect(nextStep(waiting, { ...facts, mission: 'stopped' })).toMatchObject({ interruption: 'missionStopped' })
  })

  test('leaves a task alone whose mission drives after all', () => {
    const held = paused(routeOf([mow('a', { state: 'running' })], { state: 'running' }), pauseBy('serverRestarted'))
    const again = pressed(held, 'working')
    expect(again.tasks[0]?.state).toBe('running')
    expect(nextStep(again, { ...facts, mission: 'working' })).toEqual({ kind: 'rest' })
    expect(nextStep(again, { ...facts, mission: 'done' })).toMatchObject({ kind: 'end', as: 'done' })
  })

  test('changes nothing on a route that has ended', () => {
    const route = routeOf([mow('a', { state: 'done' })], { state: 'done' })
    expect(pressed(route, 'none')).toBe(route)
  })
})
