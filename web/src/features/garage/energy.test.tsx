import { calls, type LiveVehicle } from '@greensward/contract'
import { DEFAULT_ENERGY, type EnergyUse, type LearnedRate, type Mower, SILENT_TELEMETRY } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'

const rate = (range: number, over: Partial<LearnedRate> = {}): LearnedRate => ({
  rate: 1 / range,
  error: 0.02,
  spread: 0.08,
  stretches: 12,
  ...over,
})

interface Scene {
  readonly mower?: Partial<Mower>
  readonly battery?: number | null
  readonly energyShort?: LiveVehicle['energyShort']
}

const garage =
  ({ mower = {}, battery = 0.6, energyShort = null }: Scene) =>
  (wire: Wire): void => {
    const row = sampleItem(calls.garage.list, { id: MOWER, title: 'Rook 1', vehicleType: 'mower' })
    wire.answer(calls.garage.list, { items: [row], total: 1 } as never)
    const item = sampleItem(calls.mowers.list, { id: MOWER, name: 'Rook 1', batteryRangeM: 12_000, ...mower })
    wire.answer(calls.mowers.list, { items: [item], total: 1 } as never)
    wire.answer(calls.mowers.get, item as never)
    const vehicle: LiveVehicle = {
      id: MOWER,
      kind: 'mower',
      telemetry: { ...SILENT_TELEMETRY, battery, link: 'live', ageMs: 100 },
      missionId: null,
      progress: null,
      stop: null,
      energyShort,
    }
    wire.answer(calls.live.vehicles, { items: [vehicle] } as never)
  }

const show = async (scene: Scene) => {
  const stageOf = await open({ path: `/garage/vehicle/${MOWER}`, prepare: garage(scene) })
  const panel = within(await screen.findByRole('region', { name: 'Energy' }))
  return { ...stageOf, panel }
}

test('what was entered counts until enough is learned, and says so', async () => {
  const { panel } = await show({ mower: { energyUse: null } })
  expect(await panel.findByText('Range mowing')).toBeTruthy()
  expect(panel.getAllByText('12 km')).toHaveLength(2)
  expect(panel.getAllByText('Entered')).toHaveLength(4)
  expect(panel.getAllByText('0 of 3 stretches measured')).toHaveLength(4)
  expect(panel.queryByRole('button', { name: 'Refuelled' })).toBeNull()
})

test('learned figures show how sure they are', async () => {
  const energyUse: EnergyUse = {
    mowing: rate(9_200),
    driving: rate(15_000, { error: 0.09, spread: 0.2, stretches: 4 }),
    together: 0,
    charging: { rate: 0.4, error: 0.02, spread: 0.05, stretches: 7 },
    topping: null,
  }
  const { panel } = await show({
    mower: { energyUse, energy: { ...DEFAULT_ENERGY, capacity: 2.4, reserveShare: 0.2 } },
  })
  expect(await panel.findByText('9.2 km')).toBeTruthy()
  expect(panel.getByText('± 2 %, from 12 stretches (spread 8 %)')).toBeTruthy()
  expect(panel.getByText('Still learning')).toBeTruthy()
  expect(panel.getByText('2 h')).toBeTruthy()
  expect(panel.getByText('2.4 kWh')).toBeTruthy()
  expect(panel.getByText('20 %')).toBeTruthy()
})

test('a person confirms that a mower with a tank is refuelled', async () => {
  const user = userEvent.setup()
  const { panel, wire } = await show({ mower: { energy: { ...DEFAULT_ENERGY, source: 'tank', capacity: 20 } } })
  expect(await panel.findByText(/does not report what it has left/)).toBeTruthy()
  expect(panel.getByText('20 l')).toBeTruthy()
  expect(panel.queryByText('Charging to 80 %')).toBeNull()
  expect(panel.queryByText(/stretches/)).toBeNull()
  const refuelled = { at: '2030-01-01T06:00:00.000Z', by: 'Ada Field', during: null }
  const item = sampleItem(calls.mowers.list, {
    id: MOWER,
    name: 'Rook 1',
    energy: { ...DEFAULT_ENERGY, source: 'tank' },
    refuelled,
  })
  wire.answer(calls.mowers.refuelled, item as never)
  wire.answer(calls.mowers.get, item as never)
  await user.click(panel.getByRole('button', { name: 'Refuelled' }))
  expect(await panel.findByText(/Ada Field confirmed on .* that it is full/)).toBeTruthy()
})

test('a mower that reports no charge asks for the same', async () => {
  const { panel } = await show({ battery: null })
  expect(await panel.findByRole('button', { name: 'Refuelled' })).toBeTruthy()
})

test('a figure that cannot be read can be read again', async () => {
  await open({
    path: `/garage/vehicle/${MOWER}`,
    prepare: wire => {
      garage({})(wire)
      wire.refuse(calls.mowers.get, { status: 500, kind: 'internal' } as never)
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Energy' }))
  expect(await panel.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a mower that will not finish says what it lacks and until when it gets home', async () => {
  await show({ energyShort: { shortPercent: 12, homePercent: 31 } })
  expect(await screen.findByText('It will not finish: 12 % short. It can still get home until 31 %')).toBeTruthy()
})

test('the form of a mower takes its energy, with the unit of its source', async () => {
  const user = userEvent.setup()
  const { wire } = await open({ path: '/garage', prepare: garage({}) })
  await user.click((await screen.findAllByRole('button', { name: /Edit/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText('Charging time')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Energy source'), 'tank')
  expect(dialog.queryByLabelText('Charging time')).toBeNull()
  await user.type(dialog.getByLabelText('Capacity'), '20')
  await user.clear(dialog.getByLabelText('Reserve'))
  await user.type(dialog.getByLabelText('Reserve'), '10')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.mowers.update)).toHaveLength(1))
  expect(wire.bodiesOf(calls.mowers.update)[0]).toMatchObject({
    batteryRangeM: 12_000,
    energy: { source: 'tank', capacity: 20, reserveShare: 0.1, fullChargeH: null },
  })
})
