/** Planned starts of Husqvarna mowers on the day board: planned, released and revoked by people. */
import type { AutomowerMachine, AutomowerState, PlannedStart } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { RoleSlug } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FOLLOWS_PATHS } from '../../../testing/capabilities.ts'
import { type Opening, stage } from '../../../testing/openApp.tsx'
import { sampleAnswer } from '../../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const { automower, automowerStarts: planned } = lateCalls
const ID = '00000000-0000-4000-8000-000000000001'
const UPDATED = '2030-01-01T05:00:00.000Z'

const area = (id: string, name: string) => ({
  ...{ id, name, zoneId: ID, isEnabled: true, progress: null, completedAt: null },
})
const MACHINE: AutomowerMachine = {
  ...{ id: 'a', name: 'Nursery', model: 'CEORA' },
  can: { ...FOLLOWS_PATHS, followsPath: false, mowsWorkArea: true },
  ...{ activity: 'parked', faultCode: null, isConfirmable: false, inService: false, message: null, areaId: null },
  ...{ nextStartAt: null, stayOutZones: [] },
  ...{ battery: 0.64, position: null, isConnected: true, reportedAt: UPDATED },
  areas: [area('7', 'Range'), area('0', '')],
}
const START: PlannedStart = {
  ...{ id: ID, machineId: 'a', areaId: '7', machineName: 'Nursery', areaName: 'Range', zoneId: ID },
  ...{
    weekdays: ['mon', 'sat'],
    at: '05:30',
    minutes: 90,
    release: null,
    nextAt: null,
    last: null,
    updatedAt: UPDATED,
  },
}
const account = (change: Partial<AutomowerState> = {}): AutomowerState => ({
  ...(sampleAnswer(automower.get) as AutomowerState),
  ...{ enabled: true, machines: [MACHINE], ...change },
})

const show = async (
  items: readonly PlannedStart[],
  role: RoleSlug = 'ROLE_GREENKEEPER',
  more: Partial<Opening> = {},
) => {
  const { wire } = await open({
    path: '/day?day=2030-01-01',
    role,
    prepare: wire => {
      wire.answer(automower.get, account())
      wire.answer(planned.list, { items: [...items] })
      for (const call of [planned.create, planned.update, planned.release, planned.revoke]) wire.answer(call, START)
    },
    ...more,
  })
  const name = more.language === 'de' ? 'Geplante Starts der Husqvarna-Mäher' : 'Planned starts of Husqvarna mowers'
  return { wire, panel: within(await screen.findByRole('region', { name }, SLOW)) }
}

test('a course without such mowers has no such panel', async () => {
  const { wire } = await open({
    path: '/day?day=2030-01-01',
    prepare: wire => wire.answer(automower.get, account({ enabled: false })),
  })
  expect(await screen.findByRole('region', { name: 'People' }, SLOW)).toBeDefined()
  await waitFor(() => expect(wire.asked.some(({ call }) => call === automower.get)).toBe(true))
  expect(screen.queryByText('Planned starts of Husqvarna mowers')).toBeNull()
  expect(wire.asked.some(({ call }) => call === planned.list)).toBe(false)
})

test('each says when it mows where, who released it, when it is next, and how its last time went', async () => {
  const why = { code: 'nobodyLooked', params: {} }
  const last = { at: '2030-01-01T05:30:00.000Z', outcome: 'notStarted', why } as const
  const release = { until: '2030-01-05', by: 'Ada Field' }
  const { panel } = await show(
    [
      { ...START, release, nextAt: '2030-01-05T05:30:00.000Z', last },
      { ...START, id: ID.replace('1', '2'), areaName: '', weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
    ],
    'ROLE_GREENKEEPER',
    { language: 'de' },
  )
  expect(await panel.findByText('05:30 · Nursery, Range', undefined, SLOW)).toBeDefined()
  expect(panel.getByText('Mo, Sa, für 1 h 30 min')).toBeDefined()
  expect(panel.getByText(/^Freigegeben von Ada Field bis einschließlich Sa.* 5\. Jan/)).toBeDefined()
  expect(panel.getByText(/^Nächster Start: Sa.* 5\. Jan.*, 05:30$/)).toBeDefined()
  expect(panel.getByText('Nicht gestartet')).toBeDefined()
  expect(panel.getByText(/während der Server nicht lief/)).toBeDefined()
  expect(panel.getByText('05:30 · Nursery, Hauptbereich')).toBeDefined()
  expect(panel.getByText(/Jeden Tag/)).toBeDefined()
  expect(panel.getByText('Nicht freigegeben: Er startet nicht von selbst')).toBeDefined()
})

test('a release asks for its last day and says what ends it; a refusal stays in the dialog', async () => {
  const user = userEvent.setup()
  const { wire, panel } = await show([START])
  const button = { name: 'Release: 05:30 Nursery, Range' }
  await user.click(await panel.findByRole('button', button, SLOW))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release Nursery, Range?' }))
  expect(dialog.getByText(/Pause, Park and Stop all end the release/)).toBeDefined()
  wire.refuse(planned.release, { kind: 'conflict', code: 'workAreaOff', params: { mower: 'Nursery' }, message: '' })
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/This work area is not in use on Nursery/)
  const [body] = wire.bodiesOf(planned.release)
  expect(body).toEqual({ until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), updatedAt: UPDATED })
})

test('a released one is revoked by one press, also by those who may only stop', async () => {
  const user = userEvent.setup()
  const released = { ...START, release: { until: '2030-01-05', by: 'Ada Field' } }
  const { wire, panel } = await show([released], 'ROLE_BUGGY_ADMIN')
  await user.click(await panel.findByRole('button', { name: 'Revoke release: 05:30 Nursery, Range' }, SLOW))
  await waitFor(() => expect(wire.asked.some(({ call }) => call === planned.revoke)).toBe(true))
  expect(panel.queryByRole('button', { name: 'Plan a start' })).toBeNull()
  expect(panel.queryByRole('button', { name: /Change planned start/ })).toBeNull()
})

test('one is planned in a form, and deleted after a question', async () => {
  const user = userEvent.setup()
  const { wire, panel } = await show([START])
  await user.click(await panel.findByRole('button', { name: 'Plan a start' }, SLOW))
  const sheet = within(await screen.findByRole('dialog', { name: 'Plan a start' }))
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  expect(await sheet.findByText('Choose one')).toBeDefined()
  await user.selectOptions(sheet.getByLabelText('Mower and work area'), 'Nursery, Main area')
  await user.click(sheet.getByRole('button', { name: 'Sunday' }))
  await user.selectOptions(sheet.getByLabelText('Duration'), '3 h')
  await user.click(sheet.getByRole('button', { name: 'Save' }))
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  await waitFor(() =>
    expect(wire.bodiesOf(planned.create)).toEqual([
      { machineId: 'a', areaId: '0', weekdays, at: '05:00', minutes: 180 },
    ]),
  )
  await user.click(panel.getByRole('button', { name: 'Delete planned start: 05:30 Nursery, Range' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete 05:30 Nursery, Range?' }))
  expect(wire.asked.some(({ call }) => call === planned.remove)).toBe(false)
  await user.click(question.getByRole('button', { name: 'Delete planned start' }))
  await waitFor(() => expect(wire.asked.some(({ call }) => call === planned.remove)).toBe(true))
})

test('the schedule of a day lists its planned starts, and whether they are released for it', async () => {
  const release = { until: '2030-01-12', by: 'Ada Field' }
  await open({
    // A Saturday.
    path: '/schedule?day=2030-01-12',
    prepare: wire => {
      const monday = { ...START, id: ID.replace('1', '3'), areaName: 'Nursery green', weekdays: ['mon'] as const }
      const main = { ...START, id: ID.replace('1', '2'), areaName: '', at: '21:00' }
      wire.answer(planned.list, { items: [{ ...START, release }, main, { ...monday, weekdays: [...monday.weekdays] }] })
    },
  })
  const section = within(await screen.findByRole('region', { name: 'Planned starts of Husqvarna mowers' }, SLOW))
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '05:30 Nursery, Range · 1 h 30 min · released',
    '21:00 Nursery, Main area · 1 h 30 min · not released',
  ])
  expect(section.getByRole('link', { name: 'Day board' })).toBeDefined()
})
