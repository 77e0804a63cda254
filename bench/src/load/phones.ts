/** Carts: each sends its position once a second to the interface of the trackers. */
import { Agent, request } from 'node:http'

export interface Phones {
  readonly sent: number
  readonly refused: number
  /** When a cart sent this latitude; undefined where it did not, or has been asked for. Degrees. */
  sentMs(id: string, lat: number): number | undefined
  stop(): void
}

const TICK_MS = 20
const PERIOD_MS = 1_000
const DIGITS = 6

/** @param carts their ids and the keys of their trackers */
export const startPhones = (
  url: string,
  carts: readonly { readonly id: string; readonly key: string }[],
  nowMs: () => number,
): Phones => {
  // A connection for each, as phones have: fewer would make one cart wait for the answer to another.
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  const places = new Map(carts.map(({ id }) => [id, new Map<string, number>()]))
  let sent = 0
  let refused = 0
  const send = ({ id, key }: { readonly id: string; readonly key: string }, index: number): void => {
    const ms = nowMs()
    const lat = (51 + 0.00001 * ((ms / 2_000 + index * 7) % 340)).toFixed(DIGITS)
    const place = places.get(id)
    if (place === undefined) return
    place.clear()
    place.set(lat, ms)
    sent += 1
    const lon = (0.001 * (index % 18)).toFixed(DIGITS)
    const path = `/api/track/osmand?id=${key}&lat=${lat}&lon=${lon}&accuracy=3&timestamp=${Math.round(ms)}`
    // As each phone has an address of its own.
    const headers = { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` }
    const outgoing = request({ hostname, port, path, agent, headers }, incoming => {
      incoming.resume()
      if (incoming.statusCode !== 200) refused += 1
    })
    outgoing.once('error', () => {
      refused += 1
    })
    outgoing.end()
  }
  const begunMs = nowMs()
  const dueMs = carts.map((_, index) => begunMs + (index * PERIOD_MS) / carts.length)
  const timer = setInterval(() => {
    const ms = nowMs()
    for (const [index, cart] of carts.entries()) {
      const due = dueMs[index] ?? ms
      if (due > ms) continue
      send(cart, index)
      dueMs[index] = Math.max(due + PERIOD_MS, ms)
    }
  }, TICK_MS)
  return {
    get sent() {
      return sent
    },
    get refused() {
      return refused
    },
    sentMs: (id, lat) => {
      const place = places.get(id)
      const text = lat.toFixed(DIGITS)
      const ms = place?.get(text)
      place?.delete(text)
      return ms
    },
    stop: () => {
      clearInterval(timer)
      agent.destroy()
    },
  }
}
