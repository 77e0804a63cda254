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
  photos: [],
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

test('shows how far an Automower has mown the zone, and that the figures of the grass do not have it', async () => {
  const onZone = { name: 'Nursery', areaName: 'Range', isMowing: true, progress: 0.63, reportedAt: null }
  await open({
    path: `/missions/grass/${ZONE}`,
    prepare: wire => {
      wire.answer(lateCalls.zoneRecords.list, { items: [] })
      wire.answer(lateCalls.automower.onZone, { items: [{ ...onZone, completedAt: '2026-11-20T05:00:00.000Z' }] })
    },
  })
  expect(
    await screen.findByText(
      /^Automower Nursery is mowing it now\. Mown by Automower Nursery, 63%\. All of it was mown .*\.$/,
      {},
      SLOW,
    ),
  ).toBeDefined()
  expect(screen.getByText(/not in the figures of the grass/)).toBeDefined()
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

/** The document of these tests has no addresses for bytes. */
Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined })

const photoId = (number: number): string => `00000000-0000-4000-8000-0000000009${String(number).padStart(2, '0')}`
const withPhotos = record(24, {
  photos: [
    { id: photoId(1), hash: 'a' },
    { id: photoId(2), hash: 'b' },
  ],
})

test('photos of a record are thumbnails, and each opens whole by the keyboard with its name, and is deleted after a question', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: `/missions/grass/${ZONE}`,
    prepare: wire => {
      wire.answer(lateCalls.zoneRecords.list, { items: [items[0] as ZoneRecord, withPhotos] })
      wire.answer(lateCalls.zoneRecords.photo, {})
      wire.answer(lateCalls.zoneRecords.removePhoto, {})
    },
  })
  const second = await screen.findByRole('button', { name: 'Photo 2 of 2: Green speed 3 m' }, SLOW)
  second.focus()
  await user.keyboard('{Enter}')
  const shown = within(await screen.findByRole('dialog', { name: 'Photo 2 of 2: Green speed 3 m' }, SLOW))
  const read = () => wire.asked.filter(({ call }) => call === lateCalls.zoneRecords.photo)
  await waitFor(
    () =>
      expect(read()).toContainEqual(
        expect.objectContaining({
          params: { id: ZONE, recordId: withPhotos.id, photoId: photoId(2) },
          query: { size: 'whole' },
        }),
      ),
    SLOW,
  )
  expect(await shown.findByRole('img', { name: 'Photo 2 of 2: Green speed 3 m' }, SLOW)).toBeDefined()
  await user.click(shown.getByRole('button', { name: 'Next photo' }))
  expect(await screen.findByRole('dialog', { name: 'Photo 1 of 2: Green speed 3 m' }, SLOW)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Delete photo' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete photo' }, SLOW))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(
    () =>
      expect(wire.asked.filter(({ call }) => call === lateCalls.zoneRecords.removePhoto)).toMatchObject([
        { params: { id: ZONE, recordId: withPhotos.id, photoId: photoId(1) } },
      ]),
    SLOW,
  )
}, 120_000)
