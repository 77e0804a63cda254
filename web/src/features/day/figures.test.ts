import type { ShiftOfDay } from '@greensward/contract'
import type { Mission, ShiftRoute, ShiftTask } from '@greensward/domain'
import { expect, test } from 'vitest'
import { figuresOf, figuresOfDay } from './figures.ts'

const NOW_MS = Date.parse('2026-05-04T05:00:00.000Z')

const mission = (id: string, status: Mission['status'], progress: number): Mission =>
  ({ id, status, progress, stats: { areaM2: 1_000, durationS: 600 } }) as Mission
const task = (missionId: string, state: ShiftTask['state']): ShiftTask =>
  ({ id: missionId, kind: 'mow', missionId, state }) as ShiftTask
const why = { code: 'stoppedBy', params: { who: 'Ada Field' } }
const route = (state: ShiftRoute['state'], ...tasks: ShiftTask[]): ShiftRoute => ({
  mowerId: 'mower',
  state,
  tasks,
  pause: state === 'paused' ? { kind: 'personStop', why, at: '2026-05-04T04:50:00.000Z', by: 'Ada Field' } : null,
})
const day = (routes: readonly ShiftRoute[], missions: readonly Mission[]): ShiftOfDay =>
  ({ shift: { from: '2026-05-04T04:00:00.000Z', routes }, missions }) as unknown as ShiftOfDay

test('counts what is mown, and ends when the mower with the most ahead has mown it', () => {
  const figures = figuresOf(
    day(
      [route('running', task('a', 'done'), task('b', 'running')), route('waiting', task('c', 'planned'))],
      [mission('a', 'done', 1), mission('b', 'working', 0.5), mission('c', 'planned', 0)],
    ),
    NOW_MS,
  )
  expect(figures).toEqual({
    done: 1,
    total: 3,
    doneM2: 1_500,
    totalM2: 3_000,
    needed: 0,
    endMs: NOW_MS + 600_000,
  })
})

test('does not promise an end while a mower waits for a person', () => {
  const figures = figuresOf(day([route('paused', task('a', 'planned'))], [mission('a', 'planned', 0)]), NOW_MS)
  expect([figures.needed, figures.endMs]).toEqual([1, null])
  const stands = { ...task('a', 'running'), why: { code: 'standsStill', params: { minutes: 5 } } }
  const standing = figuresOf(day([route('running', stands)], [mission('a', 'working', 0.2)]), NOW_MS)
  expect([standing.needed, standing.endMs]).toEqual([1, null])
})

const timed = (state: ShiftTask['state'], changes: Partial<ShiftTask> = {}): ShiftTask =>
  ({
    ...task('a', state),
    startedAt: null,
    endedAt: null,
    planned: { from: '2026-05-04T04:30:00.000Z', until: '2026-05-04T05:10:00.000Z', charge: 0.5 },
    ...changes,
  }) as ShiftTask

test('counts charges and ways of the plan in the end', () => {
  const charge = { ...timed('planned'), kind: 'charge', missionId: undefined } as unknown as ShiftTask
  const { endMs } = figuresOf(
    day([route('running', task('a', 'running'), charge)], [mission('a', 'working', 0.5)]),
    NOW_MS,
  )
  expect(endMs).toBe(NOW_MS + (300 + 40 * 60) * 1_000)
})

test('a wait ends by the clock, and what comes after it is not later for a late look', () => {
  const wait = {
    ...timed('planned'),
    kind: 'wait',
    missionId: undefined,
    until: '2026-05-04T06:00:00.000Z',
    planned: { from: '2026-05-04T04:00:00.000Z', until: '2026-05-04T06:00:00.000Z', charge: 0.5 },
  } as unknown as ShiftTask
  const shift = day([route('waiting', wait, timed('planned'))], [mission('a', 'planned', 0)])
  const end = Date.parse('2026-05-04T06:40:00.000Z')
  expect(figuresOf(shift, NOW_MS - 3_600_000).endMs).toBe(end)
  expect(figuresOf(shift, NOW_MS).endMs).toBe(end)
  expect(figuresOf(shift, NOW_MS + 2 * 3_600_000).endMs).toBe(end + 3_600_000)
})

test('adds up the shifts of a day, and promises no end while one of them waits for a person', () => {
  const runs = day([route('running', task('a', 'running'))], [mission('a', 'working', 0.5)])
  const later = day([route('waiting', task('b', 'planned'))], [mission('b', 'planned', 0)])
  const waits = day([route('paused', task('c', 'planned'))], [mission('c', 'planned', 0)])
  expect(figuresOfDay([runs, later], NOW_MS)).toEqual({
    done: 0,
    total: 2,
    doneM2: 500,
    totalM2: 2_000,
    needed: 0,
    endMs: NOW_MS + 600_000,
  })
  expect(figuresOfDay([runs, waits], NOW_MS)).toMatchObject({ total: 2, needed: 1, endMs: null })
  expect(figuresOfDay([], NOW_MS)).toMatchObject({ total: 0, endMs: null })
})
