/** The load of the bench of carts: as many phones as there are keys, a browser that receives all of them, and tablets. */
import { Agent, request } from 'node:http'
import { type LiveVehicle, type PlayerLive, type VehiclesMessage, vehiclesIn } from '@greensward/contract'
import { io, type Socket } from 'socket.io-client'
import { at } from './ground.ts'

export interface Order {
  readonly url: string
  readonly ticket: string
  readonly keys: readonly string[]
  readonly ids: readonly string[]
  readonly tablets: readonly { readonly cartId: string; readonly token: string }[]
  readonly warmMs: number
  readonly measuredMs: number
}

export interface Times {
  readonly seen: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Measured {
  readonly sent: number
  readonly refused: number
  readonly toBrowser: Times
  readonly toTablets: Times
}

const timesOf = (tookMs: readonly number[]): Times => {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const share = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { seen: sorted.length, p50Ms: share(0.5), p99Ms: share(0.99) }
}

/** Every tenth cart sends ten a second, for two seconds of every ten. */
const BURST_EVERY = 10
const TICK_MS = 20

const run = async ({ url, ticket, keys, ids, tablets, warmMs, measuredMs }: Order): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const { hostname, port } = new URL(url)
  const startedMs = performance.now()
  const isMeasured = (ms: number): boolean => ms - startedMs > warmMs && ms - startedMs < warmMs + measuredMs
  /** When the positions were sent that one listener has not seen yet, by cart and latitude. */
  const listener = () => {
    const waiting = new Map<string, Map<string, number>>(ids.map(id => [id, new Map()]))
    const took: number[] = []
    return {
      took,
      sent: (id: string, latitude: string, ms: number): void => void waiting.get(id)?.set(latitude, ms),
      saw: (id: string, latitude: number | undefined): void => {
        const sentAt = waiting.get(id)
        const ms = latitude === undefined ? undefined : sentAt?.get(latitude.toFixed(6))
        if (ms === undefined || sentAt === undefined) return
        // The newest wins: those before it are seen with it or never.
        sentAt.clear()
        if (isMeasured(ms)) took.push(performance.now() - ms)
      },
    }
  }
  const [browser, seats] = [listener(), listener()]
  let sent = 0
  let refused = 0
  const opened = (token: string): Promise<Socket> => {
    const socket = io(url, { query: { token }, reconnection: false, forceNew: true })
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket))
      socket.once('connect_error', reject)
    })
  }
  const sockets = [await opened(ticket)]
  const known = new Map<string, LiveVehicle>()
  sockets[0]?.on('vehicles', (message: VehiclesMessage) => {
    for (const vehicle of vehiclesIn(message, id => known.get(id))) {
      known.set(vehicle.id, vehicle)
      browser.saw(vehicle.id, vehicle.telemetry.position?.[1])
    }
  })
  for (const { cartId, token } of tablets) {
    const answer = await fetch(`${url}/api/player/live`, { headers: { 'x-api-key': token } })
    const { result } = (await answer.json()) as { result: { token: string } }
    const socket = await opened(result.token)
    socket.on('player', (live: PlayerLive) => {
      if (live.event === 'now') seats.saw(cartId, live.message.telemetry.position?.[1])
    })
    sockets.push(socket)
  }
  const begunMs = Date.now()
  const send = (n: number): void => {
    const nowMs = performance.now()
    const seconds = (Date.now() - begunMs) / 1_000
    const [lon, lat] = at((n % 18) * 60 + 10, ((seconds * 4 + n * 7) % 340) + Math.random() * 0.5)
    const text = lat.toFixed(6)
    for (const one of [browser, seats]) one.sent(ids[n] ?? '', text, nowMs)
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
  for (const socket of sockets) socket.disconnect()
  const measured: Measured = { sent, refused, toBrowser: timesOf(browser.took), toTablets: timesOf(seats.took) }
  process.send?.(measured)
}

process.once('message', message => void run(message as Order))
process.once('disconnect', () => process.exit(0))
