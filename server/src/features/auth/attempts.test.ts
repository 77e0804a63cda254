import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts } from '../../platform/db/schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { loginHash, waitS } from './attemptStore.ts'

const NOW = new Date('2026-05-01T12:00:00.000Z')
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)
const STRANGER = '203.0.113.9'
const HOME = '198.51.100.4'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Given {
  readonly address: string
  readonly minutes: number
  readonly succeeded?: boolean
  readonly times?: number
}

/** The wait in minutes for this login at an address, after all earlier attempts. */
const waitsMin = async (login: string, address: string, given: readonly Given[]): Promise<number> => {
  const rows = given.flatMap(({ minutes, times = 1, succeeded = false, address: from }) =>
    Array.from({ length: times }, (_, index) => ({
      loginHash: loginHash(login),
      address: from === '*' ? `192.0.2.${index % 250}` : from,
      succeeded,
      at: minutesAgo(minutes),
    })),
  )
  await server.app.ctx.db.insert(attempts).values(rows)
  return Math.ceil((await waitS(server.app.ctx.db, loginHash(login), address, NOW)) / 60)
}

describe('how long somebody has to wait before they may try again', () => {
  it.each<readonly [string, string, readonly Given[], number]>([
    ['nine failures: not at all', STRANGER, [{ address: STRANGER, minutes: 5, times: 9 }], 0],
    [
      'ten failures: until the first is a quarter of an hour old',
      STRANGER,
      [{ address: STRANGER, minutes: 5, times: 10 }],
      10,
    ],
    ['ten failures of a while ago: not at all', STRANGER, [{ address: STRANGER, minutes: 16, times: 10 }], 0],
    [
      'failures before a success do not count',
      STRANGER,
      [
        { address: STRANGER, minutes: 5, times: 9 },
        { address: STRANGER, minutes: 4, succeeded: true },
        { address: STRANGER, minutes: 3, times: 9 },
      ],
      0,
    ],
    ['ten failures elsewhere: not at all', HOME, [{ address: STRANGER, minutes: 5, times: 10 }], 0],
    [
      'a hundred failures from everywhere: until they are an hour old',
      STRANGER,
      [{ address: '*', minutes: 20, times: 100 }],
      40,
    ],
    [
      'a hundred failures from everywhere hold up nobody at an address of theirs',
      HOME,
      [
        { address: HOME, minutes: 20 * 24 * 60, succeeded: true },
        { address: '*', minutes: 20, times: 100 },
      ],
      0,
    ],
  ])('%s', async (name, address, given, expected) => {
    expect(await waitsMin(name, address, given)).toBe(expected)
  })
})

describe('failures of one login', () => {
  const KNOWN = 'spelled.anyhow'
  beforeAll(async () => {
    const body = { login: KNOWN, fullname: 'Anna', phone: '', email: 'anna@example.org', password: 'Correct-horse 7' }
    const added = await server.call('ROLE_ADMIN', calls.users.create, { body: { ...body, role: 'ROLE_GREENKEEPER' } })
    expect(added.status).toBe(200)
  })
  it.each([KNOWN, 'nobody.of.this.name'])('count together however %s is spelled', async login => {
    const kinds: string[] = []
    for (let index = 0; index < 11; index += 1) {
      const spelled = ' '.repeat(index) + (index % 2 === 0 ? login : login.toUpperCase())
      const answer = await server.call(null, calls.auth.login, { body: { login: spelled, password: 'not this one' } })
      kinds.push(answer.error.kind)
    }
    expect(kinds).toEqual([...Array(10).fill('wrongCredentials'), 'tooManyRequests'])
  })
})
