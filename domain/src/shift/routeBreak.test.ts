import { describe, expect, test } from 'vitest'
import { missionStatus } from '../mission/mission.ts'
import {
  ended,
  mayInterrupt,
  nextStep,
  paused,
  pressed,
  type RouteFacts,
  type TaskMission,
  withBreak,
} from './routeLife.ts'
import { fleetOf, HOUR_MS, mow, NOW_MS, pauseBy, returnHome, routeOf, taskOf } from './shift.fixture.ts'
import { interruption } from './shift.ts'

const { facts, release } = fleetOf()

const MISSIONS: readonly TaskMission[] = ['none', 'gone', 'ofOtherMower', ...missionStatus.options]
/** Each takes away a part of the right to start. */
const LESS: readonly Partial<RouteFacts>[] = [
  { release: null },
  { release: { ...release, mowerIds: [] } },
  { release: { ...release, until: new Date(NOW_MS).toISOString() } },
  { isOwnRun: false },
  { courseHolds: true },
  { courseHolds: null },
  { nowMs: NOW_MS + 5 * HOUR_MS },
  ...interruption.options.map(kind => ({ interruption: kind })),
]

describe('a mission that the server interrupts to charge its mower', () => {
  const home = returnHome('to charge')
  const charge = taskOf({ kind: 'charge', untilShare: 0.8 })
  const back = taskOf({ kind: 'drive', to: [0, 0], missionId: null })
  const driving = routeOf([mow('a', { state: 'running' }), mow('b')], { state: 'running' })

  test('SAFE-13n the server interrupts a mission only with the whole right to start one, and while it drives', () => {
    const working = { ...facts, mission: 'working' } as const
    expect(mayInterrupt(driving, working)).toBe(true)
    for (const less of LESS) expect([less, mayInterrupt(driving, { ...working, ...less })]).toEqual([less, false])
    for (const mission of MISSIONS.filter(each => each !== 'working'))
      expect(mayInterrupt(driving, { ...facts, mission })).toBe(false)
    expect(mayInterrupt(paused(driving, pauseBy('linkLost')), working)).toBe(false)
    expect(mayInterrupt(routeOf([returnHome('home', { state: 'running' })], { state: 'running' }), working)).toBe(false)
  })

  test('SAFE-13n an interrupted mission waits for home, the charge and the way back, and then resumes without a press', () => {
    const step = nextStep(driving, { ...facts, mission: 'interrupted' })
    expect(step).toMatchObject({ kind: 'break', task: { id: 'a' } })
    if (step.kind !== 'break') throw new Error('It breaks')
    const route = withBreak(driving, step.task, [home, charge, back])
    expect(route.tasks.map(({ id, state, isBreak }) => [id, state, isBreak])).toEqual([
      ['to charge', 'planned', true],
      ['charge', 'planned', true],
      ['drive', 'planned', true],
      ['a', 'planned', undefined],
      ['b', 'planned', undefined],
    ])
    expect(nextStep(route, facts)).toMatchObject({ kind: 'begin', how: 'drive', task: { id: 'to charge' } })
    const charged = route.tasks.slice(0, 3).reduce((now, task) => ended(now, task, 'done', 'now'), route)
    const given = { ...facts, mission: 'interrupted' } as const
    expect(nextStep(charged, given)).toMatchObject({ kind: 'begin', how: 'resume', task: { id: 'a' } })
    // After an interruption of another kind only a press leads on.
    expect(nextStep(paused(charged, pauseBy('personStop')), given)).toEqual({ kind: 'rest' })
    expect(nextStep(pressed(paused(charged, pauseBy('personStop')), 'interrupted'), given)).toMatchObject({
      how: 'resume',
    })
  })

  const margin = { fieldTitle: 'Green 7', doneAt: '', groupAt: '', isFirst: true, minutes: 4, wantedMinutes: 20 }
  test('SAFE-13n golfers who have come, and the end of the window, keep an interrupted mission from resuming', () => {
    const given = { ...facts, mission: 'interrupted' } as const
    const waits = withBreak(driving, mow('a'), [])
    expect(nextStep(waits, { ...given, play: { kind: 'cutsIn', margin } })).toMatchObject({ reason: 'aheadOfPlay' })
    expect(nextStep(waits, { ...given, durationS: 3 * 3_600 })).toMatchObject({ reason: 'windowTooShort' })
  })
})
