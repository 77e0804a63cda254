import { randomUUID } from 'node:crypto'
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeHash } from '../../platform/secrets.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { addChallenge } from './challengeStore.ts'

const PASSWORD = 'Correct-horse 7'
const MOST = 10

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const addPerson = async (login: string): Promise<number> => {
  const body = { login, fullname: 'Paula Pitch', phone: '', email: 'paula@example.org', password: PASSWORD }
  const added = await server.call('ROLE_ADMIN', calls.users.create, { body: { ...body, role: 'ROLE_GREENKEEPER' } })
  return added.result.id
}

const countOf = (kinds: readonly string[], kind: string): number => kinds.filter(each => each === kind).length

const passAnHour = async () => {
  server.clock.advance(3_700_000)
  await server.signInAgain()
}

describe('guesses that come at the same time', () => {
  it('judges ten of fifty wrong passwords of one login and makes the others wait', async () => {
    await addPerson('parallel.password')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        server.call(null, calls.auth.login, { body: { login: 'parallel.password', password: `wrong guess ${index}` } }),
      ),
    )
    const kinds = answers.map(({ error }) => error.kind)
    expect(countOf(kinds, 'wrongCredentials')).toBe(MOST)
    expect(countOf(kinds, 'tooManyRequests')).toBe(50 - MOST)
  })

  it('judges ten codes of all challenges of one person together', async () => {
    await passAnHour()
    const userId = await addPerson('parallel.codes')
    const now = server.clock.now()
    const ids = Array.from({ length: 11 }, () => randomUUID())
    for (const id of ids) {
      await addChallenge(server.app.ctx.db, {
        id,
        userId,
        codeHash: codeHash(id, '123456'),
        codeExpiresAt: new Date(now.getTime() + 300_000),
        tries: 0,
        sentAt: now,
        usedAt: null,
        createdAt: now,
      })
    }
    const answers = await Promise.all(
      ids.flatMap(challengeId =>
        Array.from({ length: 5 }, () => server.call(null, calls.auth.code, { body: { challengeId, code: '654321' } })),
      ),
    )
    const kinds = answers.map(({ error }) => error.kind)
    expect(countOf(kinds, 'wrongCode')).toBe(MOST)
    expect(countOf(kinds, 'tooManyRequests')).toBe(55 - MOST)
  })

  it('judges ten wrong passwords of a session and makes the others wait', async () => {
    await passAnHour()
    const token = await server.openSessionOf(await addPerson('parallel.own'))
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        server.as(token, calls.profile.endOtherSessions, { body: { currentPassword: 'not my password' } }),
      ),
    )
    const kinds = answers.map(({ error }) => error.kind)
    expect(countOf(kinds, 'invalid')).toBe(MOST)
    expect(countOf(kinds, 'tooManyRequests')).toBe(30 - MOST)
  })

  it('does not count right passwords', async () => {
    await passAnHour()
    const token = await server.openSessionOf(await addPerson('parallel.right'))
    for (let time = 0; time < 11; time += 1) {
      const body = { currentPassword: PASSWORD }
      expect((await server.as(token, calls.profile.endOtherSessions, { body })).status).toBe(200)
    }
  })
})
