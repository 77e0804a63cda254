import { statSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type TokenPair } from '@greensward/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newestCode, newestMail } from '../../testing/outbox.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const PASSWORD = 'Correct-horse 7'
let server: TestServer
let login: string
let counter = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  // Every test has a person and an hour of its own, so that none uses up another's tries.
  server.clock.advance(3_700_000)
  await server.signInAgain()
  counter += 1
  login = `greta${counter}`
  const added = await server.call('ROLE_ADMIN', calls.users.create, {
    body: {
      login,
      fullname: 'Greta Grün',
      phone: '',
      email: 'greta@example.org',
      role: 'ROLE_GREENKEEPER',
      password: PASSWORD,
    },
  })
  expect(added.status).toBe(200)
})

const start = (password = PASSWORD, as = login) =>
  server.call(null, calls.auth.login, { body: { login: as, password } })
const finish = (challengeId: string, code: string) =>
  server.call(null, calls.auth.code, { body: { challengeId, code } })
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  server.call(null, calls.auth.refresh, { body: { refreshToken }, headers })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const signIn = async (): Promise<TokenPair> => {
  const { challengeId } = (await start()).result
  return (await finish(challengeId, newestCode(server.dataDir))).result
}

const profile = (accessToken: string) => server.as(accessToken, calls.profile.get)

describe('step one', () => {
  it('accepts login and password, with the login in any case, and shows a masked address for the code', async () => {
    const { result } = await start(PASSWORD, login.toUpperCase())
    expect(result.sentTo).toBe('g***@example.org')
    expect(result.resendAfterS).toBe(60)
    expect(server.announced.at(-1)).toBe(`Sign-in code for ${login}: ${newestCode(server.dataDir)}`)
  })
  it('puts the message into the outbox, readable by its owner only', async () => {
    await start()
    expect(newestMail(server.dataDir)).toContain('To: greta@example.org')
    expect(statSync(join(server.dataDir, 'outbox')).mode & 0o077).toBe(0)
  })
  it('writes the message in the language of the screen that asked for it', async () => {
    const subjectOf = () => /^Subject: (.*)$/m.exec(newestMail(server.dataDir))?.[1]
    const body = { login, password: PASSWORD }
    for (const [language, begins] of [
      ['de', '=?UTF-8?Q?Ihr_Code'],
      ['es', '=?UTF-8?Q?Su_c=C3=B3digo'],
      ['en', 'Your code'],
    ] as const) {
      // Messages of one moment have no order.
      server.clock.advance(1_000)
      await server.call(null, calls.auth.login, { body: { ...body, language } })
      expect(subjectOf()?.slice(0, begins.length)).toBe(begins)
    }
  })
  it('answers a wrong password and an unknown login alike', async () => {
    const wrongPassword = await start('not the password')
    const unknown = await start('not the password', 'nobody-of-this-name')
    expect(wrongPassword.error).toEqual(unknown.error)
    expect(unknown.error).toEqual({
      kind: 'wrongCredentials',
      code: 'wrongCredentials',
      params: {},
      message: 'Incorrect username or password. Try again',
    })
  })
  it('computes as much for an unknown login as for a known one', async () => {
    // Of all threads of this process: waiting for a loaded host does not count.
    const computed = async (as: string): Promise<number> => {
      const from = process.cpuUsage()
      await start('not the password', as)
      const { user, system } = process.cpuUsage(from)
      return user + system
    }
    // In turns, comparing the least of each: other work of the server makes some more, and none less.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < 6; round += 1) {
      known = Math.min(known, await computed(login))
      unknown = Math.min(unknown, await computed('nobody-else-of-this-name'))
    }
    // Without the hash of a password an answer takes a tenth.
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
  })
  it('makes an address wait after ten failures, and accepts it again after a quarter of an hour', async () => {
    for (let failure = 0; failure < 10; failure += 1) expect((await start('guess')).status).toBe(422)
    const held = await start()
    expect(held.error.kind).toBe('tooManyRequests')
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0)
    server.clock.advance(15 * 60_000)
    expect((await start()).status).toBe(200)
  })
  it('delays an unknown login in the same way, which reveals no login', async () => {
    for (let failure = 0; failure < 10; failure += 1) await start('guess', `stranger${counter}`)
    expect((await start('guess', `stranger${counter}`)).error.kind).toBe('tooManyRequests')
  })
})

describe('step two', () => {
  it('issues a pair of tokens for the right code, once', async () => {
    const { challengeId } = (await start()).result
    const code = newestCode(server.dataDir)
    const { accessToken, refreshToken } = (await finish(challengeId, code)).result
    expect(accessToken.ttl).toBe(900)
    expect(refreshToken.ttl).toBe(30 * 24 * 3_600)
    expect(accessToken.createdAt).toBe(Math.floor(server.clock.now().getTime() / 1_000))
    expect((await profile(accessToken.token)).result.login).toBe(login)
    expect((await finish(challengeId, code)).error.kind).toBe('wrongCode')
  })
  it('counts five tries, then only step one helps', async () => {
    const { challengeId } = (await start()).result
    const code = newestCode(server.dataDir)
    for (let tried = 1; tried <= 5; tried += 1) {
      const { error } = await finish(challengeId, wrong(code))
      expect(error).toEqual({
        kind: 'wrongCode',
        code: 'wrongCode',
        params: {},
        message: 'Incorrect code. Try again',
        details: { startAgain: tried === 5 },
      })
    }
    expect((await finish(challengeId, code)).error.details).toEqual({ startAgain: true })
  })
  it('counts guesses that come at the same time one by one', async () => {
    const { challengeId } = (await start()).result
    const code = newestCode(server.dataDir)
    const guesses = await Promise.all(Array.from({ length: 8 }, () => finish(challengeId, wrong(code))))
    // The kinds and not only their number: a refusal for another reason says itself which.
    expect(guesses.map(({ error }) => error.kind)).toEqual(guesses.map(() => 'wrongCode'))
    expect((await finish(challengeId, code)).status).toBe(422)
  })
  it('lets one of two right codes at the same time in', async () => {
    const { challengeId } = (await start()).result
    const code = newestCode(server.dataDir)
    const both = await Promise.all([finish(challengeId, code), finish(challengeId, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })
  it('refuses a code after five minutes', async () => {
    const { challengeId } = (await start()).result
    server.clock.advance(5 * 60_000)
    expect((await finish(challengeId, newestCode(server.dataDir))).error.kind).toBe('wrongCode')
  })
  it('sends a new code after 60 s, which voids the old one and keeps the count of tries', async () => {
    const { challengeId } = (await start()).result
    const first = newestCode(server.dataDir)
    const resend = () => server.call(null, calls.auth.resend, { body: { challengeId } })
    expect((await resend()).error.kind).toBe('tooManyRequests')
    for (let tried = 0; tried < 4; tried += 1) await finish(challengeId, wrong(first))
    server.clock.advance(60_000)
    expect((await resend()).result).toEqual({ sentTo: 'g***@example.org', resendAfterS: 60 })
    const second = newestCode(server.dataDir)
    if (second !== first) expect((await finish(challengeId, first)).error.details).toEqual({ startAgain: true })
    expect((await finish(challengeId, second)).status).toBe(second === first ? 200 : 422)
  })
  it('sends at most five new codes an hour', async () => {
    const { challengeId } = (await start()).result
    const statuses: number[] = []
    for (let round = 0; round < 6; round += 1) {
      server.clock.advance(61_000)
      statuses.push((await server.call(null, calls.auth.resend, { body: { challengeId } })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a session', () => {
  it('issues a new pair for each refresh token', async () => {
    const first = await signIn()
    server.clock.advance(14 * 60_000)
    const second = (await refresh(first.refreshToken.token)).result
    server.clock.advance(2 * 60_000)
    expect((await profile(first.accessToken.token)).status).toBe(401)
    expect((await profile(second.accessToken.token)).status).toBe(200)
  })
  it('ends completely when a refresh token is used a second time', async () => {
    const first = await signIn()
    const second = (await refresh(first.refreshToken.token)).result
    server.clock.advance(2_001)
    expect((await refresh(first.refreshToken.token)).error.kind).toBe('unauthorized')
    expect((await profile(second.accessToken.token)).status).toBe(401)
    expect((await refresh(second.refreshToken.token)).status).toBe(401)
  })
  it('issues the parallel tabs of one client the same pair for two seconds', async () => {
    const first = await signIn()
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(first.refreshToken.token)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const pairs = answers.map(({ result }) => result)
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken.token)).size).toBe(1)
    expect(new Set(pairs.map(({ accessToken }) => accessToken.token)).size).toBe(1)
    expect((await profile(pairs[0]?.accessToken.token ?? '')).status).toBe(200)
  })
  it('gives a slow tab the newest pair, so that its next call ends nothing', async () => {
    const first = await signIn()
    const second = (await refresh(first.refreshToken.token)).result
    const third = (await refresh(second.refreshToken.token)).result
    const late = (await refresh(first.refreshToken.token)).result
    expect(late.refreshToken.token).toBe(third.refreshToken.token)
    server.clock.advance(14 * 60_000)
    expect((await refresh(late.refreshToken.token)).status).toBe(200)
  })
  it('does not forgive another client, however quick', async () => {
    const first = await signIn()
    await refresh(first.refreshToken.token, { 'user-agent': 'mine' })
    expect((await refresh(first.refreshToken.token, { 'user-agent': 'theirs' })).status).toBe(401)
  })
  it('ends after twelve idle hours', async () => {
    const pair = await signIn()
    server.clock.advance(12 * 3_600_000)
    expect((await refresh(pair.refreshToken.token)).status).toBe(401)
  })
  it('ends after thirty days, however busy', async () => {
    let pair = await signIn()
    for (let halfDay = 0; halfDay < 65; halfDay += 1) {
      server.clock.advance(11 * 3_600_000)
      pair = (await refresh(pair.refreshToken.token)).result
    }
    expect(pair.refreshToken.ttl).toBe(30 * 24 * 3_600 - 65 * 11 * 3_600)
    server.clock.advance(6 * 3_600_000)
    expect((await refresh(pair.refreshToken.token)).status).toBe(401)
  })
  it('ends at log out, tokens and all', async () => {
    const pair = await signIn()
    const answer = await server.as(pair.accessToken.token, calls.auth.logout)
    expect(answer.status).toBe(200)
    expect((await profile(pair.accessToken.token)).status).toBe(401)
    expect((await refresh(pair.refreshToken.token)).status).toBe(401)
  })
  it('takes no refresh token for an access token, nor the other way round', async () => {
    const pair = await signIn()
    expect((await profile(pair.refreshToken.token)).status).toBe(401)
    expect((await refresh(pair.accessToken.token)).status).toBe(401)
  })
})
