import { calls, type UserRow } from '@greensward/contract'
import type { RoleSlug } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let counter = 0
const personBody = (role: RoleSlug) => {
  counter += 1
  return {
    login: `person${counter}`,
    fullname: `Person ${counter}`,
    phone: '+44 1632 960001',
    email: `person${counter}@example.org`,
    role,
    password: 'Correct-horse 7',
  }
}
const add = (as: RoleSlug, role: RoleSlug) => server.call(as, calls.users.create, { body: personBody(role) })
const added = async (role: RoleSlug): Promise<UserRow> => (await add('ROLE_ADMIN', role)).result
const change = (as: RoleSlug, user: UserRow, body: { role?: RoleSlug; password?: string; login?: string }) =>
  server.call(as, calls.users.update, { params: { id: user.id }, body: { ...body, updatedAt: user.updatedAt } })
const remove = (as: RoleSlug, id: number) => server.call(as, calls.users.remove, { params: { id } })
const rowOf = async (role: RoleSlug): Promise<UserRow> => {
  const { items } = (await server.call('ROLE_ADMIN', calls.users.list, { query: { role, perPage: 500 } })).result
  const row = items.find(({ id }) => id === server.userIds[role])
  if (row === undefined) throw new Error('no such user')
  return row
}

describe('people', () => {
  it('are found by name, login, address or number, and by role', async () => {
    const { id, login } = await added('ROLE_BUGGY_BAR')
    for (const search of [login.toUpperCase(), `Person ${login.slice(6)}`, `${login}@example.org`]) {
      const { items } = (
        await server.call('ROLE_MANAGER', calls.users.list, { query: { search, role: 'ROLE_BUGGY_BAR' } })
      ).result
      expect(items.map(user => user.id)).toContain(id)
    }
    const others = (
      await server.call('ROLE_MANAGER', calls.users.list, { query: { search: login, role: 'ROLE_ADMIN' } })
    ).result
    expect(others.items).toEqual([])
  })

  it.each(['per\u200bson', 'per\u202eson', '\u0430dmin', 'per son', 'person!'])('are not called %j', async login => {
    const body = { ...personBody('ROLE_GREENKEEPER'), login }
    const { status, error } = await server.call('ROLE_ADMIN', calls.users.create, { body })
    expect([status, error.fields]).toEqual([422, { 'body.login': { code: 'loginLetters', params: {} } }])
  })

  it('have normalised logins, however the letters were typed', async () => {
    const body = { ...personBody('ROLE_GREENKEEPER'), login: '\uff2a\u00fcrgen.M+1' }
    const { result } = await server.call('ROLE_ADMIN', calls.users.create, { body })
    expect(result.login).toBe('J\u00fcrgen.M+1')
  })

  it('must have different logins, regardless of case', async () => {
    const { login } = await added('ROLE_GREENKEEPER')
    const body = { ...personBody('ROLE_GREENKEEPER'), login: login.toUpperCase() }
    expect((await server.call('ROLE_ADMIN', calls.users.create, { body })).error.fields).toEqual({
      'body.login': { code: 'taken', params: {} },
    })
  })

  it.each([
    'password1',
    '12345678',
    'aaaaaaaaaa',
    'short',
    'GREENKEEPER',
    'P@ssw0rd2024!',
    'Fairway 18',
    'clubh0use!!',
    'Sommer2026',
    'qwertyuiop',
    '9876543210',
    'abcabcabc',
    'x'.repeat(201),
    'null\u0000byte',
  ])('may not have the password %j', async password => {
    const body = { ...personBody('ROLE_GREENKEEPER'), password }
    const { error } = await server.call('ROLE_ADMIN', calls.users.create, { body })
    expect(Object.keys(error.fields ?? {})).toEqual(['body.password'])
  })

  it('may have a password of 200 characters, of which the last one counts', async () => {
    const body = { ...personBody('ROLE_GREENKEEPER'), password: `${'päss wörd '.repeat(19)}123456789A` }
    expect((await server.call('ROLE_ADMIN', calls.users.create, { body })).status).toBe(200)
    const attempt = (password: string) => server.call(null, calls.auth.login, { body: { login: body.login, password } })
    expect((await attempt(body.password)).status).toBe(200)
    expect((await attempt(`${body.password.slice(0, -1)}B`)).status).toBe(422)
  })
})

describe('management of people', () => {
  it('a manager manages everybody but administrators', async () => {
    const keeper = await added('ROLE_GREENKEEPER')
    const admin = await added('ROLE_ADMIN')
    expect((await add('ROLE_MANAGER', 'ROLE_ADMIN')).error.kind).toBe('forbidden')
    expect((await change('ROLE_MANAGER', keeper, { role: 'ROLE_ADMIN' })).error.kind).toBe('forbidden')
    expect((await change('ROLE_MANAGER', admin, { role: 'ROLE_MANAGER' })).error.kind).toBe('forbidden')
    expect((await change('ROLE_MANAGER', admin, { password: 'Another-horse 8' })).error.kind).toBe('forbidden')
    expect((await remove('ROLE_MANAGER', admin.id)).error.kind).toBe('forbidden')
    expect((await change('ROLE_MANAGER', keeper, { role: 'ROLE_MANAGER' })).status).toBe(200)
  })

  it('nobody changes their own address or password here, where no password is asked for', async () => {
    const own = await rowOf('ROLE_MANAGER')
    expect((await change('ROLE_MANAGER', own, { password: 'Correct-horse 8' })).error.kind).toBe('forbidden')
    const elsewhere = await server.call('ROLE_MANAGER', calls.users.update, {
      params: { id: own.id },
      body: { email: 'elsewhere@example.org', updatedAt: own.updatedAt },
    })
    expect(elsewhere.error.kind).toBe('forbidden')
    const name = await server.call('ROLE_MANAGER', calls.users.update, {
      params: { id: own.id },
      body: { fullname: 'Mary Manager', email: own.email ?? '', updatedAt: own.updatedAt },
    })
    expect(name.result.fullname).toBe('Mary Manager')
  })

  it('nobody changes their own role, nor deletes themselves', async () => {
    const admin = await rowOf('ROLE_ADMIN')
    expect((await change('ROLE_ADMIN', admin, { role: 'ROLE_MANAGER' })).error.kind).toBe('forbidden')
    expect((await change('ROLE_MANAGER', await rowOf('ROLE_MANAGER'), { role: 'ROLE_ADMIN' })).error.kind).toBe(
      'forbidden',
    )
    await added('ROLE_ADMIN')
    expect((await remove('ROLE_ADMIN', admin.id)).error.kind).toBe('conflict')
  })

  it('a manager signs out the people below them everywhere, and nobody above', async () => {
    const { id } = await added('ROLE_GREENKEEPER')
    const tokens = [await server.openSessionOf(id), await server.openSessionOf(id)]
    const signOut = (as: RoleSlug, userId: number) => server.call(as, calls.users.signOut, { params: { id: userId } })
    expect((await signOut('ROLE_MANAGER', server.userIds.ROLE_ADMIN)).error.kind).toBe('forbidden')
    expect((await signOut('ROLE_MANAGER', id)).result.ended).toBe(2)
    for (const token of tokens) expect((await server.as(token, calls.profile.get)).status).toBe(401)
    expect((await signOut('ROLE_MANAGER', id)).result.ended).toBe(0)
    expect((await server.call('ROLE_ADMIN', calls.profile.get)).status).toBe(200)
  })

  it('a deleted person is signed out everywhere at once', async () => {
    const { id } = await added('ROLE_GREENKEEPER')
    const tokens = [await server.openSessionOf(id), await server.openSessionOf(id)]
    for (const token of tokens) expect((await server.as(token, calls.profile.get)).status).toBe(200)
    await remove('ROLE_ADMIN', id)
    for (const token of tokens) expect((await server.as(token, calls.profile.get)).status).toBe(401)
  })

  it('keeps one of two administrators who remove each other at the same time', async () => {
    const { items } = (
      await server.call('ROLE_ADMIN', calls.users.list, { query: { role: 'ROLE_ADMIN', perPage: 500 } })
    ).result
    for (const { id } of items) if (id !== server.userIds.ROLE_ADMIN) await remove('ROLE_ADMIN', id)
    const other = personBody('ROLE_ADMIN')
    const { id } = (await server.call('ROLE_ADMIN', calls.users.create, { body: other })).result
    const otherToken = await server.openSessionOf(id)
    const answers = await Promise.all([
      remove('ROLE_ADMIN', id),
      server.as(otherToken, calls.users.remove, { params: { id: server.userIds.ROLE_ADMIN } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const survivor = answers[0]?.status === 200 ? server.tokens.ROLE_ADMIN : otherToken
    const left = (await server.as(survivor, calls.users.list, { query: { role: 'ROLE_ADMIN' } })).result
    expect(left.total).toBe(1)
    const last = left.items[0]?.id ?? 0
    expect((await server.as(survivor, calls.users.remove, { params: { id: last } })).error).toMatchObject({
      code: 'lastAdministrator',
    })
  })
})
