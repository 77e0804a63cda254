import { type Channel, calls, type LiveVehicle } from '@greensward/contract'
import { type RoleSlug, roleOf, SILENT_TELEMETRY } from '@greensward/domain'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
const open: Socket[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => server.close())

const ticketOf = async (role: RoleSlug): Promise<string> => (await server.call(role, calls.live.config)).result.token

const connect = (token: string, headers: Record<string, string> = {}): Promise<Socket> => {
  const socket = io(server.url, { query: { token }, reconnection: false, extraHeaders: headers, forceNew: true })
  open.push(socket)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

interface Received {
  readonly event: string
  readonly seq: number
  readonly message: unknown
}

const received = (socket: Socket, channel: Channel): Promise<Received> =>
  new Promise(resolve => socket.once(channel, resolve))

const ended = (socket: Socket): Promise<void> => new Promise(resolve => socket.once('disconnect', () => resolve()))

const vehicle = (kind: LiveVehicle['kind']): LiveVehicle => ({
  id: crypto.randomUUID(),
  kind,
  telemetry: { ...SILENT_TELEMETRY, position: [0, 51], headingDeg: 0, speedMps: 0, ageMs: 0, link: 'live' },
  missionId: null,
  progress: null,
  stop: null,
})

describe('a live socket', () => {
  it('opens by a ticket, and by this ticket once', async () => {
    const ticket = await ticketOf('ROLE_ADMIN')
    await connect(ticket)
    await expect(connect(ticket)).rejects.toThrow('unauthorized')
  })
  it('does not open without a ticket, nor by one that is older than a minute', async () => {
    await expect(connect('')).rejects.toThrow('unauthorized')
    const ticket = await ticketOf('ROLE_ADMIN')
    server.clock.advance(60_000)
    await expect(connect(ticket)).rejects.toThrow('unauthorized')
  })
  it('does not open for a page of another origin, and keeps its ticket', async () => {
    const ticket = await ticketOf('ROLE_ADMIN')
    await expect(connect(ticket, { origin: 'https://elsewhere.example' })).rejects.toThrow()
    await connect(ticket, { origin: server.url })
  })
  it('numbers the messages of each channel', async () => {
    const socket = await connect(await ticketOf('ROLE_MANAGER'))
    const seqs: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const next = received(socket, 'settings')
      server.app.ctx.live.publish('settings', 'changed', { subject: 'map' })
      seqs.push((await next).seq)
    }
    const [first = 0] = seqs
    expect(seqs).toEqual([first, first + 1, first + 2])
  })
  it('reports a change that was made over HTTP', async () => {
    const socket = await connect(await ticketOf('ROLE_GREENKEEPER'))
    const next = received(socket, 'settings')
    await server.call('ROLE_ADMIN', calls.settings.updateBuggy, { body: { greenZoom: 20 } })
    expect(await next).toMatchObject({ event: 'changed', message: { subject: 'buggy' } })
  })
  it('gathers vehicles, newest of each wins, and shows the buggy bar its carts only', async () => {
    const bar = await connect(await ticketOf('ROLE_BUGGY_BAR'))
    const all = await connect(await ticketOf('ROLE_TEST_USER'))
    const cart = vehicle('cart')
    const mower = vehicle('mower')
    const atBar = received(bar, 'vehicles')
    const atAll = received(all, 'vehicles')
    server.app.ctx.live.publishVehicles([{ ...cart, progress: 0.1 }, mower])
    server.app.ctx.live.publishVehicles([{ ...cart, progress: 0.2 }])
    expect((await atBar).message).toEqual([{ ...cart, progress: 0.2 }])
    expect((await atAll).message).toEqual([{ ...cart, progress: 0.2 }, mower])
  })
  it('sends a vehicle that only moved as a few numbers, and everything else whole', async () => {
    const socket = await connect(await ticketOf('ROLE_GREENKEEPER'))
    const mower = vehicle('mower')
    const sent = async (next: LiveVehicle): Promise<Received> => {
      const message = received(socket, 'vehicles')
      server.app.ctx.live.publishVehicles([next])
      return message
    }
    const first = await sent(mower)
    expect(first).toMatchObject({ event: 'vehicles', message: [mower] })
    const on = {
      ...mower,
      progress: 0.5,
      telemetry: { ...mower.telemetry, position: [0.001, 51] as const, speedMps: 1.5 },
    }
    const second = await sent(on as LiveVehicle)
    expect(second).toEqual({
      event: 'moved',
      seq: first.seq + 1,
      message: [[mower.id, [0.001, 51], 0, 1.5, null, null, 0, 0.5]],
    })
    const spinning = { ...on, telemetry: { ...on.telemetry, bladeOn: true } } as LiveVehicle
    expect(await sent(spinning)).toEqual({ event: 'vehicles', seq: first.seq + 2, message: [spinning] })
  })
  it('sends moved vehicles and the others in one message, so that none of them is left out', async () => {
    const socket = await connect(await ticketOf('ROLE_GREENKEEPER'))
    const [known, other] = [vehicle('mower'), vehicle('cart')]
    const first = received(socket, 'vehicles')
    server.app.ctx.live.publishVehicles([known])
    const { seq } = await first
    const next = received(socket, 'vehicles')
    server.app.ctx.live.publishVehicles([{ ...known, progress: 0.5 }, other])
    expect(await next).toEqual({
      event: 'moved',
      seq: seq + 1,
      message: [[known.id, known.telemetry.position, 0, 0, null, null, 0, 0.5], other],
    })
  })
  it('is silent for an applicant', async () => {
    const { channels } = (await server.call('ROLE_APPLICANT', calls.live.config)).result
    expect(channels).toEqual([])
  })
  it('ends at log out', async () => {
    const token = await server.openSession('ROLE_MANAGER')
    const socket = await connect((await server.as(token, calls.live.config)).result.token)
    const end = ended(socket)
    await server.as(token, calls.auth.logout)
    await end
  })
  it('ends when the person gets another role, which voids the tickets too', async () => {
    const id = server.userIds.ROLE_APPLICANT
    const socket = await connect(await ticketOf('ROLE_APPLICANT'))
    const ticket = await ticketOf('ROLE_APPLICANT')
    const end = ended(socket)
    const { items } = (await server.call('ROLE_ADMIN', calls.users.list, { query: { role: 'ROLE_APPLICANT' } })).result
    const row = items.find(user => user.id === id)
    const changed = await server.call('ROLE_ADMIN', calls.users.update, {
      params: { id },
      body: { role: 'ROLE_TEST_USER', updatedAt: row?.updatedAt ?? '' },
    })
    expect(changed.result.role).toEqual(roleOf('ROLE_TEST_USER'))
    await end
    await expect(connect(ticket)).rejects.toThrow('unauthorized')
    expect((await server.call('ROLE_APPLICANT', calls.profile.get)).status).toBe(401)
  })
})

it('closes a connection that shows no ticket within seconds', async () => {
  const address = `${server.url}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(address)).text()
  const { sid } = JSON.parse(opened.slice(1))
  // A poll waits for a message; it only notices the end of the connection.
  await fetch(`${address}&sid=${sid}`, { signal: AbortSignal.timeout(10_000) })
  expect((await fetch(`${address}&sid=${sid}`)).status).toBe(400)
}, 20_000)
