import type { ShiftOfDay } from '@greensward/contract'
import type { Mission, ShiftRoute, ShiftTask } from '@greensward/domain'
import { expect, test } from 'vitest'
import { figuresOf } from './figures.ts'

const NOW_MS = Date.parse('2026-05-04T05:00:00.000Z')

const mission = (id: string, status: Mission['status'], progress: number): Mission =>
  ({ id, status, progress, stats: { areaM2: 1_000, durationS: 600 } }) as Mission
const task = (missionId: string, state: ShiftTask['state']): ShiftTask =>
  ({ id: missionId, kind: 'mow', missionId, state }) as ShiftTask
const route = (state: ShiftRoute['state'], ...tasks: ShiftTask[]): ShiftRoute =>
  ({ mowerId: 'mower', state, tasks, pause: null }) as ShiftRoute
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
})
