/** What starts a mower of the maker's service: the buttons, the question before it with the pre-start checks, and refusals. */
import { type AutomowerMachine, type AutomowerState, calls, type ZoneChecks } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { GateLine, RoleSlug } from '@greensward/domain'
import { gateLineCode } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FOLLOWS_PATHS } from '../../testing/capabilities.ts'
import { type Opening, stage } from '../../testing/openApp.tsx'

const open = stage()
const { automower } = lateCalls
const ZONE = '00000000-0000-4000-8000-000000000001'

const area = (id: string, name: string, zoneId: string | null, isEnabled = true) => ({
  ...{ id, name, zoneId, isEnabled },
  ...{ progress: null, completedAt: null },
})
const MACHINE: AutomowerMachine = {
  ...{ id: 'a', name: 'Nursery', model: 'CEORA' },
  can: { ...FOLLOWS_PATHS, followsPath: false, mowsWorkArea: true },
  ...{ activity: 'parked', faultCode: null, isConfirmable: false, inService: false, message: null, areaId: null },
  ...{ nextStartAt: null, stayOutZones: [] },
  ...{ battery: 0.64, position: null, isConnected: true, reportedAt: '2030-01-01T06:00:00.000Z' },
  areas: [area('7', 'Range', ZONE)],
}
const STATE: AutomowerState = {
  ...{ enabled: true, hasApplicationKey: true, hasSecret: true, events: false, eventsState: 'off' },
  ...{ signInAddress: 'https://sign-in.example.org/token', address: 'https://mowers.example.org/v1' },
  ...{ eventsAddress: 'wss://events.example.org/v1', eventsProblem: null, eventsDetail: '', lastEventAt: null },
  ...{ triedAt: '2030-01-01T06:00:00.000Z', answeredAt: '2030-01-01T06:00:00.000Z', problem: null, detail: '' },
  ...{ notBefore: null, requests: 412, budget: 10_000, readingBudget: 9_500, machines: [MACHINE] },
}
const PASSED: GateLine = { check: 'courseMode', verdict: 'passed', reason: 'mowersMayWork', values: {} }
const FROST: GateLine = { check: 'courseMode', verdict: 'refused', reason: 'frostDelay', values: {} }
const checksOf = (...lines: GateLine[]): ZoneChecks => ({
  areas: [{ areaId: '7', zoneTitle: 'Range green', lines }],
})

const show = async (
  machine: Partial<AutomowerMachine> = {},
  { role = 'ROLE_GREENKEEPER', ...more }: Partial<Opening> & { readonly role?: RoleSlug } = {},
) => {
  const opened = await open({
    path: '/settings/automower',
    role,
    prepare: wire => {
      wire.answer(automower.get, { ...STATE, machines: [{ ...MACHINE, ...machine }] })
      wire.answer(calls.map.get, { revision: 1, features: [] } as never)
      wire.answer(automower.areaChecks, checksOf(PASSED))
      wire.answer(automower.scheduleChecks, checksOf(PASSED))
    },
    ...more,
  })
  expect(await screen.findByText('CEORA')).toBeDefined()
  return opened
}
const press = async (name: string): Promise<void> =>
  userEvent.setup().click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')
const confirms = async (name: string): Promise<HTMLElement> => within(await dialog()).findByRole('button', { name })

test('asks before a start and names mower, work area, zone and duration, and how the request gets there', async () => {
  const user = userEvent.setup()
  const { wire } = await show()
  wire.answer(automower.startArea, { problem: null, detail: '' })
  await press('Start in Range: Nursery')
  const asked = await dialog()
  expect(await within(asked).findByText('Range green')).toBeDefined()
  for (const text of ['Start Nursery?', 'Nursery', 'Range']) expect(within(asked).getByText(text)).toBeDefined()
  expect(
    within(asked).getByText(/maker's service and reaches the mower within a minute\. There is no direct link/),
  ).toBeDefined()
  expect(wire.bodiesOf(automower.startArea)).toEqual([])
  await user.click(within(asked).getByRole('combobox', { name: 'Duration' }))
  await user.click(await screen.findByRole('option', { name: '2 h', hidden: true }))
  await user.click(await confirms('Start for 2 h'))
  expect(await screen.findByText('Asked to mow Range: Nursery')).toBeDefined()
  expect(wire.bodiesOf(automower.startArea)).toEqual([{ minutes: 120 }])
  expect(wire.asked.filter(({ call }) => call === automower.areaChecks).at(-1)?.query).toMatchObject({ minutes: 120 })
})

test('says why it cannot start, beside a button that does not press', async () => {
  const { wire } = await show()
  wire.answer(automower.areaChecks, checksOf(FROST))
  await press('Start in Range: Nursery')
  expect(await within(await dialog()).findByText('It cannot start now')).toBeDefined()
  expect((await confirms('Start for 1 h')).hasAttribute('disabled')).toBe(true)
})

test('shows a refusal of the server in the dialog, with what refused it', async () => {
  const { wire } = await show()
  const lines = [{ code: gateLineCode('courseMode', 'lightning'), params: {} }]
  wire.refuse(automower.startArea, {
    ...{ kind: 'gateRefused', code: 'automowerNotStarted', message: 'In English' },
    params: { mower: 'Nursery', lines },
  })
  await press('Start in Range: Nursery')
  await userEvent.setup().click(await confirms('Start for 1 h'))
  const alert = await within(await dialog()).findByRole('alert')
  expect(alert.textContent).toContain('Nursery was not started')
  expect(alert.textContent).toContain('Nursery may not start: Course mode: ')
})

test('where the service does not answer, it says that the mower may start all the same', async () => {
  const { wire } = await show()
  wire.answer(automower.startArea, { problem: 'tooSlow', detail: '' })
  await press('Start in Range: Nursery')
  await userEvent.setup().click(await confirms('Start for 1 h'))
  const alert = await within(await dialog()).findByRole('alert')
  expect(alert.textContent).toContain('The mower may start all the same. To be sure, press Pause.')
})

test('a work area without a zone, or not in use, has no start, and its mower does not resume its schedule', async () => {
  await show({ areas: [area('7', 'Range', ZONE), area('8', 'New', null), area('9', 'Old', ZONE, false)] })
  expect(await screen.findByRole('button', { name: 'Start in Range: Nursery' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Start in (New|Old)/ })).toBeNull()
  expect(screen.getAllByText('Choose its zone to start it from here')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Resume schedule: Nursery' })).toBeNull()
  expect(screen.getByText(/choose a zone for each work area in use/)).toBeDefined()
})

test('hands a mower to its schedule after a question, and a mower without areas to nothing', async () => {
  const { wire } = await show()
  wire.answer(automower.resume, { problem: null, detail: '' })
  expect(screen.queryByRole('button', { name: 'Confirm fault: Nursery' })).toBeNull()
  await press('Resume schedule: Nursery')
  await userEvent.setup().click(await confirms('Resume schedule'))
  expect(await screen.findByText('Asked to follow its schedule: Nursery')).toBeDefined()
  expect(wire.asked.filter(({ call }) => call === automower.resume)).toHaveLength(1)
})

test('says once what refuses all zones of a schedule, and of each zone what refuses it alone', async () => {
  const WET: GateLine = { check: 'rain', verdict: 'refused', reason: 'rainModeRestricted', values: {} }
  const DRY: GateLine = { check: 'rain', verdict: 'passed', reason: 'noRainMode', values: {} }
  const { wire } = await show()
  wire.answer(automower.scheduleChecks, {
    areas: [
      { areaId: '7', zoneTitle: 'Range green', lines: [FROST, DRY] },
      { areaId: '8', zoneTitle: 'Wet lawn', lines: [FROST, WET] },
    ],
  })
  await press('Resume schedule: Nursery')
  const lists = await within(await dialog()).findAllByRole('region', { name: 'Pre-start checks' })
  expect(
    lists.map(list =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    [expect.stringContaining('frost')],
    [expect.stringContaining('Rain mode')],
    ['Rain mode this zone is not mown while it is wet'],
  ])
  expect(within(lists[2] ?? document.body).getByText('Wet lawn')).toBeDefined()
})

test('a mower that reports no work area says where to start it', async () => {
  await show({ can: { ...MACHINE.can, mowsWorkArea: false }, areas: [] })
  expect(await screen.findByText(/Start it in the maker's app/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^(Start|Resume)/ })).toBeNull()
})

test('confirms a fault where the mower says that it can be confirmed', async () => {
  const { wire } = await show({ activity: 'failed', faultCode: 10, isConfirmable: true })
  wire.answer(automower.confirmError, { problem: null, detail: '' })
  expect(screen.queryByRole('button', { name: 'Resume schedule: Nursery' })).toBeNull()
  await press('Confirm fault: Nursery')
  expect(await within(await dialog()).findByText(/Look at the mower first/)).toBeDefined()
  await userEvent.setup().click(await confirms('Confirm fault'))
  expect(await screen.findByText('Asked to confirm the fault: Nursery')).toBeDefined()
})

test('who may not start missions has no start, and sees that a mower is in service', async () => {
  await show({ inService: true }, { role: 'ROLE_BUGGY_ADMIN' })
  expect(await screen.findByRole('button', { name: 'Pause: Nursery' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^(Start|Resume)/ })).toBeNull()
  expect(screen.getByText('In service')).toBeDefined()
})

test('keeps a mower in service from being started', async () => {
  const { wire } = await show()
  wire.answer(automower.setService, { ...STATE, machines: [{ ...MACHINE, inService: true }] })
  await userEvent.setup().click(await screen.findByRole('switch', { name: 'In service: Nursery' }))
  await waitFor(() => expect(wire.bodiesOf(automower.setService)).toEqual([{ inService: true }]))
})
