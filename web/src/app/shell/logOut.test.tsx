import { calls } from '@greensward/contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { STORAGE, session } from '../../api/index.ts'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const FILTERED = '/missions?status=planned&q=Fairway'

test('who logs out leaves neither page nor filters to the next person', async () => {
  const user = userEvent.setup()
  await open({ path: FILTERED, prepare: wire => wire.answer(calls.auth.logout, {}) })
  await user.click((await screen.findAllByRole('button', { name: 'Log out' }))[0] as HTMLElement)
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  expect(window.location.search).toBe('')
})

test('nor does who logs out in another tab', async () => {
  await open({ path: FILTERED })
  await screen.findByRole('heading', { name: 'Missions' })
  for (const name of [STORAGE.refreshToken, STORAGE.accessToken]) localStorage.removeItem(name)
  act(() => session.readEntriesAgain())
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  expect(window.location.search).toBe('')
})

test('a session that the server ends leads back to where its person was', async () => {
  await open({ path: FILTERED })
  await screen.findByRole('heading', { name: 'Missions' })
  act(() => session.clear())
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  expect(new URLSearchParams(window.location.search).get('from')).toContain('/missions?')
})
