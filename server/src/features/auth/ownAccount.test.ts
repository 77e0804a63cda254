import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { hashPassword } from './password.ts'
import { changeUser } from './userStore.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const OLD = 'old and trusty 1'
const giveKeeperPassword = async (): Promise<number> => {
  const id = server.userIds.ROLE_GREENKEEPER
  const passwordHash = await hashPassword(OLD)
  await server.app.ctx.db.transaction(tx => changeUser(tx, id, { passwordHash }))
  return id
}
const change = (token: string, currentPassword: string, password: string) =>
  server.as(token, calls.profile.changePassword, { body: { currentPassword, password } })

it('shows the own profile with its role, and its times in seconds', async () => {
  const { result } = await server.call('ROLE_GREENKEEPER', calls.profile.get)
  expect(result).toEqual({
    id: server.userIds.ROLE_GREENKEEPER,
    login: expect.any(String),
    fullname: 'Test Greenkeeper',
    phone: expect.any(String),
    email: expect.any(String),
    role: { name: 'Greenkeeper', slug: 'ROLE_GREENKEEPER' },
    created_at: expect.any(Number),
    updated_at: expect.any(Number),
  })
  const nowS = server.clock.now().getTime() / 1_000
  for (const at of [result.created_at, result.updated_at]) expect(Math.abs(nowS - at)).toBeLessThan(3_600)
})

describe('the own password', () => {
  it('is changed with the old password, and all other sessions end', async () => {
    const id = await giveKeeperPassword()
    const here = await server.openSessionOf(id)
    const elsewhere = await server.openSessionOf(id)
    expect((await change(here, OLD, 'new and better 2')).status).toBe(200)
    expect((await server.as(here, calls.profile.get)).status).toBe(200)
    expect((await server.as(elsewhere, calls.profile.get)).status).toBe(401)
    const { login } = (await server.as(here, calls.profile.get)).result
    const attempt = (password: string) => server.call(null, calls.auth.login, { body: { login, password } })
    expect((await attempt('new and better 2')).status).toBe(200)
    expect((await attempt(OLD)).status).toBe(422)
  })

  it('is not changed without the old password; wrong guesses are slowed down as at sign-in', async () => {
    const token = await server.openSessionOf(await giveKeeperPassword())
    const { error } = await change(token, 'a wild guess', 'new and better 2')
    expect(error.fields).toEqual({ 'body.currentPassword': { code: 'notYourPassword', params: {} } })
    for (let tried = 1; tried < 10; tried += 1) await change(token, 'a wild guess', 'new and better 2')
    expect((await change(token, OLD, 'new and better 2')).status).toBe(429)
    server.clock.advance(15 * 60_000)
    expect(
      (await change(await server.openSessionOf(server.userIds.ROLE_GREENKEEPER), OLD, 'password1')).error.fields,
    ).toEqual({ 'body.password': { code: 'easyToGuess', params: {} } })
  })
})

describe('the own address', () => {
  it('is changed with the password, name and number without it', async () => {
    const token = await server.openSessionOf(await giveKeeperPassword())
    const update = (body: object) => server.as(token, calls.profile.update, { body })
    expect((await update({ fullname: 'Greta Green', phone: '+353 1 234 5678' })).result.fullname).toBe('Greta Green')
    const { email } = (await server.as(token, calls.profile.get)).result
    expect((await update({ email })).status).toBe(200)
    const other = { email: 'greta@example.org' }
    expect((await update(other)).error.fields).toEqual({
      'body.currentPassword': { code: 'passwordNeeded', params: {} },
    })
    expect((await update({ ...other, currentPassword: 'a wild guess' })).error.fields).toEqual({
      'body.currentPassword': { code: 'notYourPassword', params: {} },
    })
    expect((await server.as(token, calls.profile.get)).result.email).toBe(email)
    expect((await update({ ...other, currentPassword: OLD })).result.email).toBe(other.email)
  })
})

describe('the own sessions', () => {
  it('are listed with where they come from, this one marked', async () => {
    const id = server.userIds.ROLE_BUGGY_BAR
    const here = await server.openSessionOf(id)
    const { items } = (await server.as(here, calls.profile.sessions)).result
    expect(items.length).toBeGreaterThan(1)
    expect(items.filter(({ isThisOne }) => isThisOne)).toHaveLength(1)
  })

  it('end one by one, or all but this one, at once, with the password', async () => {
    await server.signInAgain()
    const id = await giveKeeperPassword()
    const [here, second, third] = [
      await server.openSessionOf(id),
      await server.openSessionOf(id),
      await server.openSessionOf(id),
    ]
    const secondOne = (await server.as(second, calls.profile.sessions)).result.items.find(({ isThisOne }) => isThisOne)
    const end = (token: string, currentPassword = OLD) =>
      server.as(token, calls.profile.endSession, { params: { id: secondOne?.id ?? '' }, body: { currentPassword } })
    const refused = { 'body.currentPassword': { code: 'notYourPassword', params: {} } }
    expect((await end(here, 'a wild guess')).error.fields).toEqual(refused)
    expect((await server.as(second, calls.profile.get)).status).toBe(200)
    expect((await end(here)).status).toBe(200)
    expect((await server.as(second, calls.profile.get)).status).toBe(401)
    expect((await end(here)).status).toBe(404)
    const endOthers = (currentPassword: string) =>
      server.as(here, calls.profile.endOtherSessions, { body: { currentPassword } })
    expect((await endOthers('another wild guess')).error.fields).toEqual(refused)
    expect((await server.as(third, calls.profile.get)).status).toBe(200)
    const { ended } = (await endOthers(OLD)).result
    expect(ended).toBeGreaterThan(0)
    expect((await server.as(third, calls.profile.get)).status).toBe(401)
    expect((await server.as(here, calls.profile.sessions)).result.items).toHaveLength(1)
  })

  it('of somebody else are not there', async () => {
    await server.signInAgain()
    const [theirs] = (await server.call('ROLE_ADMIN', calls.profile.sessions)).result.items
    const { ROLE_GREENKEEPER: keeper } = server.tokens
    await giveKeeperPassword()
    const answer = await server.as(keeper, calls.profile.endSession, {
      params: { id: theirs?.id ?? '' },
      body: { currentPassword: OLD },
    })
    expect(answer.status).toBe(404)
    expect((await server.call('ROLE_ADMIN', calls.profile.get)).status).toBe(200)
  })
})
