import { calls, type PlannedDay } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { expect, test } from 'vitest'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import { promisesOf } from './promises.ts'

const DAY = '2030-01-01'
const at = (clock: string): string => `${DAY}T${clock}:00.000Z`
const idOf = (n: number): string => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const GREEN = idOf(90)
const isOfDay = ({ startsAt }: Mission): boolean => startsAt?.startsWith(DAY) === true

const job = (n: number): PlannedDay['jobs'][number] =>
  ({
    planId: idOf(91),
    featureId: idOf(n),
    title: `Green ${n}`,
    zoneTypeId: GREEN,
    startsAt: at('04:30'),
    endsAt: at('07:10'),
    missionId: null,
    firstGroupAt: at('07:30'),
  }) as PlannedDay['jobs'][number]
const mission = (n: number, status: Mission['status'], changes: Partial<Mission> = {}): Mission =>
  sampleItem(calls.missions.list, {
    id: idOf(n + 40),
    title: `Green ${n}`,
    target: { kind: 'zone', featureId: idOf(n) },
    status,
    startsAt: at('05:00'),
    endedAt: status === 'done' ? at('06:12') : null,
    ...changes,
  } as never) as Mission
const dayOf = (...jobs: PlannedDay['jobs']): PlannedDay => ({ day: DAY, jobs, left: [] })
const noon = Date.parse(at('12:00'))
const dawn = Date.parse(at('06:30'))

test('counts what is kept, with its last end and the least margin before the first group', () => {
  const missions = [mission(1, 'done', { endedAt: at('05:40') }), mission(2, 'done'), mission(3, 'working')]
  const [greens] = promisesOf(dayOf(job(1), job(2), job(3), job(4)), missions, isOfDay, dawn)
  expect(greens).toEqual({
    zoneTypeId: GREEN,
    total: 4,
    kept: 2,
    toCome: 2,
    lastAt: at('06:12'),
    aheadS: 78 * 60,
    broken: [],
  })
})

test('breaks a promise whose mission was missed, ended late, or was never planned in its window', () => {
  const late = mission(2, 'done', { endedAt: at('07:45') })
  const [greens] = promisesOf(dayOf(job(1), job(2), job(3)), [mission(1, 'missed'), late], isOfDay, noon)
  expect(greens).toMatchObject({ total: 3, kept: 0, toCome: 0, lastAt: null, aheadS: null })
  expect(greens?.broken.map(({ title, mission: own }) => [title, own?.status ?? null])).toEqual([
    ['Green 1', 'missed'],
    ['Green 2', 'done'],
    ['Green 3', null],
  ])
})

test('keeps a promise by the second mission where the first was missed', () => {
  const again = mission(1, 'done', { id: idOf(70) })
  const [greens] = promisesOf(dayOf(job(1)), [mission(1, 'missed'), again], isOfDay, noon)
  expect(greens).toMatchObject({ kept: 1, broken: [] })
})

test('missions that no standing plan asks for are promises too, but not those that were cancelled, nor of other days', () => {
  const other = mission(5, 'planned', { startsAt: '2029-12-31T05:00:00.000Z' })
  const [single] = promisesOf(dayOf(), [mission(3, 'planned'), mission(4, 'cancelled'), other], isOfDay, noon)
  expect(single).toMatchObject({ zoneTypeId: null, total: 1, toCome: 1 })
})

test('a day without any promise has none', () => {
  expect(promisesOf(dayOf(), [], isOfDay, noon)).toEqual([])
})
