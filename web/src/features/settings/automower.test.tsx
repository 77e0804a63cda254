/** The page of the maker's service: what each mower does, without what it cannot do, and the try before saving. */
import { type AutomowerMachine, type AutomowerState, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Zone } from '@greensward/domain'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FOLLOWS_PATHS } from '../../testing/capabilities.ts'
import { stage } from '../../testing/openApp.tsx'

const open = stage()

const MACHINE: AutomowerMachine = {
  id: 'a',
  name: 'Nursery',
  model: 'CEORA',
  can: { ...FOLLOWS_PATHS, followsPath: false, mowsWorkArea: true },
  activity: 'mowing',
  faultCode: null,
  isConfirmable: false,
  nextStartAt: null,
  stayOutZones: [],
  inService: false,
  message: null,
  areaId: null,
  battery: 0.64,
  position: [-0.6412, 51.3921],
  isConnected: true,
  reportedAt: '2030-01-01T06:00:00.000Z',
  areas: [{ id: '7', name: 'Range', isEnabled: true, progress: 0.4, completedAt: null, zoneId: null }],
}

const STATE: AutomowerState = {
  enabled: true,
  hasApplicationKey: true,
  signInAddress: 'https://sign-in.example.org/token',
  address: 'https://mowers.example.org/v1',
  events: false,
  eventsAddress: 'wss://events.example.org/v1',
  eventsState: 'off',
  eventsProblem: null,
  eventsDetail: '',
  lastEventAt: null,
  hasSecret: true,
  triedAt: '2030-01-01T06:00:00.000Z',
  answeredAt: '2030-01-01T06:00:00.000Z',
  problem: null,
  detail: '',
  notBefore: null,
  requests: 412,
  budget: 10_000,
  readingBudget: 9_500,
  machines: [MACHINE],
}

const show = (change: Partial<AutomowerState> = {}) =>
  open({
    path: '/settings/automower',
    role: 'ROLE_MANAGER',
    prepare: wire => wire.answer(lateCalls.automower.get, { ...STATE, ...change }),
  })

test('a mower says when its own schedule starts it next, and which of its stay-out zones are on', async () => {
  const stayOutZones = [
    { name: 'Spring flowers', isEnabled: true },
    { name: '', isEnabled: false },
  ]
  const nextStartAt = new Date(Date.now() + 3_600_000).toISOString()
  const past = { ...MACHINE, id: 'b', name: 'Range', nextStartAt: '2020-01-01T06:00:00.000Z' }
  await show({ machines: [{ ...MACHINE, nextStartAt, stayOutZones }, past] })
  expect(await screen.findByText('Stay-out zones: Spring flowers (on), without a name (off)')).toBeDefined()
  expect(screen.getAllByText(/^Its own schedule starts it next: /)).toHaveLength(1)
})

test('shows what a mower does and can, and how many requests are used', async () => {
  await show()
  expect(await screen.findByText('Nursery')).toBeDefined()
  expect(screen.getByText('Mowing')).toBeDefined()
  expect(screen.getByText('Battery: 64%')).toBeDefined()
  expect(screen.getByText('Position: 51.392100, -0.641200')).toBeDefined()
  expect(screen.getByText('Range: 40% mown')).toBeDefined()
  expect(screen.getByText('412 of 10,000')).toBeDefined()
})

test('a mower that reports no position and mows no areas has no line for them', async () => {
  const can = { ...MACHINE.can, mowsWorkArea: false, positionRateHz: 0 }
  await show({ machines: [{ ...MACHINE, can, activity: 'failed', faultCode: 13, battery: null, position: null }] })
  expect(await screen.findByText('Fault 13: Its wheels are slipping.')).toBeDefined()
  expect(screen.getByText('Battery: Unknown')).toBeDefined()
  expect(screen.queryByText(/^Position:/)).toBeNull()
  expect(screen.queryByText(/^Range/)).toBeNull()
})

test('shows a fault in words, and one that is not in the list of the maker by its number', async () => {
  const failed = (id: string, faultCode: number): AutomowerMachine => ({
    ...MACHINE,
    id,
    activity: 'failed',
    faultCode,
  })
  await show({ machines: [failed('a', 24), failed('b', 9_999)] })
  expect(await screen.findByText("Fault 9999. The machine's manual explains it.")).toBeDefined()
  expect(screen.getByText('Fault 24: Its cutting disc is blocked. Switch it off and clean the disc.')).toBeDefined()
})

test('asks for a pause, also of a mower that was parked at the last reading', async () => {
  const user = userEvent.setup()
  const { wire } = await show({ machines: [MACHINE, { ...MACHINE, id: 'b', name: 'Range', activity: 'parked' }] })
  wire.answer(lateCalls.automower.pause, { problem: null, detail: '' })
  await user.click(await screen.findByRole('button', { name: 'Pause: Nursery' }))
  expect(await screen.findByText('Asked to pause: Nursery')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Pause: Range' })).toBeDefined()
})

test('sends a mower that mows home until its next schedule, and offers it of no other', async () => {
  const user = userEvent.setup()
  const { wire } = await show({ machines: [MACHINE, { ...MACHINE, id: 'b', name: 'Range', activity: 'parked' }] })
  wire.answer(lateCalls.automower.parkUntilNext, { problem: null, detail: '' })
  await user.click(await screen.findByRole('button', { name: 'Park until next schedule: Nursery' }))
  expect(await screen.findByText('Asked to park until its next schedule: Nursery')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Park: Range' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Park until next schedule: Range' })).toBeNull()
})

test('says what to do where the maker takes no request', async () => {
  const user = userEvent.setup()
  const { wire } = await show()
  wire.answer(lateCalls.automower.park, { problem: 'notReached', detail: '' })
  await user.click(await screen.findByRole('button', { name: 'Park: Nursery' }))
  expect(await screen.findByText('The request to Nursery failed. Press STOP on the machine.')).toBeDefined()
  expect(screen.getByText('The service cannot be reached.')).toBeDefined()
})

const ZONE = '00000000-0000-4000-8000-000000000001'
const ZONE_OF_COURSE: Zone = {
  type: 'Feature',
  id: ZONE,
  kind: 'zone',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-6, 53],
        [-5.9985, 53],
        [-5.9985, 53.001],
        [-6, 53],
      ],
    ],
  },
  properties: {
    ...{ title: 'Range green', zoneTypeId: ZONE, holeId: null },
    ...{ hiddenForMower: false, hiddenForBuggy: false, rainModeRestricted: false },
  },
}
const areas = [{ id: '7', name: 'Range', isEnabled: true, progress: 0.4, completedAt: '2029-12-31T05:00:00.000Z' }]

test('shows when an area was completed last, and saves which zone it is', async () => {
  const user = userEvent.setup()
  const chosen = { ...STATE, machines: [{ ...MACHINE, areas: areas.map(one => ({ ...one, zoneId: ZONE })) }] }
  const { wire } = await open({
    path: '/settings/automower',
    role: 'ROLE_MANAGER',
    prepare: wire => {
      wire.answer(lateCalls.automower.get, {
        ...STATE,
        machines: [{ ...MACHINE, areas: areas.map(one => ({ ...one, zoneId: null })) }],
      })
      wire.answer(calls.map.get, { revision: 1, features: [ZONE_OF_COURSE] } as never)
    },
  })
  expect(await screen.findByText(/^Range: 40% mown\. All of it was mown /)).toBeDefined()
  wire.answer(lateCalls.automower.mapArea, chosen)
  await user.click(await screen.findByRole('combobox', { name: 'Zone of Range: Nursery' }))
  await user.click(await screen.findByRole('option', { name: 'Range green', hidden: true }))
  await waitFor(() => expect(wire.bodiesOf(lateCalls.automower.mapArea)).toEqual([{ zoneId: ZONE }]))
})

test('shows no requests while the mowers are not read', async () => {
  await show({ enabled: false })
  expect(await screen.findByText('Nursery')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Pause: Nursery' })).toBeNull()
})

test('says why the service was not read, and leaves what was known', async () => {
  await show({
    problem: 'rateLimited',
    detail: 'It answered 429',
    notBefore: '2030-01-01T07:00:00.000Z',
    requests: 9_500,
  })
  expect(await screen.findByText(/The service allows no more requests for now/)).toBeDefined()
  expect(screen.getByText('The mowers are not read automatically again until next month.')).toBeDefined()
  expect(screen.getByText('Nursery')).toBeDefined()
})

test('shows whether changes come as events, and why not, and the last message of a mower', async () => {
  const message = { code: 15, severity: 'error', at: '2030-01-01T06:10:00.000Z' } as const
  const failing = { eventsState: 'notConnected', eventsProblem: 'keyRefused', eventsDetail: 'It answered 403' } as const
  await show({ events: true, ...failing, machines: [{ ...MACHINE, message }] })
  expect(await screen.findByText(/No connection for events/)).toBeDefined()
  expect(screen.getByText(/The service refuses the application key/)).toBeDefined()
  expect(screen.getByText(/^Message .*Fault 15: It has been lifted\.$/)).toBeDefined()
})

test('saves that changes come as events', async () => {
  const user = userEvent.setup()
  const { wire } = await show()
  wire.answer(lateCalls.automower.update, { ...STATE, events: true, eventsState: 'notConnected' })
  await user.click(await screen.findByRole('switch', { name: /^Receive changes as events/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(lateCalls.automower.update)).toEqual([{ events: true }]))
})

test('tests the connection by what is typed, without key and secret where none is typed', async () => {
  const user = userEvent.setup()
  const { wire } = await show()
  wire.answer(lateCalls.automower.test, { problem: null, detail: '', machines: 2 })
  await user.click(await screen.findByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText('The service answered with 2 mowers.')).toBeDefined()
  expect(wire.bodiesOf(lateCalls.automower.test)).toEqual([
    { signInAddress: STATE.signInAddress, address: STATE.address },
  ])
  await user.type(screen.getByLabelText('Application key'), 'k')
  expect(screen.queryByText('The service answered with 2 mowers.')).toBeNull()
})
