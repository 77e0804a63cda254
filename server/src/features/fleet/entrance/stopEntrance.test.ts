/** The entrance for stops over real HTTP: who is admitted, and how a flood of others is kept from them. */
import { connect, type Socket } from 'node:net'
import { calls } from '@greensward/contract'
import { may, ROLE_SLUGS } from '@greensward/domain'
import { monotonicMs } from '@greensward/vehicle/thread'
import { afterEach, expect, test } from 'vitest'
import { tokenHash } from '../../../platform/secrets.ts'
import { startTestServer } from '../../../testing/testServer.ts'
import type { Admitted, EntranceNote } from './notes.ts'
import { openStopEntrance } from './stopEntrance.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const person = { id: 7, fullname: 'Ada Field' }
const admit = (token: string, forMs = 60_000): Admitted => ({
  hash: tokenHash(token),
  person,
  untilMs: monotonicMs() + forMs,
})
const ID = '3f2a4c1e-7a55-4b8e-9d0c-2f1f6a1b9c01'
const config = { id: ID, systemId: 1, name: 'Mower A', blade: { kind: 'relay', index: 0 } } as const
const STOP = `mowers/${ID}/stop`

const open = async (admitted: readonly Admitted[]) => {
  const notes: EntranceNote[] = []
  let onListening: (port: number) => void = () => undefined
  const listening = new Promise<number>(resolve => {
    onListening = resolve
  })
  const note = (entry: EntranceNote): void => {
    if (entry.kind === 'listening') onListening(entry.port)
    else notes.push(entry)
  }
  const entrance = openStopEntrance(
    { host: '127.0.0.1', port: 0, anyPort: true, publicOrigin: 'https://course.example.org' },
    {
      note,
      // A mower that is not received: the gateway's own tests cover its answer.
      stop: async (_config, entry) => {
        note(entry)
        return undefined
      },
    },
  )
  ending.push(() => entrance.close())
  entrance.know({ mowers: [{ config, phone: null }], missions: [['m', ID]], admitted })
  const port = await listening
  const ask = (path: string, headers: Record<string, string>, method = 'POST') =>
    fetch(`http://127.0.0.1:${port}/any/prefix/${path}`, { method, headers })
  const status = async (path: string, headers: Record<string, string>, method = 'POST') => {
    const response = await ask(path, headers, method)
    await response.arrayBuffer()
    return response.status
  }
  return { port, notes, ask, status, entrance }
}

test('a wrong, an expired and a revoked token are refused, and nothing is sent', async () => {
  const { status, notes, entrance } = await open([admit('good'), admit('old', -1)])
  expect(await status(STOP, {})).toBe(401)
  expect(await status(STOP, { 'x-api-key': 'wrong' })).toBe(401)
  expect(await status(STOP, { 'x-api-key': 'old' })).toBe(401)
  expect(await status('mowers/stop-all', { 'x-api-key': 'x'.repeat(5_000) })).toBe(401)
  expect(notes).toEqual([])
  expect(await status(STOP, { 'x-api-key': 'good' })).toBe(200)
  expect(notes.map(({ kind }) => kind)).toEqual(['asked', 'done'])
  entrance.know({ mowers: [{ config, phone: null }], missions: [], admitted: [] })
  expect(await status(STOP, { 'x-api-key': 'good' })).toBe(401)
})

test('it takes a stop of a mower, of a mission and of all, and nothing else', async () => {
  const { ask, status, notes } = await open([admit('good')])
  const key = { 'x-api-key': 'good' }
  const resultOf = async (path: string): Promise<unknown> =>
    ((await (await ask(path, key)).json()) as { readonly result: unknown }).result
  const answer = calls.mowers.stop.result.parse(await resultOf(STOP))
  expect(answer).toMatchObject({ outcome: 'noAnswer', standingStill: null })
  expect(await status('missions/m/stop', key)).toBe(200)
  const all = calls.mowers.stopAll.result.parse(await resultOf('mowers/stop-all'))
  expect(all).toMatchObject({ stopped: [], notStopped: [{ id: ID, name: 'Mower A' }] })
  const asked = notes.filter(({ kind }) => kind === 'asked')
  expect(asked).toEqual([1, 2, 3].map(() => ({ kind: 'asked', mowerId: ID, person })))
  expect(await status('mowers/b/stop', key)).toBe(404)
  expect(await status('missions/n/stop', key)).toBe(404)
  expect(await status(`mowers/${ID}/start`, key)).toBe(404)
  expect(await status(STOP, key, 'GET')).toBe(404)
  expect(await status('mowers/%ff/stop', key)).toBe(404)
  expect(notes.filter(({ kind }) => kind === 'asked')).toHaveLength(3)
})

test('pages of the same host and of the public address may call it, other pages may not', async () => {
  const { ask, status, port } = await open([admit('good')])
  const from = (origin: string) => ({ 'x-api-key': 'good', origin })
  for (const origin of ['http://127.0.0.1:8080', `http://127.0.0.1:${port}`, 'https://course.example.org']) {
    const answer = await ask(STOP, from(origin))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    const before = await ask(STOP, { origin, 'access-control-request-headers': 'x-api-key' }, 'OPTIONS')
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-headers')).toContain('x-api-key')
  }
  for (const origin of ['https://elsewhere.example', 'null']) {
    const answer = await ask(STOP, from(origin))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  }
  expect(await status(STOP, from('https://course.example.org.elsewhere.example'))).toBe(403)
})

test('a flood of strangers is answered with a limit, and a good token is never refused', async () => {
  const { status } = await open([admit('good')])
  const answers = await Promise.all(Array.from({ length: 300 }, () => status(STOP, { 'x-api-key': 'no' })))
  expect(answers).toContain(429)
  for (let press = 0; press < 100; press += 1) expect(await status(STOP, { 'x-api-key': 'good' })).toBe(200)
})

test('connections that say nothing do not keep anybody out', async () => {
  const { port, status } = await open([admit('good')])
  const silent: Socket[] = []
  ending.push(async () => {
    for (const socket of silent) socket.destroy()
  })
  for (let index = 0; index < 600; index += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    silent.push(socket)
    await new Promise(resolve => socket.once('connect', resolve))
  }
  expect(await status(STOP, { 'x-api-key': 'good' })).toBe(200)
})

test('those who may stop a mower are admitted from their first call on, nobody else is, and not after they signed out', async () => {
  const server = await startTestServer({ config: { mavlinkUdp: { host: '127.0.0.1', port: 0 }, stopPort: 0 } })
  ending.push(() => server.close())
  const [entrance = ''] = (await server.call('ROLE_ADMIN', calls.stopEntrances.list)).result.items
  const status = async (token: string): Promise<number> =>
    (await fetch(`${entrance}/mowers/stop-all`, { method: 'POST', headers: { 'x-api-key': token } })).status
  const until = async (token: string, wanted: number): Promise<void> => {
    await expect.poll(() => status(token), { timeout: 5_000 }).toBe(wanted)
  }
  for (const role of ROLE_SLUGS) {
    const token = server.tokens[role]
    await server.as(token, calls.profile.get)
    if (may(role, 'mowers.stop')) await until(token, 200)
    else expect(await status(token)).toBe(401)
  }
  const token = server.tokens.ROLE_GREENKEEPER
  await server.as(token, calls.auth.logout)
  await until(token, 401)
  // The page may ask there, and only there.
  const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`connect-src 'self' ${new URL(entrance).origin};`)
})
