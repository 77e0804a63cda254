import { calls, type PlannedDay } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const DAY = '2030-01-01'
const at = (clock: string): string => `${DAY}T${clock}:00.000Z`
const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const [GREEN, FIRST, SECOND] = [id(1), id(2), id(3)]

const job = (featureId: string, title: string): PlannedDay['jobs'][number] =>
  ({
    planId: id(8),
    featureId,
    title,
    zoneTypeId: GREEN,
    areaM2: 500,
    startsAt: at('04:30'),
    endsAt: at('09:00'),
    mowers: [],
    priority: 'high',
    aheadOfPlay: true,
    direction: 'auto',
    pattern: 'auto',
    turnScheme: 'oneInOne',
    cleaningCycles: 1,
    cleanUpPass: 'everyDay',
    startsByItself: false,
    missionId: null,
    firstGroupAt: at('09:20'),
  }) as PlannedDay['jobs'][number]

const mission = (featureId: string, status: Mission['status']): Mission =>
  sampleItem(calls.missions.list, {
    id: featureId,
    title: `Mission ${featureId.slice(-1)}`,
    target: { kind: 'zone', featureId },
    status,
    startsAt: at('05:00'),
    startedAt: status === 'done' ? at('05:01') : null,
    endedAt: status === 'done' ? at('06:12') : null,
  } as never) as Mission

const morning =
  (missions: readonly Mission[], jobs: PlannedDay['jobs']) =>
  (wire: Wire): void => {
    wire.answer(calls.missions.list, { items: missions, total: missions.length } as never)
    wire.answer(calls.standingPlans.days, { items: [{ day: DAY, jobs, left: [] }] })
    wire.answer(calls.zoneTypes.list, {
      items: [sampleItem(calls.zoneTypes.list, { id: GREEN, name: 'Green' })],
      total: 1,
    } as never)
  }
const path = `/morning?day=${DAY}`

test('says what was promised, how much of it is kept, and how far ahead of the first group', async () => {
  const jobs = [job(FIRST, 'Green 1'), job(SECOND, 'Green 2')]
  await open({ path, prepare: morning([mission(FIRST, 'done'), mission(SECOND, 'planned')], jobs) })
  expect(
    await screen.findByText(/1 of 2 done, last at .*, 3 h 8 min ahead of the first group, 1 still to come/),
  ).toBeDefined()
})

test('does not say that every mission ran while some are still to come', async () => {
  await open({ path, prepare: morning([mission(FIRST, 'planned')], [job(FIRST, 'Green 1')]) })
  expect(await screen.findByText('None so far; 1 mission is still to come.')).toBeDefined()
  expect(screen.queryByText('Every planned mission ran.')).toBeNull()
})

test('does not say that every mission ran on a day without one', async () => {
  await open({ path, prepare: morning([], []) })
  expect(await screen.findByText('No mission was planned.')).toBeDefined()
  expect(screen.getByText('Nothing was promised for this day.')).toBeDefined()
  expect(screen.queryByText('Every planned mission ran.')).toBeNull()
})

test('names each promise that was broken, with the reason', async () => {
  await open({ path, prepare: morning([mission(FIRST, 'missed')], [job(FIRST, 'Green 1')]) })
  expect(await screen.findByText(/^Not kept:/)).toBeDefined()
  expect(screen.getByText(/0 of 1 done/)).toBeDefined()
})
