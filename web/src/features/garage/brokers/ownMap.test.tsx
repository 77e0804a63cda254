/** A mower that mows its own map is started and sent home from its page: what is offered, the question before it, and refusals. */
import { calls, type LiveVehicle, type ZoneChecks } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type GateLine, type MachineActivity, type RoleSlug, SILENT_TELEMETRY } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FOLLOWS_PATHS } from '../../../testing/capabilities.ts'
import { type Opening, stage } from '../../../testing/openApp.tsx'
import { sampleItem } from '../../../testing/sampleAnswer.ts'
import type { Wire } from '../../../testing/wire.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'
const ACCEPTED = { outcome: 'accepted', reason: null, why: null, standingStill: null } as const
const READY: GateLine = { check: 'ownState', verdict: 'passed', reason: 'ready', values: {} }
const RAIN: GateLine = { check: 'ownState', verdict: 'refused', reason: 'ownRain', values: {} }
const NO_LINK: GateLine = { check: 'linkFailsafe', verdict: 'warned', reason: 'off', values: {} }
const area = (zoneTitle: string, ...lines: GateLine[]) => ({ areaId: zoneTitle, zoneTitle, lines })
const checksOf = (...lines: GateLine[]): ZoneChecks => ({
  areas: [area('Green 7', ...lines, NO_LINK), area('Fairway 7', ...lines, NO_LINK)],
})

interface Shown extends Partial<Opening> {
  readonly role?: RoleSlug
  readonly mowsOwnMap?: boolean
}

const show = async (activity: MachineActivity, { mowsOwnMap = true, prepare, ...more }: Shown = {}) => {
  const opened = await open({
    path: `/garage/vehicle/${MOWER}`,
    role: 'ROLE_GREENKEEPER',
    prepare: (wire: Wire) => {
      const row = sampleItem(calls.garage.list, { id: MOWER, title: 'Rook 1', vehicleType: 'mower' })
      wire.answer(calls.garage.list, { items: [row], total: 1 } as never)
      wire.answer(lateCalls.capabilities.get, { ...FOLLOWS_PATHS, followsPath: false, signing: false, mowsOwnMap })
      const vehicle: LiveVehicle = {
        ...{ id: MOWER, kind: 'mower', missionId: null, progress: null, stop: null, activity },
        telemetry: { ...SILENT_TELEMETRY, link: 'live', ageMs: 100 },
      }
      wire.answer(calls.live.vehicles, { items: [vehicle] } as never)
      wire.answer(lateCalls.ownMap.checks, checksOf(READY))
      wire.answer(calls.mowers.start, ACCEPTED)
      wire.answer(calls.mowers.sendHome, ACCEPTED)
      prepare?.(wire)
    },
    ...more,
  })
  await screen.findByRole('region', { name: 'Service' }, { timeout: 60_000 })
  return opened
}
const press = async (name: string): Promise<void> =>
  userEvent.setup().click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog', {}, { timeout: 30_000 }))
const asked = ({ asked: all }: Wire, call: unknown): number => all.filter(one => one.call === call).length

test('SAFE-15d asks first, with the zones and the checks, and starts by the second press alone', async () => {
  const { wire } = await show('charging')
  await press('Start mowing')
  const shown = await dialog()
  expect(await shown.findByText('Zones that it mows: Green 7, Fairway 7')).toBeDefined()
  expect(shown.getByText(/It does not wait for golfers/)).toBeDefined()
  // What both zones have in common is said once.
  expect(shown.getAllByText('Lost-link failsafe')).toHaveLength(1)
  expect(asked(wire, calls.mowers.start)).toBe(0)
  await userEvent.setup().click(shown.getByRole('button', { name: 'Start mowing' }))
  expect(await screen.findByText('Rook 1 has started')).toBeDefined()
  expect(asked(wire, calls.mowers.start)).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('SAFE-15e a check that refuses keeps the button shut, and says why', async () => {
  const { wire } = await show('charging', {
    prepare: given => given.answer(lateCalls.ownMap.checks, checksOf(RAIN)),
  })
  await press('Start mowing')
  const shown = await dialog()
  expect(await shown.findByText('It cannot start')).toBeDefined()
  expect(shown.getAllByText(/its own sensor reports rain/).length).toBeGreaterThan(0)
  expect(shown.getByRole('button', { name: 'Start mowing' })).toHaveProperty('disabled', true)
  expect(asked(wire, calls.mowers.start)).toBe(0)
})

test('SAFE-15f a start that was not confirmed stays in the dialog as what it is', async () => {
  await show('idle', {
    prepare: given =>
      given.answer(calls.mowers.start, {
        ...{ outcome: 'noAnswer', reason: 'In English', standingStill: null },
        why: said('answer', { reason: 'notSeenLeaving', message: '' }),
      }),
  })
  await press('Start mowing')
  const shown = await dialog()
  await shown.findByText('Zones that it mows: Green 7, Fairway 7')
  await userEvent.setup().click(shown.getByRole('button', { name: 'Start mowing' }))
  const alert = await shown.findByRole('alert')
  expect(alert.textContent).toMatch(/Rook 1 did not start/)
  expect(alert.textContent).toMatch(/did not report in time that it mows. It is sent a stop/)
})

test('SAFE-15d without zones nobody can check it, and the dialog says where to choose them', async () => {
  await show('idle', {
    prepare: given =>
      given.refuse(lateCalls.ownMap.checks, {
        kind: 'conflict',
        ...said('ownMapNoZone', { mower: 'Rook 1' }),
        message: 'In English',
      }),
  })
  await press('Start mowing')
  const shown = await dialog()
  expect(await shown.findByText(/Nobody has chosen the zones that Rook 1 mows/)).toBeDefined()
  expect(shown.getByRole('button', { name: 'Start mowing' })).toHaveProperty('disabled', true)
})

test('SAFE-15h one that mows is sent home by one press, and offers no start', async () => {
  const { wire } = await show('mowing')
  await press('Send home')
  expect(await screen.findByText('Rook 1 drives home')).toBeDefined()
  expect(asked(wire, calls.mowers.sendHome)).toBe(1)
  expect(screen.queryByRole('button', { name: 'Start mowing' })).toBeNull()
})

test.each(['leaving', 'goingHome', 'failed', 'unknown'] as const)(
  'one that reports %s offers neither',
  async activity => {
    await show(activity)
    expect(await screen.findByRole('region', { name: 'Start and send home' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Start mowing' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send home' })).toBeNull()
  },
)

test.each([
  ['leaving', true],
  ['mowing', true],
  ['unknown', true],
  ['charging', false],
] as const)('one that reports %s offers Stop: %s', async (activity, isOffered) => {
  const { wire } = await show(activity)
  await screen.findByRole('region', { name: 'Start and send home' })
  if (!isOffered) return expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  wire.answer(calls.mowers.stop, { ...ACCEPTED, standingStill: true })
  await press('Stop')
  await waitFor(() => expect(asked(wire, calls.mowers.stop)).toBe(1))
})

test('a machine that cannot shows none of it', async () => {
  await show('idle', { mowsOwnMap: false })
  await screen.findByRole('region', { name: 'Service' })
  expect(screen.queryByRole('region', { name: 'Start and send home' })).toBeNull()
})
