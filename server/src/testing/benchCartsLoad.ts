/** The load of the bench of carts: as many phones as there are keys, and one browser that hears of them. */
import { Agent, request } from 'node:http'
import type { LiveVehicle } from '@greensward/domain/contract'
import { io } from 'socket.io-client'
import { at } from './ground.ts'

interface Order {
  readonly url: string
  readonly ticket: string
  readonly keys: readonly string[]
  readonly ids: readonly string[]
  readonly warmMs: number
  readonly measuredMs: number
}

/** Every tenth cart sends ten a second, for two seconds of every ten. */
const BURST_EVERY = 10
const TICK_MS = 20

const run = async ({ url, ticket, keys, ids, warmMs, measuredMs }: Order): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const { hostname, port } = new URL(url)
  const startedMs = performance.now()
  const isMeasured = (ms: number): boolean => ms - startedMs > warmMs && ms - startedMs < warmMs + measuredMs
  /** When the position was sent that is not seen yet, by cart and latitude. */
  const waiting = new Map<string, Map<string, number>>(ids.map(id => [id, new Map()]))
  const took: number[] = []
  let sent = 0
  let refused = 0
  const socket = io(url, { query: { token: ticket }, reconnection: false })
  socket.on('vehicles', ({ message }: { message: readonly LiveVehicle[] }) => {
    const nowMs = performance.now()
    for (const { id, telemetry } of message) {
      const sentAt = waiting.get(id)
      const key = telemetry.position?.[1].toFixed(6)
      const ms = key === undefined ? undefined : sentAt?.get(key)
      if (ms === undefined || sentAt === undefined) continue
      // The newest wins: those before it are seen with it or never.
      sentAt.clear()
      if (isMeasured(ms)) took.push(nowMs - ms)
    }
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  const begunMs = Date.now()
  const send = (n: number): void => {
    const nowMs = performance.now()
    const seconds = (Date.now() - begunMs) / 1_000
    const [lon, lat] = at((n % 18) * 60 + 10, ((seconds * 4 + n * 7) % 340) + Math.random() * 0.5)
    const text = lat.toFixed(6)
    waiting.get(ids[n] ?? '')?.set(text, nowMs)
    if (isMeasured(nowMs)) sent += 1
    const path = `/api/track/osmand?id=${keys[n]}&lat=${text}&lon=${lon.toFixed(6)}&accuracy=3&timestamp=${Date.now()}`
    const outgoing = request({ hostname, port, path, agent }, incoming => {
      incoming.resume()
      if (incoming.statusCode !== 200) refused += 1
    })
    outgoing.once('error', () => {
      refused += 1
    })
    outgoing.end()
  }
  const nextMs = keys.map((_, n) => startedMs + (n * 1_000) / keys.length)
  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const [n, dueMs] of nextMs.entries()) {
      if (dueMs > nowMs) continue
      send(n)
      const isBurst = n % BURST_EVERY === 0 && Math.floor(nowMs / 1_000) % 10 < 2
      nextMs[n] = dueMs + (isBurst ? 100 : 1_000)
    }
  }, TICK_MS)
  await new Promise(resolve => setTimeout(resolve, warmMs + measuredMs + 1_000))
  clearInterval(timer)
  socket.disconnect()
  took.sort((a, b) => a - b)
  const share = (part: number): number => took[Math.min(took.length - 1, Math.floor(part * took.length))] ?? 0
  process.send?.({ sent, refused, seen: took.length, p50Ms: share(0.5), p99Ms: share(0.99) })
}

process.once('message', message => void run(message as Order))
process.once('disconnect', () => process.exit(0))
