/** A page on a poor network: its link is late, narrow, stalls and breaks. */

import { calls, type VehiclesMessage } from '@greensward/contract'
import { SILENT_TELEMETRY } from '@greensward/domain'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSlowLink, type SlowLink } from '../../testing/slowLink.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let link: SlowLink
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startTestServer()
  link = await openSlowLink(Number(new URL(server.url).port), { latencyMs: 300, bytesPerS: 64_000 })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await link.close()
  await server.close()
})

interface Page {
  readonly socket: Socket
  /** Numbers of the settings messages that it received, in order. */
  readonly changes: readonly number[]
  /** The newest batteries that it received, by vehicle. */
  readonly batteries: ReadonlyMap<string, number | null>
}

const openPage = async (url: string): Promise<Page> => {
  const { token } = (await server.call('ROLE_ADMIN', calls.live.config)).result
  const socket = io(url, { query: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  const changes: number[] = []
  const batteries = new Map<string, number | null>()
  socket.on('settings', ({ seq }: { seq: number }) => changes.push(seq))
  socket.on('vehicles', ({ message }: VehiclesMessage) => {
    for (const one of message) if (!Array.isArray(one)) batteries.set(one.id, one.telemetry.battery)
  })
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('connect_error', reject)
  })
  return { socket, changes, batteries }
}

const MOWERS = 20
/** A change of the battery sends the whole vehicle. */
const tellPositions = (battery: number): void =>
  server.app.ctx.live.publishVehicles(
    Array.from({ length: MOWERS }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      kind: 'mower' as const,
      telemetry: { ...SILENT_TELEMETRY, position: [0, 51] as const, battery, ageMs: 0, link: 'live' as const },
      missionId: null,
      progress: null,
      stop: null,
    })),
  )

let count = 0
/** A person saves something while all mowers drive; resolves when the page has received it. */
const change = async (page: Page): Promise<void> => {
  count += 1
  tellPositions(count % 100)
  const before = page.changes.length
  const name = `Blade ${count}`
  await server.call('ROLE_ADMIN', calls.blades.create, { body: { name, widthM: 1, missionSpeedMps: 1 } })
  await vi.waitFor(() => expect(page.changes.length).toBeGreaterThan(before), { timeout: 20_000, interval: 5 })
}

const isWithoutGap = (numbers: readonly number[]): boolean =>
  numbers.every((seq, index) => index === 0 || seq === (numbers[index - 1] ?? 0) + 1)

it('a page behind a stalled link receives all saves in order afterwards, and nobody waits for it', async () => {
  const near = await openPage(server.url)
  const far = await openPage(`http://127.0.0.1:${link.port}`)
  for (let round = 0; round < 5; round += 1) await change(near)
  await vi.waitFor(() => expect(far.changes).toEqual(near.changes), { timeout: 60_000 })

  link.stall(true)
  for (let round = 0; round < 40; round += 1) await change(near)
  // At most those that were in transit when the link stalled.
  expect(far.changes.length).toBeLessThan(near.changes.length)
  link.stall(false)
  await vi.waitFor(() => expect(far.changes).toEqual(near.changes), { timeout: 60_000 })
  expect(isWithoutGap(far.changes)).toBe(true)

  tellPositions(77)
  const newest = Array.from({ length: MOWERS }, () => 77)
  await vi.waitFor(() => expect([...far.batteries.values()]).toEqual(newest), { timeout: 60_000 })
}, 180_000)

it('a page whose link was cut notices it, reconnects with a new ticket, and reads what was saved meanwhile', async () => {
  const near = await openPage(server.url)
  const far = await openPage(`http://127.0.0.1:${link.port}`)
  await change(near)
  await vi.waitFor(() => expect(far.changes).toContain(near.changes.at(-1)), { timeout: 60_000 })
  const gone = new Promise(resolve => far.socket.once('disconnect', resolve))
  link.cut()
  await gone
  await change(near)
  const again = await openPage(`http://127.0.0.1:${link.port}`)
  const answer = await fetch(`http://127.0.0.1:${link.port}/api/blades?perPage=500`, {
    headers: { 'x-api-key': server.tokens.ROLE_ADMIN },
  })
  expect(await answer.text()).toContain(`"Blade ${count}"`)
  await change(near)
  await vi.waitFor(() => expect(again.changes).toContain(near.changes.at(-1)), { timeout: 60_000 })
}, 180_000)
