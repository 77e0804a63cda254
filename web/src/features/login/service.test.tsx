/** The login page where the club has a sign-in service: the way there, the way back, and what to do when it fails. */
import { lateCalls as calls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }
const TOKENS = {
  accessToken: { token: 'access', createdAt: 1, ttl: 900 },
  refreshToken: { token: 'refresh', createdAt: 1, ttl: 9_000 },
}

test('the login page leads to the service with the page that was wanted', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/login?from=%2Fmissions',
    role: null,
    prepare: wire => {
      wire.answer(calls.oidc.offer, { isOn: true, label: 'Club ID' })
      wire.answer(calls.oidc.start, { address: `${window.location.origin}/login?from=%2Fmissions#at-the-service` })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Sign in with Club ID' }, SLOW))
  await waitFor(() => expect(window.location.hash).toBe('#at-the-service'))
  expect(wire.bodiesOf(calls.oidc.start)).toEqual([{ from: '/missions' }])
}, 120_000)

test('the code of the address is exchanged once, and leads to the page that was wanted', async () => {
  const { wire } = await open({
    path: '/login?from=%2Faccount#sign-in=one-use',
    role: null,
    prepare: wire => wire.answer(calls.oidc.finish, TOKENS),
  })
  await waitFor(() => expect(window.location.pathname).toBe('/account'), SLOW)
  expect(wire.bodiesOf(calls.oidc.finish)).toEqual([{ code: 'one-use' }])
}, 120_000)

test('a refused sign-in says what to do, beside the password', async () => {
  await open({
    path: '/login#sign-in=used',
    role: null,
    prepare: wire =>
      wire.refuse(calls.oidc.finish, {
        kind: 'forbidden',
        ...said('oidcNoAccount'),
        message: 'You have no account here yet. Ask a manager for one',
      }),
  })
  expect((await screen.findByRole('alert', undefined, SLOW)).textContent).toContain('Ask a manager for one')
  expect(screen.getByLabelText('Username')).toBeDefined()
  expect(window.location.hash).toBe('')
}, 120_000)

test('while the code is exchanged the page says that it works, and shows no form', async () => {
  let release = (): void => undefined
  await open({
    path: '/login#sign-in=one-use',
    role: null,
    prepare: wire => {
      wire.answer(calls.oidc.finish, TOKENS)
      release = wire.hold(calls.oidc.finish)
    },
  })
  expect(await screen.findByRole('status', undefined, SLOW)).toBeDefined()
  expect(screen.queryByLabelText('Username')).toBeNull()
  // The code is out of the address before it is used up.
  await waitFor(() => expect(window.location.hash).toBe(''))
  release()
  await waitFor(() => expect(window.location.pathname).not.toBe('/login'), SLOW)
}, 120_000)

test('a service that does not answer is named in the language of the reader, with what to do', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/login',
    role: null,
    language: 'de',
    prepare: wire => {
      wire.answer(calls.oidc.offer, { isOn: true, label: '' })
      wire.refuse(calls.oidc.start, {
        kind: 'unavailable',
        ...said('oidcNotReached'),
        message: 'The sign-in service does not answer.',
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Mit dem Konto des Clubs anmelden' }, SLOW))
  expect((await screen.findByRole('alert')).textContent).toContain('melden Sie sich mit Passwort und Code an')
  expect(wire.bodiesOf(calls.oidc.start)).toHaveLength(1)
}, 120_000)

test('no button is shown where no service is set up', async () => {
  const { wire } = await open({
    path: '/login',
    role: null,
    prepare: wire => wire.answer(calls.oidc.offer, { isOn: false, label: '' }),
  })
  await screen.findByLabelText('Username', undefined, SLOW)
  await waitFor(() => expect(wire.asked.some(({ call }) => call.path === calls.oidc.offer.path)).toBe(true), SLOW)
  expect(screen.queryByRole('button', { name: /Sign in with/ })).toBeNull()
}, 120_000)
