/** A group of notifications leads to its missions. */
import { calls } from '@greensward/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleItem } from '../../testing/sampleAnswer.ts'

const open = stage()
const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'].join(',')
const SLOW = { timeout: 20_000 }

test('opens the list of missions with those of the group, and with all after one more press', async () => {
  const user = userEvent.setup()
  const group = sampleItem(calls.notifications.list, {
    level: 'info',
    subject: 'mission',
    subjectId: null,
    kind: 'missionDoneMany',
    values: { count: 2, names: 'Green 1, Green 2', ids: IDS },
  } as never)
  const { wire } = await open({
    path: '/notifications',
    prepare: own => own.answer(calls.notifications.list, { items: [group], total: 1, unread: 1 } as never),
  })
  await user.click(await screen.findByRole('link', { name: 'To the missions' }, SLOW))
  const asked = (): readonly unknown[] =>
    wire.asked.filter(({ call }) => call.path === calls.missions.list.path).map(({ query }) => query.ids)
  await waitFor(() => expect(asked().at(-1)).toBe(IDS), SLOW)
  await user.click(await screen.findByRole('button', { name: 'Missions of a notification: show all' }, SLOW))
  await waitFor(() => expect(asked().at(-1)).toBeUndefined(), SLOW)
})
