import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allMails } from '../../testing/outbox.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const request = (login: string) => ({
  login,
  fullname: `Applicant ${login}`,
  phone: '',
  email: `${login}@example.org`,
  password: 'a long way round',
})
const register = (login: string) => server.call(null, calls.auth.register, { body: request(login) })
const allow = (selfRegistration: boolean) =>
  server.call('ROLE_ADMIN', calls.auth.updateAccess, { body: { selfRegistration } })

describe('asking for access', () => {
  it('is off until an administrator switches it on', async () => {
    expect((await server.call(null, calls.auth.access)).result).toEqual({ selfRegistration: false })
    expect((await register('early')).status).toBe(403)
    await allow(true)
    expect((await server.call(null, calls.auth.access)).result).toEqual({ selfRegistration: true })
  })

  it('creates an applicant without permissions and notifies the administrators', async () => {
    await allow(true)
    expect((await register('nora')).result).toEqual({})
    const { items } = (await server.call('ROLE_ADMIN', calls.users.list, { query: { search: 'nora' } })).result
    expect(items.map(({ role }) => role.slug)).toEqual(['ROLE_APPLICANT'])
    const session = await server.openSessionOf(items[0]?.id ?? 0)
    expect((await server.as(session, calls.map.get)).status).toBe(403)
    await expect
      .poll(async () =>
        (await server.call('ROLE_MANAGER', calls.notifications.list)).result.items.map(({ kind }) => kind),
      )
      .toContain('accessAsked')
  })

  it('answers a taken login in the same way, with the same mail', async () => {
    await allow(true)
    await register('taken')
    const second = await register('TAKEN')
    expect([second.status, second.result]).toEqual([200, {}])
    const { total } = (await server.call('ROLE_ADMIN', calls.users.list, { query: { search: 'taken' } })).result
    expect(total).toBe(1)
    const texts = () =>
      allMails(server.dataDir)
        .filter(mail => /taken@example.org/i.test(mail))
        .map(mail => mail.slice(mail.indexOf('\n\n')))
    await expect.poll(() => texts().length).toBe(2)
    expect(new Set(texts()).size).toBe(1)
  })

  it('is limited in number', async () => {
    await allow(true)
    const answers: number[] = []
    for (let asked = 0; asked < 25; asked += 1) answers.push((await register(`again${asked}`)).status)
    expect(answers).toContain(429)
  })
})

describe('an invitation', () => {
  const invited = async (login: string) => {
    const { password: _, ...body } = { ...request(login), role: 'ROLE_GREENKEEPER' as const }
    return (await server.call('ROLE_ADMIN', calls.users.create, { body })).result
  }
  const invite = (id: number, role: 'ROLE_ADMIN' | 'ROLE_GREENKEEPER' = 'ROLE_ADMIN') =>
    server.call(role, calls.users.invite, { params: { id }, body: {} })
  /** Of the one invitation that was mailed to the login's address; long lines of a mail end in `=`. */
  const tokenFor = (login: string): string => {
    const texts = allMails(server.dataDir).map(mail => mail.replaceAll('=\n', ''))
    const invitation = texts.find(text => text.includes(`${login}@example.org`) && text.includes('/invitation#'))
    return /\/invitation#(\S+)/.exec(invitation ?? '')?.[1]?.replaceAll('=3D', '=') ?? ''
  }
  const accept = (token: string, password: string) =>
    server.call(null, calls.auth.acceptInvitation, { body: { token, password } })

  it('mails a link that sets a password once', async () => {
    const user = await invited('ines')
    expect(
      (await server.call(null, calls.auth.login, { body: { login: 'ines', password: 'a long way round' } })).status,
    ).toBe(422)
    expect((await invite(user.id)).result).toEqual({ sentTo: 'ines@example.org' })
    const token = tokenFor('ines')
    expect(token).not.toBe('')
    expect((await accept(token, 'short')).status).toBe(422)
    expect((await accept(token, 'a green at dawn')).result).toEqual({ login: 'ines' })
    expect(
      (await server.call(null, calls.auth.login, { body: { login: 'ines', password: 'a green at dawn' } })).status,
    ).toBe(200)
    expect((await accept(token, 'another green at dawn')).error.code).toBe('invitationExpired')
  })

  it('is refused after seven days, when it is changed, and from those who may not manage users', async () => {
    const user = await invited('olga')
    expect((await invite(user.id, 'ROLE_GREENKEEPER')).status).toBe(403)
    await invite(user.id)
    const token = tokenFor('olga')
    expect(token).not.toBe('')
    const [id, endsAt, secret] = token.split('.')
    expect((await accept(`${id}.${Number(endsAt) + 1}.${secret}`, 'a green at dawn')).status).toBe(403)
    server.clock.advance(7 * 24 * 3_600_000 + 1)
    expect((await accept(token, 'a green at dawn')).status).toBe(403)
  })
})
