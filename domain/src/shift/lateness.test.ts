import { expect, test } from 'vitest'
import { latenessMs } from './lateness.ts'
import type { ShiftTask } from './shift.ts'

const NOW_MS = Date.parse('2026-05-04T05:00:00.000Z')
const task = (state: ShiftTask['state'], changes: Partial<ShiftTask> = {}): ShiftTask =>
  ({
    id: 'a',
    kind: 'mow',
    missionId: 'a',
    state,
    startedAt: null,
    endedAt: null,
    planned: { from: '2026-05-04T04:30:00.000Z', until: '2026-05-04T05:10:00.000Z', charge: 0.5 },
    ...changes,
  }) as ShiftTask
const lateMinutes = (one: ShiftTask): number | null => {
  const late = latenessMs({ tasks: [one] }, NOW_MS)
  return late === null ? null : late / 60_000
}

test('a mower is as late as its task began, ended or has not begun against the plan', () => {
  const { planned: _, ...unplanned } = task('running')
  expect(lateMinutes(unplanned as ShiftTask)).toBeNull()
  expect(lateMinutes(task('planned'))).toBe(30)
  expect(lateMinutes(task('running', { startedAt: '2026-05-04T04:34:00.000Z' }))).toBe(4)
  expect(lateMinutes(task('done', { endedAt: '2026-05-04T05:00:00.000Z' }))).toBe(-10)
  const planned = { from: '2026-05-04T05:20:00.000Z', until: '2026-05-04T05:40:00.000Z', charge: null }
  expect(lateMinutes(task('planned', { planned }))).toBeNull()
})
