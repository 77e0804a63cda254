/** Calendar feeds of the account page. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const ID = '00000000-0000-4000-8000-000000000001'
const feed = {
  id: ID,
  name: 'Phone',
  mowerId: null,
  beginning: 'gsc_abcdef',
  createdAt: '2026-11-20T06:00:00.000Z',
  lastUsedAt: null,
}

test('the address of a new calendar is shown once, in the language of the screen', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/account',
    language: 'de',
    prepare: wire => {
      wire.answer(lateCalls.calendarFeeds.list, { items: [], total: 0 })
      wire.answer(calls.mowers.list, {
        items: [sampleItem(calls.mowers.list, { id: ID, name: 'Rook' } as never)],
        total: 1,
      } as never)
      wire.answer(lateCalls.calendarFeeds.create, { ...feed, mowerId: ID, secret: 'gsc_abcdefgh' })
    },
  })
  expect(await screen.findByText('Noch keine Kalender', undefined, SLOW)).toBeDefined()
  await user.type(screen.getByLabelText('Name des Kalenders'), 'Handy')
  await user.selectOptions(await screen.findByLabelText('Wovon'), 'Rook')
  await user.click(screen.getByRole('button', { name: 'Kalender anlegen' }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Adresse des Kalenders').value).toMatch(
      /\/api\/calendar\/gsc_abcdefgh\.ics$/,
    ),
  )
  expect(wire.bodiesOf(lateCalls.calendarFeeds.create)).toEqual([{ name: 'Handy', mowerId: ID, language: 'de' }])
})

test('a calendar is revoked after a question', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/account',
    prepare: wire => wire.answer(lateCalls.calendarFeeds.list, { items: [feed], total: 1 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Revoke: Phone' }, SLOW))
  expect(wire.asked.some(({ call }) => call === lateCalls.calendarFeeds.remove)).toBe(false)
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the calendar “Phone”?' }))
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(wire.asked.some(({ call }) => call === lateCalls.calendarFeeds.remove)).toBe(true))
})
