/** The records of the course: a chart for each kind that was measured on two days, for one type of zone at a time. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { RecordMean } from '@greensward/domain'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const type = (number: number, name: string) => ({
  id: id(number),
  name,
  color: '#17A73F',
  directions: ['12-6' as const],
  allowsIntersection: false,
  mowable: true,
  updatedAt: '2026-11-01T06:00:00.000Z',
})
const types = { items: [type(1, 'Fairway'), type(2, 'Green')], total: 2 }
const mean = (day: number, changes: Partial<RecordMean>): RecordMean => ({
  zoneTypeId: id(2),
  kind: 'greenSpeed',
  day: `2026-11-${day}`,
  zones: 3,
  mean: 3,
  least: 2.8,
  most: 3.2,
  ...changes,
})
const items = [
  mean(20, { mean: 3.1 }),
  mean(20, { zoneTypeId: id(1), kind: 'moisture', mean: 20 }),
  mean(21, { mean: 2.9 }),
  mean(21, { zoneTypeId: id(1), kind: 'moisture', mean: 24 }),
  mean(22, { mean: 3.3 }),
  mean(22, { kind: 'firmness', mean: 100 }),
]

test('draws the type that was measured most often, and the one that a person chooses', async () => {
  const user = userEvent.setup()
  await open({
    path: '/missions/grass/course',
    prepare: wire => {
      wire.answer(lateCalls.zoneRecords.means, { items })
      wire.answer(calls.zoneTypes.list, types)
    },
  })
  expect(await screen.findByRole('img', { name: 'Last 3.3 m, between 2.9 m and 3.3 m' }, SLOW)).toBeDefined()
  expect(screen.getAllByRole('img', { name: /^Last/ })).toHaveLength(1)
  await user.click(screen.getByText('Fairway'))
  expect(await screen.findByRole('img', { name: 'Last 24 %, between 20 % and 24 %' }, SLOW)).toBeDefined()
}, 120_000)

test.each([
  ['Nothing was recorded in these days', []],
  ['Measured on one day only', [mean(20, {})]],
])(
  'says %s',
  async (words, list) => {
    await open({
      path: '/missions/grass/course',
      prepare: wire => {
        wire.answer(lateCalls.zoneRecords.means, { items: list })
        wire.answer(calls.zoneTypes.list, types)
      },
    })
    expect(await screen.findByText(words, undefined, SLOW)).toBeDefined()
  },
  120_000,
)
