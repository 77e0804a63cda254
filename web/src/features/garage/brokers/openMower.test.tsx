/** The link of a mower that runs OpenMower on its page: its state, its form, and the try before saving. */
import { type BrokerMowerState, calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FOLLOWS_PATHS } from '../../../testing/capabilities.ts'
import { stage } from '../../../testing/openApp.tsx'
import { sampleItem } from '../../../testing/sampleAnswer.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'
const ZONE = '00000000-0000-4000-8000-0000000000a1'
const CALLS = lateCalls.openMower

const LINK = {
  ...{ address: 'mqtt://broker:1883', user: 'greensward', authority: '', prefix: 'openmower', hasPassword: true },
  zoneIds: [ZONE],
  datum: [8.55, 47.37] as [number, number],
}
const STATE: BrokerMowerState = {
  ...{ connection: 'connected', problem: null, detail: '', activity: 'mowing', reportAgeMs: 1_200 },
}
type Shown = ResultOf<typeof CALLS.get>

const show = async (shown: Shown, role: 'ROLE_MANAGER' | 'ROLE_GREENKEEPER' = 'ROLE_MANAGER') => {
  const isOne = shown.link !== null
  return open({
    path: `/garage/vehicle/${MOWER}`,
    role,
    prepare: given => {
      const row = sampleItem(calls.garage.list, { id: MOWER, title: 'Rook 1', vehicleType: 'mower' })
      given.answer(calls.garage.list, { items: [row], total: 1 } as never)
      given.answer(lateCalls.capabilities.get, { ...FOLLOWS_PATHS, followsPath: !isOne, signing: false })
      given.answer(CALLS.get, shown)
      given.answer(lateCalls.vda5050.get, { link: null, state: null })
      given.answer(CALLS.save, LINK)
      given.answer(CALLS.remove, {})
    },
  })
}
const panel = async () => within(await screen.findByRole('region', { name: 'OpenMower' }, { timeout: 60_000 }))

test('shows the state of the link, what the mower does, and what a stop needs', async () => {
  await show({ link: LINK, state: STATE })
  const shown = await panel()
  expect(shown.getByText('Connected')).toBeDefined()
  expect(shown.getByText('Mowing')).toBeDefined()
  expect(shown.getByText(/^1\.2 s/)).toBeDefined()
  expect(shown.getByText(/its own emergency stop stays mandatory/)).toBeDefined()
  expect(shown.getByRole('textbox', { name: /^Address/ })).toHaveProperty('value', 'mqtt://broker:1883')
})

test('says why there is no connection', async () => {
  const state = { ...STATE, connection: 'failing', problem: 'loginRefused', detail: 'Not authorised' } as const
  await show({ link: LINK, state: { ...state, activity: 'unknown', reportAgeMs: null } })
  const shown = await panel()
  expect((await shown.findByRole('alert')).textContent).toBe(
    'The broker rejects the user name or password. Not authorised',
  )
})

test('tests what is typed, without a password where none is typed, and says that nobody reports', async () => {
  const user = userEvent.setup()
  const { wire } = await show({ link: LINK, state: STATE })
  wire.answer(CALLS.test, { problem: null, detail: '', activity: null })
  const shown = await panel()
  await user.click(shown.getByRole('button', { name: 'Test connection' }))
  expect(await shown.findByText(/the mower reports nothing under this prefix/)).toBeDefined()
  const { hasPassword: _, ...body } = LINK
  expect(wire.bodiesOf(CALLS.test)).toEqual([body])
  await user.type(shown.getByRole('textbox', { name: /^Address/ }), '4')
  expect(shown.queryByText(/the mower reports nothing under this prefix/)).toBeNull()
})

test('goes back to MAVLink only once that is confirmed', async () => {
  const user = userEvent.setup()
  const { wire } = await show({ link: LINK, state: STATE })
  const shown = await panel()
  await user.click(shown.getByRole('button', { name: 'Back to MAVLink' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(wire.bodiesOf(CALLS.remove)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Back to MAVLink' }))
  await expect.poll(() => wire.bodiesOf(CALLS.remove)).toHaveLength(1)
})

test('a mower on MAVLink is offered the link to those who may change settings, and others see nothing of it', async () => {
  const user = userEvent.setup()
  await show({ link: null, state: null })
  const shown = await panel()
  expect(shown.queryByRole('textbox', { name: /^Address/ })).toBeNull()
  await user.click(shown.getByRole('button', { name: 'Connect an OpenMower' }))
  await user.click(shown.getByRole('button', { name: 'Save' }))
  // Neither an address nor a datum is typed yet.
  expect(shown.getByRole('textbox', { name: /^Address/ }).getAttribute('aria-invalid')).toBe('true')
})

test('who may not change settings sees nothing of it on a mower on MAVLink', async () => {
  await show({ link: null, state: null }, 'ROLE_GREENKEEPER')
  await screen.findByRole('region', { name: 'Service' }, { timeout: 60_000 })
  expect(screen.queryByRole('region', { name: 'OpenMower' })).toBeNull()
})
