/** The service of a mower on its page: the checklist and the parts of a record, and the plan that holds the checklist. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { VehicleService } from '@greensward/domain'
import { said } from '@greensward/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const MOWER = '00000000-0000-4000-8000-000000000001'
const CALLS = lateCalls.mowerService

const SERVICE: VehicleService = {
  plan: {
    everyEngineHours: 100,
    everyBladeHours: null,
    everyDays: null,
    checklist: ['Change the oil', 'Grind the reels'],
  },
  due: { state: 'fine', engineHoursLeft: 60, bladeHoursLeft: null, dueAt: null },
  records: [
    {
      id: '00000000-0000-4000-8000-000000000002',
      at: '2026-06-01T06:00:00.000Z',
      what: 'Spring service',
      by: 'Ada',
      engineHours: 40,
      bladeHours: 30,
      checklist: [
        { item: 'Wash', isDone: true },
        { item: 'Grease', isDone: false },
      ],
      parts: [
        { name: 'Oil filter', count: 1, cost: 12.5 },
        { name: 'Bolt M8', count: 4 },
      ],
    },
  ],
  currency: 'GBP',
}

const show = async () => {
  const { wire } = await open({
    path: `/garage/vehicle/${MOWER}`,
    role: 'ROLE_GREENKEEPER',
    prepare: given => {
      const row = sampleItem(calls.garage.list, { id: MOWER, title: 'Rook 1', vehicleType: 'mower' })
      given.answer(calls.garage.list, { items: [row], total: 1 } as never)
      given.answer(CALLS.get, SERVICE)
      for (const call of [CALLS.record, CALLS.plan]) given.answer(call, SERVICE)
    },
  })
  return { wire, panel: within(await screen.findByRole('region', { name: 'Service' }, { timeout: 60_000 })) }
}

test('the history shows what was done of the checklist, what was not, and the parts with their cost', async () => {
  const { panel } = await show()
  expect(await panel.findByText('Done: Wash')).toBeTruthy()
  expect(panel.getByText('Not done: Grease')).toBeTruthy()
  expect(panel.getByText('Parts: 1 × Oil filter (£12.50), 4 × Bolt M8')).toBeTruthy()
}, 180_000)

test('a record sends what was ticked and the parts; a refusal is shown at its field', async () => {
  const user = userEvent.setup()
  const { wire, panel } = await show()
  const form = within(await panel.findByRole('form', { name: 'Record service' }))
  await user.type(form.getByLabelText('What was done'), 'Oil')
  await user.click(form.getByLabelText('Change the oil'))
  await user.click(form.getByRole('button', { name: 'Add part' }))
  const part = within(form.getByRole('group', { name: 'Part 1' }))
  await user.click(form.getByRole('button', { name: 'Record service' }))
  expect(await part.findByText('Must not be empty')).toBeTruthy()
  await user.type(part.getByLabelText('Part'), 'Filter')
  await user.clear(part.getByLabelText('Count'))
  await user.type(part.getByLabelText('Count'), '2')
  await user.type(part.getByLabelText('Cost of all (GBP)'), '9.95')
  wire.refuse(CALLS.record, {
    kind: 'invalid',
    code: 'invalid',
    params: {},
    message: 'Invalid',
    fields: { 'body.done.0': said('notOnChecklist') },
  } as never)
  await user.click(form.getByRole('button', { name: 'Record service' }))
  expect(await form.findByText('Is not on the checklist of this machine any more')).toBeTruthy()
  wire.answer(CALLS.record, SERVICE)
  await user.click(form.getByLabelText('Grind the reels'))
  await user.click(form.getByRole('button', { name: 'Record service' }))
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('What was done').value).toBe(''))
  expect(wire.bodiesOf(CALLS.record).at(-1)).toEqual({
    what: 'Oil',
    done: ['Change the oil', 'Grind the reels'],
    parts: [{ name: 'Filter', count: 2, cost: 9.95 }],
  })
  expect(form.queryByRole('group', { name: 'Part 1' })).toBeNull()
}, 180_000)

test('the plan holds the checklist, one item a line, and says what is wrong with one', async () => {
  const user = userEvent.setup()
  const { wire, panel } = await show()
  const form = within(await panel.findByRole('form', { name: 'Service is due' }))
  const list = form.getByLabelText<HTMLTextAreaElement>('Checklist')
  expect(list.value).toBe('Change the oil\nGrind the reels')
  await user.clear(list)
  await user.click(list)
  await user.paste('x'.repeat(121))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Must have at most 120 characters')).toBeTruthy()
  await user.clear(list)
  await user.click(list)
  await user.paste('Wash\n\n Grease \nWash')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(CALLS.plan)).toHaveLength(1))
  expect(wire.bodiesOf(CALLS.plan)[0]).toMatchObject({ everyEngineHours: 100, checklist: ['Wash', 'Grease'] })
}, 180_000)
