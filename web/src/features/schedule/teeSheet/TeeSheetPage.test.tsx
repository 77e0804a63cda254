/** The tee sheet: each change replaces the list that was read, an import is seen before it is stored, an address is tested. */
import { calls, type TeeSheet, type TeeSheetImport } from '@greensward/contract'
import type { TeeSheetReading } from '@greensward/domain'
import { said } from '@greensward/messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../../testing/openApp.tsx'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'
import type { Wire } from '../../../testing/wire.ts'

const open = stage()
const SLOW = { timeout: 30_000 }
const DAY = '2030-06-03'
const VERSION = '2030-06-01T10:00:00.000Z'
const at = (clock: string): string => `${DAY}T${clock}:00.000Z`

const sheet: TeeSheet = {
  day: DAY,
  source: 'hand',
  teeTimes: [
    { at: at('07:30'), hole: 1, players: 4 },
    { at: at('07:40'), hole: 10, players: null },
  ],
  updatedBy: 'Ada Field',
  updatedAt: VERSION,
}
const settings = { patterns: [], marginMinutes: 20, updatedAt: null }
const reading: TeeSheetReading = { problem: null, detail: '', days: 2, teeTimes: 90, faults: [] }
const noAddress = { host: null, triedAt: null, readAt: null, nextAt: null, last: null, updatedAt: null }

const openPage = (
  prepare: (wire: Wire) => void = () => undefined,
  role: 'ROLE_MANAGER' | 'ROLE_TEST_USER' = 'ROLE_MANAGER',
) =>
  open({
    path: `/schedule/tee-sheet?day=${DAY}`,
    role,
    prepare: wire => {
      wire.answer(calls.settings.get, sampleAnswer(calls.settings.get, { timeZone: 'UTC' }))
      wire.answer(calls.teeSheets.get, sheet)
      wire.answer(calls.teeSheets.put, sheet)
      wire.answer(calls.teeSheets.settings, settings)
      wire.answer(calls.teeSheets.update, settings)
      wire.answer(calls.teeSheets.address, noAddress)
      prepare(wire)
    },
  })
const panel = (name: string | RegExp) => screen.findByRole('region', { name }, SLOW)

test('a group is added to the list that was read, with its version', async () => {
  const user = userEvent.setup()
  const { wire } = await openPage()
  await user.click(within(await panel('2 groups')).getByRole('button', { name: 'Add group' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add group' }, SLOW)
  fireEvent.change(within(dialog).getByLabelText('Tee time'), { target: { value: '08:10' } })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.teeSheets.put)).toHaveLength(1), SLOW)
  expect(wire.bodiesOf(calls.teeSheets.put)[0]).toEqual({
    teeTimes: [...sheet.teeTimes, { at: at('08:10'), hole: 1, players: null }],
    updatedAt: VERSION,
  })
}, 60_000)

test('a group is deleted only once that is confirmed', async () => {
  const user = userEvent.setup()
  const { wire } = await openPage()
  await user.click(within(await panel('2 groups')).getByRole('button', { name: 'Delete: 07:30, hole 1' }))
  const dialog = await screen.findByRole('dialog', { name: /^Delete the group/ }, SLOW)
  expect(wire.bodiesOf(calls.teeSheets.put)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Delete group' }))
  await waitFor(() => expect(wire.bodiesOf(calls.teeSheets.put)).toHaveLength(1), SLOW)
  expect(wire.bodiesOf(calls.teeSheets.put)[0]).toMatchObject({ teeTimes: [{ hole: 10 }], updatedAt: VERSION })
}, 60_000)

test('a change that somebody was faster with is refused in words, and nothing is lost from the form', async () => {
  const user = userEvent.setup()
  await openPage(wire =>
    wire.refuse(calls.teeSheets.put, { kind: 'conflict', ...said('conflict'), message: 'Changed' }),
  )
  await user.click(within(await panel('2 groups')).getByRole('button', { name: 'Edit: 07:30, hole 1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit group' }, SLOW)
  fireEvent.change(within(dialog).getByLabelText('Tee time'), { target: { value: '07:35' } })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect((await within(dialog).findByRole('alert', {}, SLOW)).textContent).toContain('It was changed by somebody else')
  expect(within(dialog).getByLabelText('Tee time')).toHaveProperty('value', '07:35')
}, 60_000)

test('a day is filled at equal intervals, with the number of groups before it is saved', async () => {
  const user = userEvent.setup()
  const { wire } = await openPage()
  await user.click(within(await panel('2 groups')).getByRole('button', { name: 'Fill day' }))
  const dialog = await screen.findByRole('dialog', { name: 'Fill day' }, SLOW)
  expect(within(dialog).getByText('52 groups replace the 2 of this day.')).not.toBeNull()
  fireEvent.change(within(dialog).getByLabelText('Last tee time'), { target: { value: '08:00' } })
  expect(await within(dialog).findByText('4 groups replace the 2 of this day.')).not.toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.teeSheets.put)).toHaveLength(1), SLOW)
  expect(wire.bodiesOf(calls.teeSheets.put)[0]).toMatchObject({
    teeTimes: ['07:30', '07:40', '07:50', '08:00'].map(clock => ({ at: at(clock), hole: 1 })),
  })
}, 60_000)

test('usual tee times keep the version of the settings that were read', async () => {
  const user = userEvent.setup()
  const { wire } = await openPage(one => one.answer(calls.teeSheets.settings, { ...settings, updatedAt: VERSION }))
  await user.click(within(await panel('Usual tee times')).getByRole('button', { name: 'Add tee times' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add tee times' }, SLOW)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.teeSheets.update)).toHaveLength(1), SLOW)
  expect(wire.bodiesOf(calls.teeSheets.update)[0]).toMatchObject({
    patterns: [{ firstAt: '07:30', everyMinutes: 10, until: '16:00', holes: [1] }],
    updatedAt: VERSION,
  })
}, 60_000)

const preview: TeeSheetImport = {
  format: 'ics',
  days: [
    { day: DAY, before: 2, source: 'hand', updatedAt: VERSION, count: 48, firstAt: at('07:30'), lastAt: at('15:20') },
  ],
  faults: [{ line: 9, ...said('teeSheetEvent') }],
  faultCount: 1,
}

test('a dropped file is shown first and stored when that is confirmed', async () => {
  const user = userEvent.setup()
  const { wire } = await openPage(one => {
    one.answer(calls.teeSheets.preview, preview)
    one.answer(calls.teeSheets.import, preview)
  })
  const area = within(await panel('Import'))
  const drop = area.getByText('Choose a file or drop it here').closest('label')
  if (drop === null) throw new Error('There is nowhere to drop a file')
  fireEvent.drop(drop, { dataTransfer: { files: [new File(['BEGIN:VCALENDAR'], 'tee.ics')] } })
  expect(await area.findByText('48 groups from 07:30 to 15:20', {}, SLOW)).not.toBeNull()
  expect(area.getByText('2 groups, entered by hand')).not.toBeNull()
  expect(area.getByText('Line 9: This event cannot be read')).not.toBeNull()
  expect(wire.asked.filter(({ call }) => call === calls.teeSheets.import)).toEqual([])
  await user.click(area.getByRole('button', { name: 'Replace 1 day' }))
  await waitFor(() => expect(wire.asked.filter(({ call }) => call === calls.teeSheets.import)).toHaveLength(1), SLOW)
  expect(await area.findByText('Choose a file or drop it here', {}, SLOW)).not.toBeNull()
}, 60_000)

test('an address is tested before it is saved, and only the host of a saved one is shown', async () => {
  const user = userEvent.setup()
  const { wire } = await openPage(one => {
    one.answer(calls.teeSheets.testAddress, { ...reading, problem: 'httpStatus', detail: 'It answered 404' })
    one.answer(calls.teeSheets.changeAddress, { ...noAddress, host: 'club.example', updatedAt: VERSION })
  })
  const area = within(await panel('Address'))
  await user.type(area.getByLabelText('Address of a calendar or table'), 'https://club.example/tee.ics?key=1')
  await user.click(area.getByRole('button', { name: 'Test connection' }))
  expect((await area.findByRole('alert', {}, SLOW)).textContent).toMatch(/leads elsewhere\. It answered 404/)
  wire.answer(calls.teeSheets.address, {
    ...noAddress,
    host: 'club.example',
    last: reading,
    readAt: at('05:00'),
    nextAt: at('05:05'),
    updatedAt: VERSION,
  })
  await user.click(area.getByRole('button', { name: 'Save' }))
  expect(await area.findByText('club.example', {}, SLOW)).not.toBeNull()
  expect(area.getByText('90 tee times on 2 days')).not.toBeNull()
  expect(wire.bodiesOf(calls.teeSheets.changeAddress)).toEqual([
    { address: 'https://club.example/tee.ics?key=1', updatedAt: null },
  ])
}, 60_000)

test('who may only read sees the groups and no way to change them', async () => {
  await openPage(() => undefined, 'ROLE_TEST_USER')
  expect(within(await panel('2 groups')).getByText('07:30')).not.toBeNull()
  for (const name of [/^Add/, /^Edit/, /^Delete/, 'Fill day', 'Test connection'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Import' })).toBeNull()
}, 60_000)
