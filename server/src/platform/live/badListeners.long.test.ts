/** Pages that listen badly: one that never reads, and a thousand that were opened and left. */
import { createConnection, type Socket as TcpSocket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { calls, type LiveVehicle } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { SILENT_TELEMETRY } from '@greensward/domain'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
const open: TcpSocket[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})
afterAll(() => server.close())

const ticket = async (): Promise<string> => (await server.call('ROLE_ADMIN', calls.live.config)).result.token

const connect = (): Promise<TcpSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const socket = createConnection({ host: hostname, port: Number(port) }, () => resolve(socket))
    socket.once('error', reject)
    open.push(socket)
  })

const head = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}`,
    '\r\n',
  ].join('\r\n')

/** A text frame from a client, masked with zeros. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

/** Half a kilobyte of a vehicle. */
const vehicle = (index: number): LiveVehicle => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  kind: 'mower',
  // A change that is sent as a whole vehicle, and not as a move.
  telemetry: { ...SILENT_TELEMETRY, position: [0, 51], battery: Math.random(), ageMs: 0, link: 'live' },
  missionId: null,
  progress: null,
  stop: null,
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** The memory that this process, server and listeners together, still holds. */
const keptBytes = (): number => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const VEHICLES = 500
const MB = 1e6

describe('the live channel', () => {
  it('keeps nothing for a page that never reads, and others keep receiving', async () => {
    const deaf = await connect()
    deaf.write(head(`/socket.io/?EIO=4&transport=websocket&token=${await ticket()}`))
    await new Promise(resolve => deaf.once('data', resolve))
    deaf.write(frame('40'))
    await vi.waitFor(() => expect(deaf.bytesRead).toBeGreaterThan(200), 10_000)
    deaf.pause()

    const listener = io(server.url, { query: { token: await ticket() }, transports: ['websocket'], forceNew: true })
    await new Promise(resolve => listener.once('connect', () => resolve(undefined)))
    let receivedBytes = 0
    listener.on('vehicles', envelope => {
      receivedBytes += JSON.stringify(envelope).length
    })
    const before = keptBytes()
    while (receivedBytes < 40 * MB) {
      const received = new Promise(resolve => listener.once('vehicles', resolve))
      server.app.ctx.live.publishVehicles(Array.from({ length: VEHICLES }, (_, n) => vehicle(n)))
      await received
    }
    listener.disconnect()
    // A message is freed a moment after it was read.
    await vi.waitFor(() => expect(keptBytes() - before).toBeLessThan(10 * MB), { timeout: 10_000, interval: 200 })
    expect(deaf.bytesRead).toBeLessThan(15 * MB)
  }, 120_000)

  it('answers on while a thousand sockets are opened and left in the middle of a word, and is rid of them when they go', async () => {
    const sockets = await Promise.all(Array.from({ length: 1_000 }, connect))
    for (const [index, socket] of sockets.entries())
      socket.write(index % 2 === 0 ? 'GET /api/health HTTP/1.1\r\nHost' : head('/socket.io/?EIO=4&transport=websocket'))
    const health = await server.call(null, lateCalls.operation.health)
    expect(health.status).toBe(200)
    const listener = io(server.url, { query: { token: await ticket() }, transports: ['websocket'], forceNew: true })
    await new Promise(resolve => listener.once('connect', () => resolve(undefined)))
    listener.disconnect()
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(
      async () => {
        const left = (await server.call('ROLE_ADMIN', lateCalls.operation.status)).result.servers.map(
          each => each.sockets,
        )
        expect(left).toEqual([0])
      },
      { timeout: 30_000, interval: 200 },
    )
  }, 120_000)
})
