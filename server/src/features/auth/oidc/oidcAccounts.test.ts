/** Which account and role a person gets who signs in by OpenID Connect. */
import { calls } from '@greensward/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oidcIdentities, users } from '../../../platform/db/schema/index.ts'
import { browse } from '../../../testing/oidcIssuer.ts'
import { type OidcRig, startOidcRig } from '../../../testing/oidcRig.ts'
import { openSession } from '../sessionStore.ts'

let rig: OidcRig
beforeAll(async () => {
  rig = await startOidcRig()
})
afterAll(() => rig?.close())
beforeEach(() => rig.reset())

test('a person without a role in the table, or without an account where none is made, is refused', async () => {
  await rig.switchOn()
  rig.issuer.person = { ...rig.issuer.person, realm_access: { roles: ['visitor'] } }
  expect(await rig.refusedWith()).toBe('oidcNoRole')
  await rig.switchOn({ newAccounts: 'none' })
  expect(await rig.refusedWith()).toBe('oidcNoAccount')
  await rig.switchOn({ newAccounts: 'applicant' })
  expect((await rig.profileBy((await rig.signIn()).result)).role.slug).toBe('ROLE_APPLICANT')
})

test('the role follows the claim where that is switched on, and ends the sessions of the old one', async () => {
  await rig.switchOn()
  const first = (await rig.signIn()).result
  rig.issuer.person = { ...rig.issuer.person, realm_access: { roles: ['bar'] } }
  expect((await rig.profileBy((await rig.signIn()).result)).role.slug).toBe('ROLE_GREENKEEPER')
  await rig.switchOn({ followsRoles: true })
  expect((await rig.profileBy((await rig.signIn()).result)).role.slug).toBe('ROLE_BUGGY_BAR')
  expect((await rig.server.as(first.accessToken.token, calls.profile.get)).status).toBe(401)
  rig.issuer.person = { ...rig.issuer.person, realm_access: {} }
  expect(await rig.refusedWith()).toBe('oidcNoRole')
})

test('an account is connected by a verified mail address alone, and only where that is switched on', async () => {
  const mail = `known${rig.number}@example.org`
  const id = await rig.addPerson('ROLE_GREENKEEPER', mail)
  rig.issuer.person = { ...rig.issuer.person, email: mail.toUpperCase(), email_verified: false }
  await rig.switchOn({ newAccounts: 'none' })
  expect(await rig.refusedWith()).toBe('oidcNoAccount')
  await rig.switchOn({ newAccounts: 'mapped', linksByMail: true })
  expect(await rig.refusedWith()).toBe('oidcUnverified')
  rig.issuer.person = { ...rig.issuer.person, email_verified: true }
  expect((await rig.profileBy((await rig.signIn()).result)).id).toBe(id)
  // Somebody else who has the address now does not get the account as well.
  rig.issuer.person = { ...rig.issuer.person, sub: 'somebody else' }
  expect(await rig.refusedWith()).toBe('oidcNoAccount')
})

test('a person is found by a mail address without reading all people', async () => {
  const plan = await rig.server.app.ctx.db.transaction(async tx => {
    // Of a few people all are read, with any index.
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql`explain select id from users where lower(email) = lower('greta@example.org')`)
  })
  expect(JSON.stringify(plan.rows)).toContain('users_email')
})

test('nobody becomes an administrator by it, and a removed account is closed at once', async () => {
  const mail = `admin${rig.number}@example.org`
  await rig.addPerson('ROLE_ADMIN', mail)
  await rig.switchOn({ newAccounts: 'none', linksByMail: true })
  rig.issuer.person = { ...rig.issuer.person, email: mail }
  expect(await rig.refusedWith()).toBe('oidcAdministrator')

  const other = `removed${rig.number}@example.org`
  const id = await rig.addPerson('ROLE_GREENKEEPER', other)
  rig.issuer.person = { ...rig.issuer.person, email: other }
  const { accessToken } = (await rig.signIn()).result
  const { address, cookie } = await rig.start()
  const page = await rig.open(await browse(address), cookie)
  await rig.server.app.ctx.db.update(users).set({ role: 'ROLE_ADMIN' }).where(eq(users.id, id))
  expect((await rig.finish(page, cookie)).error.code).toBe('oidcAdministrator')
  expect(await rig.refusedWith()).toBe('oidcAdministrator')
  expect((await rig.server.call('ROLE_ADMIN', calls.users.remove, { params: { id } })).status).toBe(200)
  expect((await rig.server.as(accessToken.token, calls.profile.get)).status).toBe(401)
  expect(await rig.refusedWith()).toBe('oidcNoAccount')
})

test('one person who signs in twice at the same moment gets one account', async () => {
  await rig.switchOn()
  const ids = await Promise.all(
    [rig.signIn(), rig.signIn()].map(async one => (await rig.profileBy((await one).result)).id),
  )
  expect(new Set(ids).size).toBe(1)
})

test('an applicant gets a role from a person alone, not from the claim', async () => {
  await rig.switchOn({ newAccounts: 'applicant', followsRoles: true })
  for (let times = 0; times < 2; times += 1)
    expect((await rig.profileBy((await rig.signIn()).result)).role.slug).toBe('ROLE_APPLICANT')
})

test('a person whose account was removed is an applicant again', async () => {
  await rig.switchOn({ followsRoles: true })
  const { id } = await rig.profileBy((await rig.signIn()).result)
  const remove = (removed: number) => rig.server.call('ROLE_ADMIN', calls.users.remove, { params: { id: removed } })
  expect((await remove(id)).status).toBe(200)
  const next = await rig.profileBy((await rig.signIn()).result)
  expect([next.id === id, next.role.slug]).toEqual([false, 'ROLE_APPLICANT'])
  expect((await rig.profileBy((await rig.signIn()).result)).role.slug).toBe('ROLE_APPLICANT')
  await rig.switchOn({ newAccounts: 'none' })
  expect((await remove(next.id)).status).toBe(200)
  expect(await rig.refusedWith()).toBe('oidcNoAccount')
})

test('connecting ends the sessions of the account, and a refused person changes nothing', async () => {
  const mail = `shared${rig.number}@example.org`
  const id = await rig.addPerson('ROLE_GREENKEEPER', mail)
  const { db, clock } = rig.server.app.ctx
  // Somebody entered the address of another person in their own account.
  const { accessToken } = await openSession(db, id, clock.now())
  const isOpen = async () => (await rig.server.as(accessToken.token, calls.profile.get)).status === 200
  rig.issuer.person = { ...rig.issuer.person, email: mail, realm_access: { roles: ['visitor'] } }
  await rig.switchOn({ linksByMail: true, followsRoles: true })
  expect(await rig.refusedWith()).toBe('oidcNoRole')
  expect([await isOpen(), await db.select().from(oidcIdentities)]).toEqual([true, []])
  await rig.switchOn({ linksByMail: true, followsRoles: false })
  expect((await rig.profileBy((await rig.signIn()).result)).id).toBe(id)
  expect(await isOpen()).toBe(false)
})

test('a changed mail address changes neither account, for the person of the issuer nor for another', async () => {
  await rig.switchOn({ linksByMail: true })
  const own = await rig.profileBy((await rig.signIn()).result)
  const mail = `boss${rig.number}@example.org`
  const boss = await rig.addPerson('ROLE_GREENKEEPER', mail)
  rig.issuer.person = { ...rig.issuer.person, email: mail }
  const again = await rig.profileBy((await rig.signIn()).result)
  expect([again.id, again.email, boss === own.id]).toEqual([own.id, own.email, false])
})
