// @vitest-environment jsdom
/** The records of a zone: a chart for each kind that has a line to draw, and the list, from which one is deleted after a question. */
import { lateCalls } from '@greensward/contract/late'
import type { ZoneRecord } from '@greensward/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }
const ZONE = '00000000-0000-4000-8000-000000000001'
const record = (number: number, changes: Partial<ZoneRecord>): ZoneRecord => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  zoneId: ZONE,
  kind: 'greenSpeed',
  value: 3,
  product: null,
  at: `2026-11-${number}T06:00:00.000Z`,
  by: 'Ben',
  ...changes,
})
const items = [
  record(20, { value: 3.1 }),
  record(21, { value: 2.9 }),
  record(22, { value: 3.3 }),
  record(23, { kind: 'product', value: 12.5, product: 'Iron sulphate' }),
]

test('draws a chart where there are two records or more, and lists the newest first', async () => {
  await open({
    path: `/missions/grass/${ZONE}`,
    language: 'de',
    prepare: wire => wire.answer(lateCalls.zoneRecords.list, { items }),
  })
  expect(await screen.findByRole('img', { name: 'Zuletzt 3,3 m, zwischen 2,9 m und 3,3 m' }, SLOW)).toBeDefined()
  expect(screen.getAllByRole('img', { name: /^Zuletzt/ })).toHaveLength(1)
  const rows = within(screen.getByRole('table', { name: 'Einträge' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map(row => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'Iron sulphate',
    'Grüngeschwindigkeit',
    'Grüngeschwindigkeit',
    'Grüngeschwindigkeit',
  ])
}, 120_000)

test('a record is deleted after a question', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: `/missions/grass/${ZONE}`,
    prepare: wire => wire.answer(lateCalls.zoneRecords.list, { items: items.slice(0, 1) }),
  })
  const removed = () => wire.asked.filter(({ call }) => call === lateCalls.zoneRecords.remove)
  await user.click(await screen.findByRole('button', { name: 'Delete record: 3.1 m' }, SLOW))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete record' }))
  expect(dialog.getByText('3.1 m is deleted for good.')).toBeDefined()
  expect(removed()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(removed()).toMatchObject([{ params: { id: ZONE, recordId: items[0]?.id } }]))
}, 120_000)
