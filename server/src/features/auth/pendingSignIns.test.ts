/** Sign-ins that wait for their code: how many there may be, and what ends them. */
import { calls } from '@greensward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../platform/http/refusal.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { finishSignIn, MOST_CODES_PER_HOUR, startSignIn } from './signIn.ts'

const PASSWORD = 'Correct-horse 7'
/** Failures that are reported to administrators. */
const MOST = 10
let server: TestServer
let counter = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Person {
  readonly id: number
  readonly login: string
  readonly updatedAt: string
}

const addPerson = async (): Promise<Person> => {
  counter += 1
  const login = `petra${counter}`
  const { result } = await server.call('ROLE_ADMIN', calls.users.create, {
    body: {
      login,
      fullname: 'Petra Pohl',
      phone: '',
      email: 'petra@example.org',
      role: 'ROLE_GREENKEEPER',
      password: PASSWORD,
    },
  })
  return { id: result.id, login, updatedAt: result.updatedAt }
}
/** Past the limit of calls, which counts in real time. */
const begin = async (login: string, password = PASSWORD, address = '203.0.113.7') => {
  let code = ''
  const sender = {
    send: async (_: unknown, sent: string) => {
      code = sent
      return 'p***'
    },
  }
  const opened = await startSignIn(server.app.ctx, sender, { login, password, address, language: undefined })
  return { ...opened, code }
}
/** The access token of a new session. */
const signIn = async (login: string): Promise<string> => {
  const { challengeId, code } = await begin(login)
  return (await enter(challengeId, code)).accessToken.token
}
const enter = (challengeId: string, code: string, address = '203.0.113.7') =>
  finishSignIn(server.app.ctx, { challengeId, code, address, userAgent: '' })
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.kind : 'bug'),
  )
const countOf = (kinds: readonly string[], wanted: string): number => kinds.filter(kind => kind === wanted).length

test('one person is sent 30 codes an hour, then waits', async () => {
  const { login } = await addPerson()
  const kinds = []
  for (let i = 0; i < MOST_CODES_PER_HOUR + 2; i += 1) kinds.push(await kindOf(begin(login)))
  expect([countOf(kinds, 'accepted'), countOf(kinds, 'tooManyRequests')]).toEqual([MOST_CODES_PER_HOUR, 2])
  server.clock.advance(3_600_000)
  expect(await kindOf(begin(login))).toBe('accepted')
  await server.signInAgain()
})

test('notifies administrators of ten failures at an account by its name, and never of unknown logins', async () => {
  const { login } = await addPerson()
  const notices: unknown[] = []
  const end = server.app.ctx.events.on('notice', notice => {
    if (notice.kind === 'failedLogins') notices.push(notice.values)
  })
  const bait = 'Call 0900 123456, your server is hacked'
  for (let i = 0; i < MOST; i += 1) {
    await kindOf(begin(bait, 'wrong'))
    await kindOf(begin(` ${login.toUpperCase()} `, 'wrong'))
  }
  end()
  expect(notices).toEqual([{ login, count: MOST }])
})

test.each([
  [
    'the own password is changed',
    async ({ login }: Person) =>
      server.as(await signIn(login), calls.profile.changePassword, {
        body: { currentPassword: PASSWORD, password: 'Another-horse 8' },
      }),
  ],
  [
    'the other sessions are ended',
    async ({ login }: Person) =>
      server.as(await signIn(login), calls.profile.endOtherSessions, { body: { currentPassword: PASSWORD } }),
  ],
  [
    'an administrator gives a new password',
    ({ id, updatedAt }: Person) =>
      server.call('ROLE_ADMIN', calls.users.update, {
        params: { id },
        body: { updatedAt, password: 'Another-horse 8' },
      }),
  ],
  [
    'an administrator signs the person out everywhere',
    ({ id }: Person) => server.call('ROLE_ADMIN', calls.users.signOut, { params: { id } }),
  ],
])('a sign-in that waits for its code ends when %s', async (_, act) => {
  const person = await addPerson()
  const { challengeId, code } = await begin(person.login)
  expect((await act(person)).status).toBe(200)
  await expect(enter(challengeId, code)).rejects.toMatchObject({
    kind: 'wrongCode',
    extras: { details: { startAgain: true } },
  })
})
