import { calls } from '@greensward/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()

test('the table of holes has whole angles, and names on a card what a number alone does not say', async () => {
  await open({
    path: '/settings/holes',
    prepare: wire => {
      const zone = sampleItem(calls.zoneTypes.list, {} as never)
      wire.answer(calls.zoneTypes.list, { items: [zone], total: 1 } as never)
      wire.answer(calls.map.get, {
        revision: 1,
        features: [
          {
            type: 'Feature',
            id: '00000000-0000-4000-8000-000000000001',
            kind: 'hole',
            geometry: {
              type: 'LineString',
              coordinates: [
                [8, 48],
                [8.001, 48.001],
              ],
            },
            properties: {
              name: 'Hole 7',
              par: 4,
              rating: 3,
              pass: 12,
              baseAngle: 183.42,
              view: { angle: 90.27, zoom: 17.4567, center: [8, 48] },
              sort: 7,
              isActive: true,
            },
          },
        ],
      } as never)
    },
  })
  const table = await screen.findByRole('table', { name: 'Holes' })
  const row = (await within(table).findByText('Hole 7')).closest('tr') as HTMLElement
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(cell => cell.textContent)).toEqual([
    'Hole 7',
    '4',
    '3',
    '12 minutes',
    '183°',
    '90°, zoom 17.5',
    '7',
    'Yes',
    '',
  ])
  expect(table.dataset.compact).toBe('true')
  expect(cells.filter(cell => cell.dataset.long !== undefined).map(cell => cell.dataset.title)).toEqual([
    'Base angle',
    'Own view',
    'Sort',
  ])
  expect(cells.filter(cell => cell.dataset.named !== undefined).map(cell => cell.dataset.title)).toEqual([
    'Par',
    'Rating',
    'Pass',
    'Active',
  ])
})
