/** The page of the sign-in service: a connection that is tried before anything is saved, and what is wrong with the fields. */
import type { OidcSettings } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'

const open = stage()
const SLOW = { timeout: 60_000 }
const settings: OidcSettings = {
  ...{ enabled: true, label: 'Club ID', issuer: 'https://id.example.org', clientId: 'greensward', hasSecret: true },
  ...{ scopes: 'profile email', roleClaim: 'groups', roles: [{ value: 'grounds', role: 'ROLE_GREENKEEPER' }] },
  ...{ newAccounts: 'none', followsRoles: false, linksByMail: false },
  redirectUri: 'https://course.example.org/api/auth/oidc/callback',
  ...{ triedAt: '2026-11-20T06:15:00.000Z', problem: 'clientRefused', detail: 'invalid_client' },
}
test('a connection is tried by what is in the fields, and a row of the table is added and saved', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/oidc',
    prepare: wire => {
      wire.answer(calls.oidc.settings, settings)
      wire.answer(calls.oidc.test, { problem: 'otherIssuer', detail: 'https://other.example.org' })
      wire.answer(calls.oidc.update, settings)
    },
  })
  const issuer = await screen.findByLabelText('Issuer', undefined, SLOW)
  expect(screen.getByText(/^The service refused this client\./)).toBeDefined()
  await user.type(issuer, '/club')
  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/names another issuer/)).toBeDefined()
  expect(wire.bodiesOf(calls.oidc.test)).toEqual([{ issuer: 'https://id.example.org/club', clientId: 'greensward' }])
  await user.click(screen.getByRole('button', { name: 'Add row' }))
  await user.type(screen.getByLabelText('Value 2'), 'bar')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.oidc.update)).toEqual([
      {
        issuer: 'https://id.example.org/club',
        roles: [...settings.roles, { value: 'bar', role: 'ROLE_GREENKEEPER' }],
      },
    ]),
  )
}, 120_000)

test('the secret is sent when it is typed, and the answer of a test goes with the fields that it was for', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/oidc',
    prepare: wire => {
      wire.answer(calls.oidc.settings, { ...settings, problem: null, detail: '' })
      wire.answer(calls.oidc.test, { problem: null, detail: '' })
      wire.answer(calls.oidc.update, settings)
    },
  })
  expect(await screen.findByText('Works', undefined, SLOW)).toBeDefined()
  expect(screen.getByText('Stored; type a new one to replace it')).toBeDefined()
  await user.type(screen.getByLabelText('Client secret'), 'new')
  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/^The service answers and accepts/)).toBeDefined()
  expect(wire.bodiesOf(calls.oidc.test)).toEqual([
    { issuer: 'https://id.example.org', clientId: 'greensward', secret: 'new' },
  ])
  await user.type(screen.getByLabelText('Client ID'), '2')
  await waitFor(() => expect(screen.queryByText(/^The service answers and accepts/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(wire.bodiesOf(calls.oidc.update)).toEqual([{ clientId: 'greensward2', secret: 'new' }]))
}, 120_000)

test('a wrong address is not sent, and what the server refuses is beside its field', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/oidc',
    prepare: wire => {
      wire.answer(calls.oidc.settings, settings)
      wire.refuse(calls.oidc.update, {
        kind: 'invalid',
        ...said('invalid'),
        message: 'Invalid',
        fields: { 'body.roles': said('empty'), 'body.roleClaim': said('empty') },
      })
    },
  })
  const issuer = await screen.findByLabelText('Issuer', undefined, SLOW)
  await user.clear(issuer)
  await user.type(issuer, 'id.example.org')
  await user.click(screen.getByRole('button', { name: 'Test connection' }))
  await waitFor(() => expect(issuer.getAttribute('aria-invalid')).toBe('true'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(wire.bodiesOf(calls.oidc.test)).toEqual([])
  expect(wire.bodiesOf(calls.oidc.update)).toEqual([])
  await user.clear(issuer)
  await user.type(issuer, 'https://id.example.org')
  await user.click(screen.getByRole('button', { name: 'Remove row 1' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText('Claim with the roles').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('No rows yet')).toBeDefined()
  expect(screen.getAllByText('Must not be empty')).toHaveLength(2)
}, 120_000)
