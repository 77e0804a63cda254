/** A type of zone grows once its grass is chosen, and what cannot be is refused at its field before it is sent. */
import { calls } from '@greensward/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 60_000 }

test('the growth of a zone type is set up, corrected and taken away', async () => {
  const user = userEvent.setup()
  const type = sampleItem(calls.zoneTypes.list, {
    name: 'Green',
    directions: ['12-6'],
    color: '#6FE7E1',
    intervalDays: 2,
  })
  const { wire } = await open({
    path: '/settings/zoneTypes',
    prepare: found => {
      found.answer(calls.zoneTypes.list, { items: [type], total: 1 } as never)
      found.answer(calls.zoneTypes.update, type as never)
    },
  })
  await user.click(await screen.findByRole('button', { name: /Edit.*Green/ }, SLOW))
  const form = within(await screen.findByRole('dialog', undefined, SLOW))
  expect(form.queryByRole('textbox', { name: 'Height of cut' })).toBeNull()
  await user.selectOptions(form.getByRole('combobox', { name: 'Due by' }), 'warm')
  const field = (name: string) => form.getByRole('textbox', { name })
  // At once: typing letter by letter would go behind the unit of the field.
  const enter = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } })
  enter('Height of cut', '4.5')
  expect(await form.findByText('Due after 2.25 mm of growth', undefined, SLOW)).toBeDefined()
  enter('Fewest days between cuts', '4')
  enter('Most days between cuts', '3')
  enter('Base temperature', '')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Must be given', undefined, SLOW)).toBeDefined()
  enter('Base temperature', '10')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Cannot be less than the fewest days between cuts', undefined, SLOW)).toBeDefined()
  expect(wire.bodiesOf(calls.zoneTypes.update)).toEqual([])
  enter('Most days between cuts', '6')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.zoneTypes.update)).toHaveLength(1), SLOW)
  const sent = { grass: 'warm', baseC: 10, heightMm: 4.5, mmPerDay: 4, leastDays: 4, mostDays: 6 }
  expect(wire.bodiesOf(calls.zoneTypes.update)[0]).toMatchObject({ growth: sent, intervalDays: 2 })
}, 180_000)

test('the limit of growth has the decimals of its reader', async () => {
  const user = userEvent.setup()
  const growth = { grass: 'cool', baseC: 0, heightMm: 4.5, mmPerDay: 1, leastDays: 1, mostDays: 6 }
  const type = sampleItem(calls.zoneTypes.list, { name: 'Green', color: '#6FE7E1', growth } as never)
  await open({
    path: '/settings/zoneTypes',
    language: 'de',
    prepare: found => found.answer(calls.zoneTypes.list, { items: [type], total: 1 } as never),
  })
  await user.click(await screen.findByRole('button', { name: /Green.*bearbeiten|[Bb]earbeiten.*Green/ }, SLOW))
  const form = within(await screen.findByRole('dialog', undefined, SLOW))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Schnitthöhe' }).value).toBe('4,5 mm')
  expect(form.getByText('Fällig nach 2,25 mm Zuwachs')).toBeDefined()
}, 180_000)
