import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type PlayerLive, playerLive } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { at } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { rasterFolder } from '../rasters/rasterFiles.ts'
import { addRaster } from '../rasters/rasterStore.ts'

let server: TestServer
const open: Socket[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => server.close())

interface Tablet {
  readonly cartId: string
  readonly token: string
}

let count = 0
const newTablet = async (): Promise<Tablet> => {
  count += 1
  const body = { name: `Cart ${count}`, inService: false, home: null }
  const { id } = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result
  const { code } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id } })).result
  const { token } = (await server.call(null, lateCalls.player.pair, { body: { code } })).result
  // The garage tells the carts of a new one after it has answered.
  await vi.waitFor(async () => expect((await server.as(token, lateCalls.player.get)).status).toBe(200), 5_000)
  return { cartId: id, token }
}

const ticketOf = async (token: string): Promise<string> => (await server.as(token, lateCalls.player.live)).result.token

interface Listening {
  readonly socket: Socket
  /** All that came, by the name of its channel. */
  readonly received: [channel: string, live: PlayerLive][]
  readonly subjects: () => string[]
}

const listen = (ticket: string): Promise<Listening> => {
  const socket = io(server.url, { query: { token: ticket }, reconnection: false, forceNew: true })
  open.push(socket)
  const received: Listening['received'] = []
  socket.onAny((channel: string, raw: unknown) => received.push([channel, playerLive.parse(raw)]))
  const subjects = (): string[] =>
    received.flatMap(([, live]) => (live.event === 'changed' ? [live.message.subject] : []))
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve({ socket, received, subjects }))
    socket.once('connect_error', reject)
  })
}

const report = (token: string, east: number, north: number) =>
  server.as(token, lateCalls.player.report, {
    body: {
      fixes: [
        {
          at: server.clock.now().toISOString(),
          position: at(east, north),
          accuracyM: 3,
          speedMps: null,
          headingDeg: null,
        },
      ],
    },
  })

describe('the live channel of a tablet', () => {
  it('opens once by its own ticket, and shows the position of its own cart and of no other', async () => {
    const [one, other] = [await newTablet(), await newTablet()]
    const ticket = await ticketOf(one.token)
    const { received } = await listen(ticket)
    await expect(listen(ticket)).rejects.toThrow('unauthorized')
    await report(other.token, 500, 500)
    await report(one.token, 10, 20)
    const places = () => received.flatMap(([, live]) => (live.event === 'now' ? [live.message.telemetry.position] : []))
    await vi.waitFor(() => expect(places().at(-1)?.[1]).toBeCloseTo(at(10, 20)[1], 6), 10_000)
    expect(places()).not.toContainEqual(expect.arrayContaining([at(500, 500)[1]]))
    // It receives nothing of what staff see: vehicles, missions, notifications.
    server.app.ctx.live.publish('settings', 'changed', { subject: 'users' })
    server.app.ctx.live.publish('settings', 'changed', { subject: 'orders' })
    await vi.waitFor(() => expect(received.at(-1)?.[1]).toMatchObject({ message: { subject: 'orders' } }), 10_000)
    expect(new Set(received.map(([channel]) => channel))).toEqual(new Set(['player']))
    expect(received.flatMap(([, { message }]) => Object.values(message))).not.toContain('users')
  })

  it('does not open by the token itself, nor by a ticket that is older than a minute', async () => {
    const { token } = await newTablet()
    await expect(listen(token)).rejects.toThrow('unauthorized')
    const ticket = await ticketOf(token)
    server.clock.advance(60_000)
    await expect(listen(ticket)).rejects.toThrow('unauthorized')
  })

  it('names what to re-read: a message to this cart, what the bar answers, the course, the numbers', async () => {
    const [one, other] = [await newTablet(), await newTablet()]
    const here = await listen(await ticketOf(one.token))
    const there = await listen(await ticketOf(other.token))
    const count = ({ subjects }: Listening, subject: string): number =>
      subjects().filter(name => name === subject).length
    // The new carts are reported to every tablet, too: first that, and a mark behind it.
    await vi.waitFor(async () => {
      const { items } = (await server.call('ROLE_ADMIN', calls.live.vehicles)).result
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([one.cartId, other.cartId]))
    }, 10_000)
    await server.as(one.token, lateCalls.player.get)
    server.app.ctx.live.publish('settings', 'changed', { subject: 'orders' })
    await vi.waitFor(() => expect([count(here, 'orders'), count(there, 'orders')]).toEqual([1, 1]), 10_000)
    const before = [count(here, 'state'), count(there, 'state')]
    const text = { to: [one.cartId], kind: 'text' as const, text: 'Fog at nine' }
    await server.call('ROLE_BUGGY_ADMIN', lateCalls.cartMessages.send, { body: text })
    await vi.waitFor(() => expect(count(here, 'state')).toBe((before[0] ?? 0) + 1), 10_000)
    expect(count(there, 'state')).toBe(before[1])
    expect((await server.as(one.token, lateCalls.player.get)).result.messages[0]?.text).toBe('Fog at nine')
    await server.call('ROLE_ADMIN', calls.settings.updateBuggy, { body: { greenZoom: 19 } })
    await vi.waitFor(() => expect(count(there, 'state')).toBe((before[1] ?? 0) + 1), 10_000)
    // It is notified once the server has applied it.
    expect((await server.as(other.token, lateCalls.player.get)).result.settings.greenZoom).toBe(19)
    const hole = {
      type: 'Feature' as const,
      id: crypto.randomUUID(),
      kind: 'hole' as const,
      geometry: { type: 'LineString' as const, coordinates: [at(0, 0), at(0, 300)] },
      properties: { name: '1', baseAngle: 0, par: 4, rating: 1, pass: 12, sort: 1, isActive: true, view: null },
    }
    const change = { baseRevision: 0, label: 'A hole', added: [hole], updated: [], removed: [] }
    await server.call('ROLE_ADMIN', calls.map.change, { body: change })
    await vi.waitFor(() => expect(here.subjects()).toContain('course'), 10_000)
    expect((await server.as(one.token, lateCalls.player.course)).result.features.map(({ id }) => id)).toEqual([hole.id])
  })

  it('ends when the tablet is revoked, and when its cart is deleted', async () => {
    const [one, other] = [await newTablet(), await newTablet()]
    const sockets = [await listen(await ticketOf(one.token)), await listen(await ticketOf(other.token))]
    const ends = sockets.map(({ socket }) => new Promise<void>(done => socket.once('disconnect', () => done())))
    const late = await ticketOf(one.token)
    const access = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.get, { params: { id: one.cartId } })).result
    const deviceId = access.devices[0]?.id ?? ''
    await server.call('ROLE_ADMIN', lateCalls.cartAccess.removeDevice, { params: { id: one.cartId, deviceId } })
    await ends[0]
    await expect(listen(late)).rejects.toThrow('unauthorized')
    await server.call('ROLE_ADMIN', calls.carts.remove, { params: { id: other.cartId } })
    await ends[1]
  })
})

describe('pictures for a tablet', () => {
  it('are those from the air, by ranges; an elevation model is not there for it', async () => {
    const { token } = await newTablet()
    const bytes = Uint8Array.from({ length: 3_000 }, (_, index) => index % 251)
    const folder = rasterFolder(server.dataDir)
    mkdirSync(folder, { recursive: true })
    for (const kind of ['orthophoto', 'dem'] as const) {
      writeFileSync(join(folder, `${kind}.tif`), bytes)
      await addRaster(server.app.ctx.db, {
        kind,
        title: kind,
        fileName: `${kind}.tif`,
        sizeBytes: bytes.length,
        attribution: 'test',
        createdAt: server.clock.now(),
      })
    }
    const { items } = (await server.as(token, lateCalls.player.rasters)).result
    expect(items.map(({ kind }) => kind)).toEqual(['orthophoto'])
    const fileOf = (id: string | undefined) =>
      fetch(`${server.url}/api/player/rasters/${id}/file`, {
        headers: { 'x-api-key': token, range: 'bytes=100-199' },
      })
    const part = await fileOf(items[0]?.id)
    expect(part.status).toBe(206)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200))
    const all = (await server.call('ROLE_ADMIN', calls.rasters.list)).result.items
    expect((await fileOf(all.find(({ kind }) => kind === 'dem')?.id)).status).toBe(404)
    expect((await fetch(`${server.url}/api/player/rasters/${items[0]?.id}/file`)).status).toBe(401)
  })
})
