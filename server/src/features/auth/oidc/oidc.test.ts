/** Sign-in by OpenID Connect at a real issuer, on the real server: the whole of it, and each way in which it must fail. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oidcIdentities, oidcSettings } from '../../../platform/db/schema/index.ts'
import { browse, newJwk } from '../../../testing/oidcIssuer.ts'
import { CLIENT, MANAGER, type OidcChange, type OidcRig, startOidcRig } from '../../../testing/oidcRig.ts'
import { CODE_MS, SIGN_IN_MS } from './oidcStore.ts'

const DISCOVERY = '/.well-known/openid-configuration'

let rig: OidcRig
beforeAll(async () => {
  rig = await startOidcRig()
})
afterAll(() => rig?.close())
beforeEach(() => rig.reset())

test('is off until it is configured, and its secret never comes out', async () => {
  expect((await rig.server.call(null, lateCalls.oidc.offer)).result).toEqual({ isOn: false, label: '' })
  expect((await rig.server.call(null, lateCalls.oidc.start, { body: {} })).error.code).toBe('oidcOff')
  expect(Object.keys((await rig.change({ enabled: true })).error.fields ?? {})).toEqual(['body.issuer'])
  // Without a claim and a table nobody would get a role from them.
  const roleless = { enabled: true, issuer: rig.issuer.url, clientId: CLIENT.id, followsRoles: true }
  const { fields } = (await rig.change(roleless)).error
  expect(Object.keys(fields ?? {})).toEqual(['body.roleClaim', 'body.roles'])
  await rig.switchOn()
  expect((await rig.server.call(null, lateCalls.oidc.offer)).result).toEqual({ isOn: true, label: 'Club ID' })
  const settings = await rig.settings()
  expect(settings).toMatchObject({ hasSecret: true, redirectUri: rig.callback, issuer: rig.issuer.url })
  expect(JSON.stringify([settings, await rig.server.app.ctx.db.select().from(oidcSettings)])).not.toContain(
    CLIENT.secret,
  )
  // It belongs to the issuer that it was typed for.
  expect((await rig.change({ issuer: 'https://other.example.org' })).result).toMatchObject({ hasSecret: false })
  expect((await rig.change({ roles: [{ value: 'x', role: 'ROLE_ADMIN' as never }] })).status).toBe(422)
  expect((await rig.server.call('ROLE_GREENKEEPER', lateCalls.oidc.settings)).status).toBe(403)
})

test('a person signs in with the role of the claim, and the same person has the same account again', async () => {
  await rig.switchOn()
  const { address, cookie } = await rig.start('/missions?day=2026-11-26')
  const page = await rig.open(await browse(address), cookie)
  // No token is in an address, only a code of one use.
  expect([page.pathname, page.search]).toEqual(['/login', '?from=%2Fmissions%3Fday%3D2026-11-26'])
  const { result } = await rig.finish(page, cookie)
  const profile = await rig.profileBy(result)
  expect(profile).toMatchObject({
    ...{ login: `greta.gruen${rig.number}`, fullname: 'Greta Grün', email: `greta${rig.number}@example.org` },
    role: { slug: 'ROLE_GREENKEEPER' },
  })
  expect((await rig.finish(page, cookie)).error.code).toBe('oidcStartAgain')
  const again = await rig.signIn()
  expect((await rig.profileBy(again.result)).id).toBe(profile.id)
  expect(await rig.settings()).toMatchObject({ problem: null, triedAt: expect.any(String) })
  // Signing out ends our session.
  await rig.server.as(again.result.accessToken.token, calls.auth.logout)
  expect((await rig.server.as(again.result.accessToken.token, calls.profile.get)).status).toBe(401)
})

test('another server continues a sign-in', async () => {
  await rig.switchOn()
  const { address, cookie } = await rig.start()
  const second = await rig.startSecond()
  try {
    const page = await rig.open((await browse(address)).replace(rig.server.url, second.url), cookie)
    const { result } = await rig.finish(page, cookie)
    expect((await second.as(result.accessToken.token, calls.profile.get)).status).toBe(200)
  } finally {
    await second.close()
  }
})

test('a wrong state, another browser, a second answer and a late one count for nothing', async () => {
  await rig.switchOn()
  const refusalAt = async (answer: string, cookie: string) =>
    (await rig.finish(await rig.open(answer, cookie), cookie)).error.code
  const { address, cookie } = await rig.start()
  const answer = await browse(address)
  const wrong = new URL(answer)
  wrong.searchParams.set('state', 'x'.repeat(43))
  expect(await refusalAt(wrong.href, cookie)).toBe('oidcStartAgain')
  expect(await refusalAt(rig.callback, cookie)).toBe('oidcStartAgain')
  expect(await refusalAt(answer, (await rig.start()).cookie)).toBe('oidcStartAgain')
  expect(await refusalAt(answer, '')).toBe('oidcStartAgain')
  const page = await rig.open(answer, cookie)
  expect(await refusalAt(answer, cookie)).toBe('oidcStartAgain')
  // The code of the login page is for this browser alone as well.
  expect((await rig.finish(page, (await rig.start()).cookie)).error.code).toBe('oidcStartAgain')
  expect((await rig.finish(page, cookie)).status).toBe(200)

  const late = await rig.start()
  const lateAnswer = await browse(late.address)
  rig.server.clock.advance(SIGN_IN_MS + 1)
  expect(await refusalAt(lateAnswer, late.cookie)).toBe('oidcStartAgain')
  const slow = await rig.start()
  const slowPage = await rig.open(await browse(slow.address), slow.cookie)
  rig.server.clock.advance(CODE_MS + 1)
  expect((await rig.finish(slowPage, slow.cookie)).error.code).toBe('oidcStartAgain')
  await rig.server.signInAgain()
})

test('a wrong nonce, a wrong verifier and a cancelled sign-in are refused', async () => {
  await rig.switchOn()
  expect(await rig.refusedWith(address => address.searchParams.set('nonce', 'of another'))).toBe('oidcUntrusted')
  expect(await rig.settings()).toMatchObject({ problem: 'untrusted' })
  expect(await rig.refusedWith(address => address.searchParams.set('code_challenge', 'x'.repeat(43)))).toBe(
    'oidcStartAgain',
  )
  expect(await rig.refusedWith(address => address.searchParams.set('prompt', 'none'))).toBe('oidcRefused')
  await rig.switchOn({ secret: 'wrong' })
  expect(await rig.refusedWith()).toBe('oidcUntrusted')
  expect(await rig.settings()).toMatchObject({ problem: 'clientRefused' })
})

test('a code that was exchanged already gets nobody in', async () => {
  await rig.switchOn()
  const { address, cookie } = await rig.start()
  const used = new URL(await browse(address))
  expect((await rig.finish(await rig.open(used.href, cookie), cookie)).status).toBe(200)
  const next = await rig.start()
  const replayed = new URL(await browse(next.address))
  replayed.searchParams.set('code', used.searchParams.get('code') ?? '')
  expect((await rig.finish(await rig.open(replayed.href, next.cookie), next.cookie)).error.code).toBe('oidcStartAgain')
})

test('a dead, slow or lying issuer gets nobody in, and the settings say why', async () => {
  await rig.switchOn()
  const tryOut = async (body: OidcChange = {}) =>
    (await rig.server.call(MANAGER, lateCalls.oidc.test, { body })).result.problem
  expect(await tryOut()).toBe(null)
  expect(await tryOut({ issuer: `${rig.issuer.url}/.well-known/openid-configuration` })).toBe(null)
  expect(await tryOut({ issuer: 'http://127.0.0.1:1' })).toBe('notReached')
  expect(await tryOut({ secret: 'wrong' })).toBe('clientRefused')
  expect(await tryOut({ clientId: 'another' })).toBe('clientRefused')
  const document = (await (await fetch(`${rig.issuer.url}/.well-known/openid-configuration`)).json()) as object
  const discover = (changes: object | undefined): void =>
    rig.lie({ [DISCOVERY]: changes && { ...document, ...changes } })
  for (const [changes, problem] of [
    [{ issuer: 'https://other.example.org' }, 'otherIssuer'],
    [{ issuer: 7 }, 'notAnIssuer'],
    [{ token_endpoint: undefined }, 'missingFeature'],
    [{ code_challenge_methods_supported: ['plain'] }, 'missingFeature'],
    // The browser would run it as a program of ours.
    [{ authorization_endpoint: 'javascript:alert(1)' }, 'insecureAddress'],
  ] as const) {
    discover(changes)
    expect([changes, await tryOut()]).toEqual([changes, problem])
  }
  discover({ issuer: 'https://other.example.org' })
  // What to enter instead.
  const { detail } = (await rig.server.call(MANAGER, lateCalls.oidc.test, { body: {} })).result
  expect(detail).toBe('https://other.example.org')
  discover({ authorization_endpoint: 'javascript:alert(1)' })
  expect((await rig.server.call(null, lateCalls.oidc.start, { body: {} })).error.code).toBe('oidcUntrusted')
  expect(await rig.settings()).toMatchObject({ problem: 'insecureAddress' })
  // At this address the library leaves the check out, and the accounts of another issuer's people would be open.
  rig.lie({ '/.well-known/club': { ...document, issuer: 'https://other.example.org' } })
  expect(await tryOut({ issuer: `${rig.issuer.url}/.well-known/club` })).toBe('otherIssuer')
  discover(undefined)
  const impatient = await rig.startSecond({ issuerPatienceMs: 1_000 })
  try {
    expect((await impatient.call(null, lateCalls.oidc.start, { body: {} })).error.code).toBe('oidcNotReached')
  } finally {
    await impatient.close()
  }
  expect(await rig.settings()).toMatchObject({ problem: 'tooSlow' })
  // A signature by a key that is not the issuer's.
  const { n, e, kty, kid, alg, use } = newJwk()
  rig.lie({ '/jwks': { keys: [{ n, e, kty, kid, alg, use }] } })
  expect(await rig.refusedWith()).toBe('oidcUntrusted')
  expect(await rig.server.app.ctx.db.select().from(oidcIdentities)).toEqual([])
})

test('the cookie is for one host and no script, and no page elsewhere is opened after a sign-in', async () => {
  await rig.switchOn()
  const start = (from?: string, server = rig.server) =>
    server.call(null, lateCalls.oidc.start, { body: from === undefined ? {} : { from } })
  expect((await start()).headers.get('set-cookie')).toMatch(
    /^greensward-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  for (const from of ['//evil.example.org', '/\\evil.example.org', 'https://evil.example.org', 'javascript:alert(1)'])
    expect([from, (await start(from)).status]).toEqual([from, 422])
  const publicUrl = 'https://course.example.org'
  const behindHttps = await rig.startSecond({ publicUrl })
  try {
    const { headers, result } = await start(undefined, behindHttps)
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-greensward-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(new URL(result.address).searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/auth/oidc/callback`)
  } finally {
    await behindHttps.close()
  }
})

test('a sign-in that is under way ends where sign-in is switched off, or the issuer changes', async () => {
  await rig.switchOn()
  const { address, cookie } = await rig.start()
  const page = await rig.open(await browse(address), cookie)
  const next = await rig.start()
  const answer = await browse(next.address)
  await rig.change({ enabled: false })
  expect((await rig.finish(page, cookie)).error.code).toBe('oidcOff')
  await rig.switchOn({ clientId: 'another' })
  expect((await rig.finish(await rig.open(answer, next.cookie), next.cookie)).error.code).toBe('oidcStartAgain')
})

/** Signs in with a token that says so, by the issuer's own key. @returns the refusal, null for a session */
const refusalOf = async (changes: object, alg?: 'none'): Promise<string | null> => {
  const { address, cookie } = await rig.start()
  const answer = await browse(address)
  const now = Math.floor(Date.now() / 1_000)
  const { sub } = rig.issuer.person
  const nonce = new URL(address).searchParams.get('nonce')
  const claims = { iss: rig.issuer.url, aud: CLIENT.id, sub, nonce, iat: now, exp: now + 60, ...changes }
  rig.lie({
    '/token': { access_token: 'access', token_type: 'Bearer', id_token: rig.issuer.token(claims, alg) },
    '/me': { ...rig.issuer.person, sub },
  })
  const finished = await rig.finish(await rig.open(answer, cookie), cookie)
  rig.issuer.instead = undefined
  return finished.status === 200 ? null : finished.error.code
}

test('a token of another issuer, for another client, too old or not signed is not trusted', async () => {
  await rig.switchOn()
  const now = Math.floor(Date.now() / 1_000)
  for (const changes of [
    { iss: 'https://other.example.org' },
    { aud: 'another client' },
    { aud: [CLIENT.id, 'another client'], azp: 'another client' },
    { nonce: undefined },
    { sub: undefined },
    { sub: 'x'.repeat(256) },
    { sub: 'of another person than the userinfo' },
    { exp: now - 3_600, iat: now - 7_200 },
    { nbf: now + 3_600 },
  ])
    expect([changes, await refusalOf(changes)]).toEqual([changes, 'oidcUntrusted'])
  expect(await refusalOf({}, 'none')).toBe('oidcUntrusted')
  expect(await rig.settings()).toMatchObject({ problem: 'untrusted' })
  expect(await rig.server.app.ctx.db.select().from(oidcIdentities)).toEqual([])
  // Clocks that differ by some seconds do not keep anybody out.
  expect(await refusalOf({ exp: now - 10 })).toBe(null)
  expect(await refusalOf({ nbf: now + 10 })).toBe(null)
})

test('a mail address in one document is not verified by the other', async () => {
  await rig.switchOn({ newAccounts: 'none', linksByMail: true })
  const mail = `boss${rig.number}@example.org`
  await rig.addPerson('ROLE_GREENKEEPER', mail)
  // The person's own address in the userinfo is verified, the boss's in the token is not.
  expect(await refusalOf({ email: mail })).toBe('oidcNoAccount')
  expect(await refusalOf({ email: mail, email_verified: false })).toBe('oidcUnverified')
  expect(await refusalOf({ email: mail, email_verified: true })).toBe(null)
})
