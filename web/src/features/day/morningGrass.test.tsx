/** Dew and frost on the day board and at its shifts: proposed with their figures, and seen by people. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Morning, MorningGrass } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }
const hour = (at: string, temperatureC: number) => ({ at, isObserved: false, temperatureC, dewPointC: 1, windMps: 1.2 })
const grassOf = (day: string, changes: Partial<MorningGrass> = {}): MorningGrass => ({
  missing: [],
  frostUntil: null,
  dewUntil: `${day}T07:40:00.000Z`,
  isLasting: false,
  hours: [hour(`${day}T06:00:00.000Z`, 2.4)],
  ...changes,
})
const morningOf = (day: string, changes: Partial<Morning> = {}): Morning => ({
  day,
  now: grassOf(day),
  proposed: null,
  measured: null,
  seen: null,
  ...changes,
})

test('a morning with dew says when to mow, from which figures, and that nothing waits for it', async () => {
  const day = '2030-01-01'
  await open({
    path: `/day?day=${day}`,
    prepare: wire => wire.answer(lateCalls.mornings.get, morningOf(day)),
  })
  const panel = within(await screen.findByRole('region', { name: 'Dew and frost' }, SLOW))
  expect(await panel.findByText('Dew until about 07:40', undefined, SLOW)).toBeDefined()
  expect(panel.getByText('Mow after 07:40')).toBeDefined()
  expect(panel.getByText(/no mower starts or waits for it/)).toBeDefined()
  const figures = within(panel.getByRole('table', { name: 'Figures of the hours', hidden: true }))
  expect(figures.getByText('2.4 °C')).toBeDefined()
  expect(figures.getByText('1.2 m/s')).toBeDefined()
  // It is a day to come: nothing was seen yet.
  expect(panel.queryByText('What was on the grass?')).toBeNull()
}, 120_000)

test('names what is missing and proposes nothing', async () => {
  const now = grassOf('2030-01-01', { missing: ['dewPointC', 'windMps'], dewUntil: null, hours: [] })
  await open({
    path: '/day?day=2030-01-01',
    language: 'de',
    prepare: wire => wire.answer(lateCalls.mornings.get, morningOf('2030-01-01', { now })),
  })
  const text = 'Es gibt keinen Vorschlag. Für diesen Morgen fehlen: Taupunkt und Wind'
  expect(await screen.findByText(text, undefined, SLOW)).toBeDefined()
  expect(screen.queryByText(/^Mähen ab/)).toBeNull()
}, 120_000)

test('what was seen is sent with its time, and the last days show it beside the proposal', async () => {
  const user = userEvent.setup()
  const day = '2026-01-05'
  const kept = morningOf(day, {
    now: null,
    proposed: {
      at: `${day}T04:55:00.000Z`,
      grass: grassOf(day, { frostUntil: `${day}T09:10:00.000Z`, dewUntil: null }),
    },
    measured: grassOf(day, { missing: ['windMps'], dewUntil: null }),
  })
  const seen = { grass: 'frost' as const, until: `${day}T08:50:00.000Z`, by: 'Ada Field', at: `${day}T10:00:00.000Z` }
  const { wire } = await open({
    path: `/day?day=${day}`,
    prepare: wire => {
      wire.answer(lateCalls.mornings.get, kept)
      wire.answer(lateCalls.mornings.see, { ...kept, seen })
      wire.answer(lateCalls.mornings.list, { items: [{ ...kept, seen }] })
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Dew and frost' }, SLOW))
  expect(await panel.findByText('Frost until about 09:10', undefined, SLOW)).toBeDefined()
  expect(panel.getByText('Not known. Missing: Wind')).toBeDefined()
  await user.click(panel.getByRole('button', { name: 'Frost' }))
  await user.type(panel.getByRole('textbox', { name: 'Gone at' }), '08:50')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(lateCalls.mornings.see)).toHaveLength(1), SLOW)
  expect(wire.bodiesOf(lateCalls.mornings.see)[0]?.grass).toBe('frost')
  expect(wire.bodiesOf(lateCalls.mornings.see)[0]?.until).toBe(`${day}T08:50:00.000Z`)
  await user.click(panel.getByText('The last two weeks'))
  const table = within(await panel.findByRole('table', { name: 'The last two weeks' }, SLOW))
  expect(table.getByText('Frost until about 09:10')).toBeDefined()
  expect(table.getByText('Frost until 08:50')).toBeDefined()
}, 120_000)

test('a shift that starts before the dew is gone says so, and one that starts after it does not', async () => {
  const day = '2030-01-01'
  const shift = (number: number, name: string, from: string) => ({
    shift: {
      id: `00000000-0000-4000-8000-00000000000${number}`,
      day,
      name,
      from: `${day}T${from}:00.000Z`,
      until: `${day}T11:00:00.000Z`,
      routes: [{ mowerId: '00000000-0000-4000-8000-000000000009', state: 'waiting', pause: null, tasks: [] }],
      release: null,
      createdBy: 'Ada Field',
      updatedAt: `${day}T01:00:00.000Z`,
    },
    missions: [],
  })
  await open({
    path: `/day?day=${day}`,
    prepare: wire => {
      wire.answer(lateCalls.mornings.get, morningOf(day))
      wire.answer(calls.shifts.list, {
        items: [shift(1, 'Early', '06:00'), shift(2, 'Late', '08:00')],
        total: 2,
      } as never)
    },
  })
  const early = within(await screen.findByRole('region', { name: /^Early/ }, SLOW))
  expect(await early.findByText(/^Dew until about 07:40, after the start at 06:00/, undefined, SLOW)).toBeDefined()
  expect(within(screen.getByRole('region', { name: /^Late/ })).queryByText(/^Dew until/)).toBeNull()
}, 120_000)

test('a person takes a proposed frost delay after reading what it changes, and nothing switches before', async () => {
  const user = userEvent.setup()
  const at = Date.now()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Dublin' }).format(at)
  const now = grassOf(day, { frostUntil: new Date(at + 3_600_000).toISOString(), dewUntil: null })
  const { wire } = await open({
    path: `/day?day=${day}`,
    prepare: wire => wire.answer(lateCalls.mornings.get, morningOf(day, { now })),
  })
  await user.click(await screen.findByRole('button', { name: /^Switch to frost delay/ }, SLOW))
  const sheet = within(await screen.findByRole('dialog', { name: 'Course mode' }, SLOW))
  const chosen = sheet.getByRole<HTMLInputElement>('radio', { name: /^Frost delay/ })
  expect(chosen.checked).toBe(true)
  expect(await sheet.findByRole('region', { name: 'What changes' }, SLOW)).toBeDefined()
  expect(wire.bodiesOf(calls.courseMode.change)).toEqual([])
  await user.click(sheet.getByRole('button', { name: 'Switch the mode' }))
  await waitFor(() => expect(wire.bodiesOf(calls.courseMode.change)).toMatchObject([{ mode: 'frostDelay' }]), SLOW)
}, 120_000)
