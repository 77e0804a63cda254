import { expect, test } from 'vitest'
import { freeMissions } from './freeMissions.ts'
import type { ShiftRoute, ShiftTask } from './shift.ts'

const NOW = '2030-01-01T10:45:00.000Z'
const mission = (id: string, changes: object = {}) => ({
  id,
  status: 'planned' as const,
  target: { kind: 'zone' as const, featureId: 'zone' },
  ...changes,
})
const mow = (missionId: string, state: ShiftTask['state']): ShiftTask =>
  ({ id: missionId, kind: 'mow', missionId, state }) as ShiftTask
const shift = (until: string, state: ShiftRoute['state'], tasks: ShiftTask[]) => ({
  until,
  routes: [{ mowerId: 'mower', state, pause: null, tasks }],
})
const freeOf = (shifts: readonly ReturnType<typeof shift>[], missions = [mission('one')]): readonly string[] =>
  freeMissions(missions, shifts, Date.parse(NOW)).map(({ id }) => id)

test('a mission is free that no shift has, and no other', () => {
  expect(freeOf([])).toEqual(['one'])
  expect(freeOf([shift('2030-01-01T12:00:00.000Z', 'running', [mow('one', 'planned')])])).toEqual([])
})

test('a skipped task, a route that is done and a shift that is over have given their missions back', () => {
  expect(freeOf([shift('2030-01-01T12:00:00.000Z', 'running', [mow('one', 'skipped')])])).toEqual(['one'])
  expect(freeOf([shift('2030-01-01T12:00:00.000Z', 'done', [mow('one', 'planned')])])).toEqual(['one'])
  expect(freeOf([shift(NOW, 'running', [mow('one', 'planned')])])).toEqual(['one'])
})

test('only what is planned is free, and no drive', () => {
  const missions = [
    mission('one', { status: 'done' }),
    mission('two', { target: { kind: 'drive', featureId: 'base' } }),
  ]
  expect(freeOf([], missions)).toEqual([])
})
