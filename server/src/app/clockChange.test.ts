/** The clock of the machine is set two hours forward and back again, as a wrong time server does, while people work. */
import { calls, type TokenPair } from '@greensward/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../testing/ground.ts'
import { type Lawns, seedLawns } from '../testing/lawn.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const HOURS_2_MS = 2 * 3_600_000
const MINUTE_MS = 60_000
const PASSWORD = 'Grass grows 2 at night'

let server: TestServer
let lawns: Lawns
beforeAll(async () => {
  server = await startTestServer({ isRunning: true })
  lawns = await seedLawns(server)
})
afterAll(() => server.close())

const signIn = async (login: string): Promise<TokenPair> => {
  const { challengeId } = (await server.call(null, calls.auth.login, { body: { login, password: PASSWORD } })).result
  const code = server.announced.at(-1)?.match(/\d{6}$/)?.[0] ?? ''
  return (await server.call(null, calls.auth.code, { body: { challengeId, code } })).result
}
const renewed = async ({ refreshToken }: TokenPair): Promise<TokenPair> =>
  (await server.call(null, calls.auth.refresh, { body: { refreshToken: refreshToken.token } })).result
const profileStatus = async ({ accessToken }: TokenPair): Promise<number> =>
  (await server.as(accessToken.token, calls.profile.get)).status
const opens = (ticket: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = io(server.url, { query: { token: ticket }, reconnection: false, forceNew: true })
    const end = (isOpen: boolean): void => {
      socket.disconnect()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('connect_error', () => end(false))
  })
const ticket = async ({ accessToken }: TokenPair): Promise<string> =>
  (await server.as(accessToken.token, calls.live.config)).result.token

test('people stay signed in over it, and can sign in at any time of it', async () => {
  const body = { fullname: 'Tom Timer', phone: '', email: 'tom@example.org', role: 'ROLE_GREENKEEPER' } as const
  await server.call('ROLE_ADMIN', calls.users.create, { body: { ...body, login: 'tom', password: PASSWORD } })
  const before = await signIn('tom')
  const old = await ticket(before)
  server.clock.set(HOURS_2_MS)
  expect(await profileStatus(before)).toBe(401)
  expect(await opens(old)).toBe(false)
  const ahead = await renewed(before)
  expect(await profileStatus(ahead)).toBe(200)
  expect(await opens(await ticket(ahead))).toBe(true)
  expect(await profileStatus(await signIn('tom'))).toBe(200)
  server.clock.set(-HOURS_2_MS)
  const back = await renewed(ahead)
  expect(await profileStatus(back)).toBe(200)
  expect(await opens(await ticket(back))).toBe(true)
  expect(await profileStatus(await signIn('tom'))).toBe(200)
}, 60_000)

test('an automatic mission is missed once, with the reason, and does not start when the clock is set back', async () => {
  const startsAt = new Date(server.clock.now().getTime() + 60 * MINUTE_MS).toISOString()
  const { id } = (
    await server.call('ROLE_GREENKEEPER', calls.missions.create, {
      body: lawns.request({ startsAt, startsByItself: true }),
    })
  ).result
  const read = async () => {
    await server.signInAgain()
    return (await server.call('ROLE_GREENKEEPER', calls.missions.get, { params: { id } })).result
  }
  const logged = async () =>
    (await server.call('ROLE_GREENKEEPER', calls.missions.logs, { params: { id } })).result.items.length
  server.clock.set(HOURS_2_MS)
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('missed')
  const missed = await read()
  expect(missed.statusReason).toMatch(/clock was set forward/)
  const lines = await logged()
  server.clock.set(-HOURS_2_MS)
  // Another one that is due by now has been seen to, and so has this one had it been taken up again.
  const soon = new Date(server.clock.now().getTime() + 2_000).toISOString()
  await server.signInAgain()
  const [, second] = lawns.mowers
  const next = (
    await server.call('ROLE_GREENKEEPER', calls.missions.create, {
      body: lawns.request({
        title: 'Next',
        mowerId: second.id,
        target: { kind: 'zone', featureId: lawns.zones[1].id },
        startsAt: soon,
        startsByItself: true,
      }),
    })
  ).result
  await expect
    .poll(
      async () =>
        (await server.call('ROLE_GREENKEEPER', calls.missions.get, { params: { id: next.id } })).result.status,
      { timeout: 60_000 },
    )
    .toBe('missed')
  expect(await read()).toEqual(missed)
  expect(await logged()).toBe(lines)
}, 240_000)

test('a start from before is not carried out, and a stop always is', async () => {
  const { id } = (
    await server.call('ROLE_GREENKEEPER', calls.missions.create, { body: lawns.request({ title: 'By hand' }) })
  ).result
  const headers = { 'x-asked-at': String(server.clock.now().getTime()) }
  const start = () => server.call('ROLE_GREENKEEPER', calls.missions.start, { params: { id }, headers })
  const stop = () => server.call('ROLE_GREENKEEPER', calls.mowers.stopAll, { headers })
  server.clock.set(HOURS_2_MS)
  await server.signInAgain()
  expect((await start()).error.kind).toBe('commandExpired')
  expect((await stop()).status).toBe(200)
  headers['x-asked-at'] = String(server.clock.now().getTime())
  server.clock.set(-HOURS_2_MS)
  await server.signInAgain()
  expect((await start()).error).toMatchObject({
    kind: 'invalid',
    fields: { 'headers.x-asked-at': { code: 'notPast', params: {} } },
  })
  expect((await stop()).status).toBe(200)
}, 60_000)

test('entries around the change are kept once, in the order of writing', async () => {
  const labels = ['before', 'ahead', 'back']
  for (const [index, label] of labels.entries()) {
    if (index > 0) server.clock.set(index === 1 ? HOURS_2_MS : -HOURS_2_MS)
    await server.signInAgain()
    const { revision } = (await server.call('ROLE_GREENKEEPER', calls.map.get)).result
    const id = crypto.randomUUID()
    const write = () =>
      server.call('ROLE_GREENKEEPER', calls.map.change, {
        headers: { 'idempotency-key': `change-${label}` },
        body: {
          baseRevision: revision,
          label,
          added: [
            {
              type: 'Feature',
              id,
              kind: 'wc',
              geometry: { type: 'Point', coordinates: at(10 * index, 50) },
              properties: { title: label },
            },
          ],
          updated: [],
          removed: [],
        },
      })
    const written = (await write()).result
    // The same again, as when its answer got lost.
    expect((await write()).result).toEqual(written)
  }
  const { items } = (await server.call('ROLE_GREENKEEPER', calls.map.changes, { query: { perPage: 3 } })).result
  expect(items.map(({ label }) => label)).toEqual(labels.toReversed())
}, 60_000)
