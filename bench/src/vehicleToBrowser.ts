/**
 * From a mower's packet to the browser: the real server with its own database, simulated mowers that say ten times a
 * second where they are, a relay between them that notes when each position passed, and whoever listens: a socket.io
 * client in this process, and a page in Chromium with `--page`. Beside it, what the server's process costs.
 */
import { spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type BodyOf, type Call, calls, type ParamsOf, type QueryOf, type ResultOf } from '@greensward/domain/contract'
import { createFrameParser, decodePayload, encodeFrame, type Frame } from '@greensward/vehicle/mavlink'
import { io } from 'socket.io-client'

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
const GIVE_UP_MS = 90_000
const root = join(import.meta.dirname, '../..')

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const until = async <T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
    await sleep(100)
  }
}

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** When each position passed, by system id and place in 1e-7 degrees. Wall time, which the page shares. */
const passed = new Map<string, number>()
const nowMs = (): number => performance.timeOrigin + performance.now()

const openRelay = async (serverPort: number): Promise<{ port: number; close(): void }> => {
  const outer = createSocket('udp4')
  const inner = new Map<number, Socket>()
  let count = 0
  /** Mowers that stand say the same again and again; some millimetres tell one position from the next. */
  const pass = ({ systemId, componentId, seq, layout, payload }: Frame, to: Socket | undefined): void => {
    const message = decodePayload(layout, payload)
    if (message === undefined) return
    if (message.name === 'GLOBAL_POSITION_INT') {
      count += 1
      const lat = message.fields.lat + (Math.floor(count / mowerCount) % 200)
      passed.set(`${systemId} ${message.fields.lon} ${lat}`, nowMs())
      const moved = { ...message, fields: { ...message.fields, lat } }
      to?.send(encodeFrame(moved, { systemId, componentId }, seq), serverPort, '127.0.0.1')
    } else to?.send(encodeFrame(message, { systemId, componentId }, seq), serverPort, '127.0.0.1')
  }
  const parsers = new Map<number, ReturnType<typeof createFrameParser>>()
  outer.on('message', (bytes, { port }) => {
    let socket = inner.get(port)
    if (socket === undefined) {
      socket = createSocket('udp4')
      socket.on('message', back => outer.send(back, port, '127.0.0.1'))
      inner.set(port, socket)
      parsers.set(
        port,
        createFrameParser(frame => pass(frame, inner.get(port))),
      )
    }
    parsers.get(port)?.push(bytes)
  })
  await new Promise<void>(resolve => outer.bind(0, '127.0.0.1', resolve))
  return {
    port: outer.address().port,
    close: () => {
      for (const socket of [outer, ...inner.values()]) socket.close()
    },
  }
}

/** Seconds of processor time that a process has used, by the kernel. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

const dataDir = mkdtempSync(join(tmpdir(), 'greensward-bench-'))
const [httpPort, udpPort] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${httpPort}`
const relay = await openRelay(udpPort)
const lines: string[] = []
const node = join(root, 'node_modules/.bin/node')
const server = spawn(node, [join(root, 'server/src/main.ts')], {
  env: {
    PATH: process.env.PATH,
    PORT: String(httpPort),
    DATA_DIR: dataDir,
    DEMO: 'off',
    SIMULATOR: 'off',
    MAVLINK_UDP: `127.0.0.1:${udpPort}`,
    MAVLINK_HZ: String(hertz),
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
for (const stream of [server.stdout, server.stderr])
  createInterface({ input: stream }).on('line', line => lines.push(line))

let token = ''
const call = async <C extends Call>(
  called: C,
  given: { params?: ParamsOf<C>; query?: QueryOf<C>; body?: BodyOf<C> } = {},
): Promise<ResultOf<C>> => {
  const response = await fetch(`${url}/api/${called.path}`, {
    method: called.method,
    headers: { 'x-api-key': token, ...(given.body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  })
  const answer: { result: ResultOf<C> } = JSON.parse(await response.text())
  if (!response.ok) throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
  return answer.result
}
const heard = (pattern: RegExp): string | undefined => lines.map(line => pattern.exec(line)?.[1]).findLast(Boolean)

interface Seen {
  readonly id: string
  readonly lon: number
  readonly lat: number
}
const latencies = new Map<string, number[]>()
const systemIds = new Map<string, number>()
const note = (who: string, vehicles: readonly Seen[], atMs: number): void => {
  for (const { id, lon, lat } of vehicles) {
    const key = `${systemIds.get(id)} ${Math.round(lon * 1e7)} ${Math.round(lat * 1e7)}`
    const sentMs = passed.get(key)
    // A position that is told of again, because nothing newer came, was measured when it was new.
    if (sentMs === undefined || told.get(`${who} ${key}`) === sentMs) continue
    told.set(`${who} ${key}`, sentMs)
    const own = latencies.get(who) ?? []
    latencies.set(who, own)
    own.push(atMs - sentMs)
  }
}
const told = new Map<string, number>()
let simulator: ReturnType<typeof spawn> | undefined
let closePage: (() => Promise<void>) | undefined

try {
  await until('the server', () => (lines.some(line => line.includes('is ready')) ? true : undefined))
  const setUp = await until('the link of the first administrator', () => heard(/\/set-up#(\S+)/))
  const password = 'grass grows at night'
  await call(calls.auth.setUp, {
    body: { token: setUp, fullname: 'Bench', email: 'bench@example.org', login: 'bench', password },
  })
  const { challengeId } = await call(calls.auth.login, { body: { login: 'bench', password } })
  const code = await until('the code', () => heard(/code for bench: (\d{6})/))
  const tokens = await call(calls.auth.code, { body: { challengeId, code } })
  token = tokens.accessToken.token
  for (let systemId = 1; systemId <= mowerCount; systemId += 1) {
    const { id } = await call(calls.mowers.create, {
      body: {
        name: `Mower ${systemId}`,
        color: '#0B7390',
        bladeId: null,
        systemId,
        widthM: 1.6,
        minTurnRadiusM: 0,
        transitSpeedMps: 2,
        turningSpeedMps: 0.8,
        batteryRangeM: 20_000,
        bladeSwitch: { kind: 'relay', index: 0 },
        inService: false,
      },
    })
    systemIds.set(id, systemId)
  }
  simulator = spawn(node, [join(root, 'simulator/src/main.ts')], {
    env: { SIM_TARGET: `127.0.0.1:${relay.port}`, SIM_MOWERS: String(mowerCount), SIM_EKF_READY: '0', SIM_SEED: '1' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const config = await call(calls.live.config)
  const socket = io(config.host.startsWith('http') ? config.host : url, {
    query: { token: config.token },
    transports: ['websocket'],
  })
  socket.on('vehicles', ({ message }) => {
    const atMs = nowMs()
    if (isMeasuring) note('socket.io client', message.flatMap(seenOf), atMs)
  })
  let isMeasuring = false
  const seenOf = (vehicle: { id: string; telemetry: { position: [number, number] | null } }): Seen[] => {
    const { position } = vehicle.telemetry
    return position === null ? [] : [{ id: vehicle.id, lon: position[0], lat: position[1] }]
  }
  await until('all mowers are heard', async () => {
    const { items } = await call(calls.live.vehicles)
    return items.filter(({ telemetry }) => telemetry.link === 'live').length === mowerCount ? true : undefined
  })
  if (values.page) closePage = await openPage(tokens, () => isMeasuring)
  await sleep(8_000)
  isMeasuring = true
  const [before, beforeMs] = [cpuSeconds(server.pid ?? 0), performance.now()]
  await sleep(measuredS * 1_000)
  const share = (cpuSeconds(server.pid ?? 0) - before) / ((performance.now() - beforeMs) / 1_000)
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
  simulator?.kill()
  relay.close()
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

/** The map in Chromium, as a person has it open; the time is that of the message's arrival in the page. */
async function openPage(tokens: ResultOf<typeof calls.auth.code>, isOn: () => boolean): Promise<() => Promise<void>> {
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
            const seen = message.filter(vehicle => vehicle.telemetry.position !== null).map(({ id, telemetry }) =>
              ({ id, lon: telemetry.position[0], lat: telemetry.position[1] }))
            window.seenInPage(seen, atMs)
          })
        }
      }`,
  })
  await page.goto(`${url}/map`)
  await until('the page hears of the mowers', () => (isOpen ? true : undefined))
  return () => browser.close()
}
