/**
 * From a mower's packet to the browser: the real server with its own database, simulated mowers that say ten times a
 * second where they are, a relay between them that notes when each position passed, and the listener: a socket.io
 * client in this process, and a page in Chromium with `--page`. Beside it, what the server's process costs.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { calls, type LiveVehicle, type VehicleMove, type VehiclesMessage } from '@greensward/contract'
import { io } from 'socket.io-client'
import {
  addMower,
  freePort,
  type Person,
  quantile,
  sleep,
  startCourseServer,
  startMowers,
  until,
} from './courseServer.ts'
import { nowMs, openRelay } from './relay.ts'

const { values } = parseArgs({
  options: {
    mowers: { type: 'string', default: '100' },
    hertz: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
    page: { type: 'boolean', default: false },
  },
})
const within = (text: string, least: number, most: number): number => Math.min(most, Math.max(least, Number(text)))
const mowerCount = within(values.mowers, 1, 100)
const hertz = within(values.hertz, 1, 20)
const measuredS = within(values.seconds, 1, 300)

const MOST_P99_MS = 100
const MOST_CPU_SHARE = 0.5

const udpPort = await freePort()
const relay = await openRelay(udpPort, mowerCount)
const server = await startCourseServer({ MAVLINK_UDP: `127.0.0.1:${udpPort}`, MAVLINK_HZ: String(hertz) })
const { url, admin } = server

interface Seen {
  readonly id: string
  readonly lon: number
  readonly lat: number
}
const latencies = new Map<string, number[]>()
const systemIds = new Map<string, number>()
const note = (who: string, vehicles: readonly Seen[], atMs: number): void => {
  for (const { id, lon, lat } of vehicles) {
    const key = `${systemIds.get(id)} ${lon} ${lat}`
    const sentMs = relay.passedMs(systemIds.get(id) ?? 0, lon, lat)
    // A repeated position, sent because nothing newer came, was measured when it was new.
    if (sentMs === undefined || measured.get(`${who} ${key}`) === sentMs) continue
    measured.set(`${who} ${key}`, sentMs)
    const own = latencies.get(who) ?? []
    latencies.set(who, own)
    own.push(atMs - sentMs)
  }
}
const measured = new Map<string, number>()
let mowers: { stop(): void } | undefined
let closePage: (() => Promise<void>) | undefined

try {
  for (let systemId = 1; systemId <= mowerCount; systemId += 1) systemIds.set(await addMower(admin, systemId), systemId)
  mowers = startMowers(mowerCount, relay.port)
  const config = await admin.call(calls.live.config)
  const socket = io(config.host.startsWith('http') ? config.host : url, {
    query: { token: config.token },
    transports: ['websocket'],
  })
  let isMeasuring = false
  const seenIn = ({ message }: VehiclesMessage): Seen[] =>
    message.flatMap((one: LiveVehicle | VehicleMove) => {
      const [id, position] = Array.isArray(one) ? one : [one.id, one.telemetry.position]
      return position === null ? [] : [{ id, lon: position[0], lat: position[1] }]
    })
  socket.on('vehicles', (received: VehiclesMessage) => {
    const atMs = nowMs()
    if (isMeasuring) note('socket.io client', seenIn(received), atMs)
  })
  await until('all mowers are live', async () => {
    const { items } = await admin.call(calls.live.vehicles)
    return items.filter(({ telemetry }) => telemetry.link === 'live').length === mowerCount ? true : undefined
  })
  if (values.page) closePage = await openPage(admin.tokens, () => isMeasuring)
  await sleep(8_000)
  isMeasuring = true
  const [before, beforeMs] = [server.cpuSeconds(), performance.now()]
  await sleep(measuredS * 1_000)
  const share = (server.cpuSeconds() - before) / ((performance.now() - beforeMs) / 1_000)
  isMeasuring = false
  await sleep(500)
  socket.close()
  const rows: Record<string, { measured: string; target: string }> = {
    'server with its gateway, share of a core': { measured: share.toFixed(2), target: `under ${MOST_CPU_SHARE}` },
  }
  for (const [who, own] of latencies) {
    own.sort((a, b) => a - b)
    rows[`packet to ${who}, p50 of ${own.length}`] = { measured: `${quantile(own, 0.5).toFixed(0)} ms`, target: '' }
    rows[`packet to ${who}, p99`] = {
      measured: `${quantile(own, 0.99).toFixed(0)} ms`,
      target: `under ${MOST_P99_MS} ms`,
    }
  }
  console.log(`${mowerCount} mowers at ${hertz} Hz, load average of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.table(rows)
} finally {
  await closePage?.()
  mowers?.stop()
  relay.close()
  await server.close()
}

/** The map in Chromium, as a person has it open; the time is that of the message's arrival in the page. */
async function openPage(tokens: Person['tokens'], isOn: () => boolean): Promise<() => Promise<void>> {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await (await browser.newContext()).newPage()
  let isOpen = false
  await page.exposeFunction('seenInPage', (vehicles: readonly Seen[], atMs: number) => {
    isOpen = true
    if (isOn()) note('page in Chromium', vehicles, atMs)
  })
  await page.addInitScript({
    content: `
      for (const [name, value] of Object.entries(${JSON.stringify(tokens)})) localStorage.setItem(name, JSON.stringify(value))
      const Original = window.WebSocket
      window.WebSocket = class extends Original {
        constructor(address, protocols) {
          super(address, protocols)
          this.addEventListener('message', ({ data }) => {
            const atMs = performance.timeOrigin + performance.now()
            if (typeof data !== 'string' || !data.startsWith('42["vehicles"')) return
            const [, { message }] = JSON.parse(data.slice(2))
            const seen = message
              .map(each => Array.isArray(each) ? { id: each[0], at: each[1] } : { id: each.id, at: each.telemetry.position })
              .filter(({ at }) => at !== null)
            window.seenInPage(seen.map(({ id, at }) => ({ id, lon: at[0], lat: at[1] })), atMs)
          })
        }
      }`,
  })
  await page.goto(`${url}/map`)
  await until('the page receives the mowers', () => (isOpen ? true : undefined))
  return () => browser.close()
}
