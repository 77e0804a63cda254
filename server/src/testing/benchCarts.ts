/**
 * Five hundred carts at one position a second, a tenth of them in bursts of ten, reporting as trackers do, and
 * fifty tablets that listen: what the server spends on it, and how long a position takes to the socket of a browser and
 * to that of the cart's own tablet. The load is made by another process.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { calls } from '@greensward/contract'
import { newDeviceToken, newTrackerKey, secretHash } from '../features/carts/cartSecrets.ts'
import { addDevice, storeKey } from '../features/carts/cartsStore.ts'
import { carts } from '../platform/db/schema/index.ts'
import type { Measured, Order, Times } from './benchCartsLoad.ts'
import { at, rectangle } from './ground.ts'
import { startTestServer } from './testServer.ts'

const CARTS = 500
const TABLETS = 50
const WARM_MS = 5_000
const MEASURED_MS = 30_000
const MOST_CORE = 0.25
const MOST_P99_MS = 300

const server = await startTestServer({ isRunning: true, config: { checkAnswers: false } })
const now = server.clock.now()
const rows = Array.from({ length: CARTS }, (_, n) => ({
  id: crypto.randomUUID(),
  name: `Cart ${n + 1}`,
  inService: false,
  home: null,
  updatedAt: now,
}))
const keys = rows.map(() => newTrackerKey())
/** Every tenth cart has one, so that some are in bursts. */
const tablets = Array.from({ length: TABLETS }, (_, n) => ({
  cartId: rows[n * (CARTS / TABLETS)]?.id ?? '',
  token: newDeviceToken(),
}))
await server.app.ctx.db.insert(carts).values(rows)
await server.app.ctx.db.transaction(async tx => {
  for (const [n, { id }] of rows.entries()) {
    const key = keys[n] ?? ''
    await storeKey(tx, { cartId: id, hash: secretHash(key), beginning: key.slice(0, 4) }, now)
  }
  for (const { cartId, token } of tablets)
    await addDevice(tx, { cartId, tokenHash: secretHash(token), name: 'Tablet', pairedAt: now })
})
// Eighteen holes and forty areas that are closed to carts.
const hole = (n: number) => ({
  type: 'Feature' as const,
  id: crypto.randomUUID(),
  kind: 'hole' as const,
  geometry: { type: 'LineString' as const, coordinates: [at(n * 60, 0), at(n * 60, 350)] },
  properties: { name: `${n + 1}`, baseAngle: 0, par: 4, rating: 1, pass: 14, sort: n, isActive: true, view: null },
})
const closed = (n: number) => ({
  type: 'Feature' as const,
  id: crypto.randomUUID(),
  kind: 'restriction' as const,
  geometry: { type: 'Polygon' as const, coordinates: rectangle((n % 18) * 60 + 20, Math.floor(n / 18) * 120, 20, 20) },
  properties: { title: `Closed ${n}`, appliesTo: 'carts' as const },
})
await server.call('ROLE_ADMIN', calls.map.change, {
  body: {
    baseRevision: 0,
    label: 'Course',
    added: [...Array.from({ length: 18 }, (_, n) => hole(n)), ...Array.from({ length: 40 }, (_, n) => closed(n))],
    updated: [],
    removed: [],
  },
})
server.app.ctx.events.emit('garageChanged', { subject: 'carts' })
const ticket = (await server.call('ROLE_ADMIN', calls.live.config)).result.token

const child = fork(fileURLToPath(new URL('./benchCartsLoad.ts', import.meta.url)))
const finished = new Promise<Measured>((resolve, reject) => {
  child.once('message', message => resolve(message as Measured))
  child.once('exit', code => reject(new Error(`the load ended with ${code}`)))
})
const order: Order = {
  url: server.url,
  ticket,
  keys,
  ids: rows.map(({ id }) => id),
  tablets,
  warmMs: WARM_MS,
  measuredMs: MEASURED_MS,
}
child.send(order)
await new Promise(resolve => setTimeout(resolve, WARM_MS))
const cpu = process.cpuUsage()
const startedMs = performance.now()
await new Promise(resolve => setTimeout(resolve, MEASURED_MS))
const used = process.cpuUsage(cpu)
const core = (used.user + used.system) / 1_000 / (performance.now() - startedMs)
const measured = await finished
child.disconnect()
const isGood =
  core <= MOST_CORE &&
  measured.toBrowser.p99Ms <= MOST_P99_MS &&
  measured.toTablets.p99Ms <= MOST_P99_MS &&
  measured.toTablets.seen > 0 &&
  measured.refused === 0
const times = (name: string, { seen, p50Ms, p99Ms }: Times): string =>
  `position to ${name}: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms (at most ${MOST_P99_MS} ms), ${seen} seen`
process.stdout.write(
  [
    `${CARTS} carts and ${TABLETS} tablets, ${measured.sent} positions in ${MEASURED_MS / 1_000} s (${measured.refused} refused)`,
    `server: ${(core * 100).toFixed(1)} % of one core (at most ${MOST_CORE * 100} %)`,
    times('the socket of staff', measured.toBrowser),
    times('the socket of its own tablet', measured.toTablets),
    isGood ? 'good\n' : 'NOT good\n',
  ].join('\n'),
)
await server.close()
process.exit(isGood ? 0 : 1)
