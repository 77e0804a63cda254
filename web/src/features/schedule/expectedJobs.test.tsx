import { calls, type PlannedDay } from '@greensward/contract'
import { said } from '@greensward/messages'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const DAY = '2099-06-01'

const jobOf = (n: number, missionId: string | null): PlannedDay['jobs'][number] => ({
  planId: idOf(1),
  featureId: idOf(n),
  title: `Green ${n}`,
  zoneTypeId: idOf(2),
  areaM2: 500,
  startsAt: '2099-06-01T04:00:00.000Z',
  endsAt: '2099-06-01T08:00:00.000Z',
  mowers: [],
  priority: 'normal',
  aheadOfPlay: false,
  direction: 'auto',
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 1,
  cleanUpPass: 'everyDay',
  startsByItself: false,
  missionId,
  firstGroupAt: null,
})

const planned =
  (jobs: PlannedDay['jobs']) =>
  (wire: Wire): void => {
    const mower = sampleItem(calls.mowers.list, { id: idOf(3), name: 'Rook 1' })
    wire.answer(calls.mowers.list, { items: [mower], total: 1 } as never)
    wire.answer(calls.standingPlans.days, { items: [{ day: DAY, jobs, left: [] }] })
    const plan = sampleItem(calls.standingPlans.list, {
      id: idOf(1),
      name: 'All greens',
      firstDay: '2026-01-01',
      from: '05:00',
      until: '09:00',
    })
    wire.answer(calls.standingPlans.list, { items: [plan], total: 1 } as never)
  }

test('shows on a coming day what the standing plans make and has no mission yet', async () => {
  await open({
    path: `/schedule?day=${DAY}`,
    prepare: planned([jobOf(11, null), jobOf(12, null), jobOf(13, idOf(90))]),
  })
  const expected = within(await screen.findByRole('region', { name: 'Expected from standing plans' }))
  expect(expected.getByText('All greens').closest('summary')?.textContent).toBe(
    'All greens 05:00–09:00 · 2 zones · 0.1 ha',
  )
  expect(expected.getByText('Green 11, Green 12')).toBeDefined()
  expect(expected.getByRole('link', { name: 'Make the missions' }).getAttribute('href')).toBe(
    `/missions/course?standing=${DAY}`,
  )
})

test.each(['week', 'month'])('counts in the view of a %s what is expected on each day', async view => {
  await open({ path: `/schedule?view=${view}&day=${DAY}`, prepare: planned([jobOf(11, null), jobOf(12, null)]) })
  const links = await screen.findAllByRole('link', { name: '2 zones expected' })
  if (view === 'month')
    expect(screen.getByRole('link', { name: /^Monday 1 June 2099.*, 2 zones expected$/ })).toBeDefined()
  expect(links.map(link => link.getAttribute('href'))).toEqual([`/schedule?view=day&day=${DAY}`])
})

test('expects nothing where all missions are made', async () => {
  await open({ path: `/schedule?day=${DAY}`, prepare: planned([jobOf(13, idOf(90))]) })
  await screen.findAllByText('Rook 1')
  expect(screen.queryByRole('region', { name: 'Expected from standing plans' })).toBeNull()
})

test('offers those who may not plan nothing to press', async () => {
  await open({ path: `/schedule?day=${DAY}`, role: 'ROLE_TEST_USER', prepare: planned([jobOf(11, null)]) })
  const expected = within(await screen.findByRole('region', { name: 'Expected from standing plans' }))
  expect(expected.queryByRole('link')).toBeNull()
})

test('asks for no jobs of days that are over', async () => {
  const { wire } = await open({ path: '/schedule?day=2020-06-01', prepare: planned([]) })
  await screen.findAllByText('Rook 1')
  expect(wire.asked.filter(({ call }) => call === calls.standingPlans.days)).toEqual([])
})

test('says that the standing plans could not be read', async () => {
  await open({
    path: `/schedule?day=${DAY}`,
    prepare: wire =>
      wire.refuse(calls.standingPlans.days, { kind: 'internal', ...said('diskFull'), message: 'In English' }),
  })
  expect(await screen.findByText('The disk of the server has no room for this file')).toBeDefined()
})
