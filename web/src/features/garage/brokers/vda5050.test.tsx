/** The link of a mower that speaks VDA 5050 on its page: its state, its form, and the try before saving. */
import { type BrokerMowerState, calls, type ResultOf, type Vda5050Details } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FOLLOWS_PATHS } from '../../../testing/capabilities.ts'
import { stage } from '../../../testing/openApp.tsx'
import { sampleItem } from '../../../testing/sampleAnswer.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'
const CALLS = lateCalls.vda5050

const LINK = {
  ...{ address: 'mqtt://broker:1883', user: 'greensward', authority: '', hasPassword: true },
  ...{ interfaceName: 'uagv', version: '2.1.0' as const, manufacturer: 'Meadow', serialNumber: 'M-17' },
  ...{ mapId: 'course', origin: [8.55, 47.37] as [number, number], xAxisDeg: 90, bladeAction: '' },
}
const DETAILS: Vda5050Details = {
  ...{ connection: 'online', operatingMode: 'automatic', driving: true, paused: false, emergencyStop: 'none' },
  ...{ fieldViolation: false, orderId: 'rows', mapId: 'course', stateAgeMs: 900, errors: [], stop: null },
  unreadable: { count: 0, last: null },
  factsheet: null,
}
type Shown = ResultOf<typeof CALLS.get>
const STATE: BrokerMowerState = {
  ...{ connection: 'connected', problem: null, detail: '', activity: 'working', reportAgeMs: 400 },
}
const withDetails = (change: Partial<Vda5050Details>): Shown => ({
  link: LINK,
  state: { ...STATE, details: { ...DETAILS, ...change } },
})

const show = async (shown: Shown, openMower: ResultOf<typeof lateCalls.openMower.get> = { link: null, state: null }) =>
  open({
    path: `/garage/vehicle/${MOWER}`,
    role: 'ROLE_MANAGER',
    prepare: given => {
      const row = sampleItem(calls.garage.list, { id: MOWER, title: 'Rook 1', vehicleType: 'mower' })
      given.answer(calls.garage.list, { items: [row], total: 1 } as never)
      given.answer(lateCalls.capabilities.get, { ...FOLLOWS_PATHS, followsPath: false, signing: false })
      given.answer(lateCalls.openMower.get, openMower)
      given.answer(CALLS.get, shown)
      given.answer(CALLS.save, LINK)
      given.answer(CALLS.remove, {})
    },
  })
const panel = async () => within(await screen.findByRole('region', { name: 'VDA 5050' }, { timeout: 60_000 }))

test('shows what the mower does and reports, and what a stop needs; no other protocol is offered', async () => {
  await show(withDetails({}))
  const shown = await panel()
  expect(shown.getByText('At work')).toBeDefined()
  expect(shown.getByText('Automatic')).toBeDefined()
  expect(shown.getByText('rows')).toBeDefined()
  expect(shown.getByText(/its own emergency stop stays mandatory/)).toBeDefined()
  expect(shown.getByRole('textbox', { name: /^Serial number/ })).toHaveProperty('value', 'M-17')
  expect(screen.queryByRole('region', { name: 'OpenMower' })).toBeNull()
})

test('shows a stop as what it is: each request with what became of it', async () => {
  await show(withDetails({ stop: { pause: 'finished', cancelOrder: 'failed' } }))
  const shown = await panel()
  expect(shown.getByText(/Pause: done; Cancel order: refused/)).toBeDefined()
})

test('shows a broken connection, a pressed emergency stop, errors and messages that were not read', async () => {
  await show(
    withDetails({
      ...{ connection: 'broken', emergencyStop: 'manual', operatingMode: 'manual' },
      errors: [{ type: 'bladeJam', isFatal: true, text: 'Grass in the deck' }],
      unreadable: { count: 3, last: { topic: 'state', reason: 'otherVersion' } },
    }),
  )
  const shown = await panel()
  expect(shown.getByText('Connection broken')).toBeDefined()
  expect(shown.getByText('Acts, reset it at the machine')).toBeDefined()
  expect(shown.getByText('Fault: bladeJam Grass in the deck')).toBeDefined()
  expect(
    shown.getByText(/3 messages were not read. The last one \(state\): it is of another version than 2/),
  ).toBeDefined()
})

test('warns of a mower whose factsheet has no pause', async () => {
  const factsheet = { series: 'Meadow 3', maxSpeedMps: 1.2, widthM: 1.4, lengthM: 1.9, stateIntervalS: 1 }
  await show(withDetails({ factsheet: { ...factsheet, canPause: false, canCancelOrder: true } }))
  const shown = await panel()
  expect(shown.getByText(/Meadow 3, 1.9 m by 1.4 m, up to 1.2 m\/s/)).toBeDefined()
  expect((await shown.findByRole('alert')).textContent).toMatch(/does not list the pause/)
})

test('tests what is typed, and says which map the mower reports', async () => {
  const user = userEvent.setup()
  const { wire } = await show(withDetails({}))
  wire.answer(CALLS.test, { problem: null, detail: '', activity: 'idle', details: { ...DETAILS, mapId: 'hall' } })
  const shown = await panel()
  await user.click(shown.getByRole('button', { name: 'Test connection' }))
  expect(await shown.findByText(/The mower reports: Idle. Its map: hall./)).toBeDefined()
  const { hasPassword: _, ...body } = LINK
  expect(wire.bodiesOf(CALLS.test)).toEqual([body])
})

test('a mower on MAVLink is offered the link, and nothing is saved before its fields are filled', async () => {
  const user = userEvent.setup()
  const { wire } = await show({ link: null, state: null })
  const shown = await panel()
  await user.click(shown.getByRole('button', { name: 'Connect by VDA 5050' }))
  await user.click(shown.getByRole('button', { name: 'Save' }))
  expect(shown.getByRole('textbox', { name: /^Manufacturer/ }).getAttribute('aria-invalid')).toBe('true')
  expect(wire.bodiesOf(CALLS.save)).toEqual([])
})

test('goes back to MAVLink only once that is confirmed', async () => {
  const user = userEvent.setup()
  const { wire } = await show(withDetails({}))
  const shown = await panel()
  await user.click(shown.getByRole('button', { name: 'Back to MAVLink' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(wire.bodiesOf(CALLS.remove)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Back to MAVLink' }))
  await expect.poll(() => wire.bodiesOf(CALLS.remove)).toHaveLength(1)
})

test('a mower that runs OpenMower is not offered it', async () => {
  const link = {
    address: 'mqtt://broker:1883',
    user: '',
    authority: '',
    prefix: '',
    hasPassword: false,
    zoneIds: [] as string[],
  }
  await show({ link: null, state: null }, { link: { ...link, datum: [8.55, 47.37] }, state: STATE })
  await screen.findByRole('region', { name: 'OpenMower' }, { timeout: 60_000 })
  await expect.poll(() => screen.queryByRole('region', { name: 'VDA 5050' })).toBeNull()
})
