/**
 * What an open map costs while its person only looks at it: the share of a core that the main thread of its page takes,
 * with all vehicles at rest and with six carts on their rounds. Counted is the thread's own time on a processor, by
 * Chromium, so that other load of the machine falls on neither.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { LiveVehicle } from '@greensward/contract'
import { chromium, type Page } from '@playwright/test'
import { freePort, NODE, ROOT, sleep, until } from './courseServer.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } })
const measuredS = Math.min(300, Math.max(5, Number(values.seconds)))

const STATES = [
  { name: 'six mowers at rest', carts: 0, mostShare: 0.05 },
  { name: 'six mowers at rest, six carts moving', carts: 6, mostShare: 0.15 },
] as const
/** Smaller differences are the noise of a receiver. */
const MOVED_M = 3
const METRES_A_DEGREE = 111_320
/** Until the page has read everything and drawn it for the last time. */
const CALM_MS = 10_000
const MOST_WAIT_MS = 600_000

interface Tokens {
  readonly accessToken: { readonly token: string }
  readonly refreshToken: { readonly token: string }
}

interface DemoServer {
  readonly url: string
  readonly tokens: Tokens
  positions(): Promise<ReadonlyMap<string, readonly [lon: number, lat: number]>>
  close(): Promise<void>
}

/** Signs the demo's administrator in by the two calls of the sign-in screens. */
const signIn = async (url: string, dataDir: string): Promise<Tokens> => {
  const users: readonly { role: string; login: string; password: string }[] = JSON.parse(
    readFileSync(join(dataDir, 'demo-users.json'), 'utf8'),
  )
  const user = users.find(({ role }) => role === 'ROLE_ADMIN')
  if (user === undefined) throw new Error('the demo has no administrator')
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return ((await answer.json()) as { result: T }).result
  }
  const { login, password } = user
  const { challengeId } = await post<{ challengeId: string }>('auth/login', { login, password })
  const outbox = join(dataDir, 'outbox')
  const code = await until('the mailed code', () => {
    const mail = existsSync(outbox) ? readdirSync(outbox).find(name => name.endsWith('.eml')) : undefined
    if (mail === undefined) return undefined
    const text = readFileSync(join(outbox, mail), 'utf8').replaceAll('\r', '')
    return /(?<!\d)(\d{6})(?!\d)/.exec(text.slice(text.indexOf('\n\n')))?.[1]
  })
  return post('auth/code', { challengeId, code })
}

const startDemo = async (carts: number): Promise<DemoServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-idle-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(
    NODE,
    ['--no-memory-protection-keys', '--no-wasm-code-gc', join(ROOT, 'server/src/app/main.ts')],
    {
      cwd: ROOT,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        STOP_PORT: '0',
        DATA_DIR: dataDir,
        MAVLINK_UDP: String(await freePort()),
        DEMO_HISTORY: 'off',
        SIM_MOWERS: '6',
        SIM_CARTS: String(carts),
        // Carts leave one after another, ten minutes of their time apart, and report once a second at this speed.
        SIM_SPEED: '10',
      },
    },
  )
  await until('the server', async () => {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok !== true) return undefined
    return ((await answer.json()) as { result: { ready: boolean } }).result.ready || undefined
  })
  const tokens = await signIn(url, dataDir)
  return {
    url,
    tokens,
    positions: async () => {
      const answer = await fetch(`${url}/api/vehicles`, { headers: { 'x-api-key': tokens.accessToken.token } })
      const { result } = (await answer.json()) as { result: { items: readonly LiveVehicle[] } }
      return new Map(
        result.items.flatMap(({ id, telemetry }) =>
          telemetry.position === null ? [] : [[id, telemetry.position] as const],
        ),
      )
    },
    close: async () => {
      const ended = new Promise(done => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const openMap = async (page: Page, { url, tokens }: DemoServer): Promise<void> => {
  await page.goto(`${url}/mark.svg`)
  await page.evaluate(
    entries => {
      for (const [name, value] of entries) localStorage.setItem(name, value)
    },
    Object.entries(tokens).map(([name, value]) => [name, JSON.stringify(value)] as const),
  )
  await page.goto(`${url}/map`)
  await page.waitForFunction(() => performance.getEntriesByName('course-drawn').length > 0, undefined, {
    timeout: 120_000,
  })
  await page.waitForLoadState('networkidle')
}

/** Seconds of a processor that the page's main thread took for its tasks. */
const mainThread = async (page: Page): Promise<() => Promise<number>> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    const found = metrics.find(({ name }) => name === 'TaskDuration')
    if (found === undefined) throw new Error('this Chromium does not count its tasks')
    return found.value
  }
}

/** How many of them are elsewhere now. */
const movedCount = async (server: DemoServer, before: Awaited<ReturnType<DemoServer['positions']>>): Promise<number> =>
  [...(await server.positions())].filter(([id, [lon, lat]]) => {
    const was = before.get(id)
    if (was === undefined) return true
    const east = (lon - was[0]) * METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180)
    return Math.hypot(east, (lat - was[1]) * METRES_A_DEGREE) > MOVED_M
  }).length

/** @returns the share of a core */
const measure = async (carts: number): Promise<number> => {
  const server = await startDemo(carts)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    await until('all vehicles on the map', async () =>
      (await server.positions()).size >= 6 + carts ? true : undefined,
    )
    const parked = await server.positions()
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage()
    await openMap(page, server)
    await until(
      'all carts on the course',
      async () => (await movedCount(server, parked)) >= carts || undefined,
      MOST_WAIT_MS,
    )
    await sleep(CALM_MS)
    const takenS = await mainThread(page)
    const positions = await server.positions()
    const [beforeS, beforeMs] = [await takenS(), performance.now()]
    await sleep(measuredS * 1_000)
    const share = (await takenS()) - beforeS
    const passedS = (performance.now() - beforeMs) / 1_000
    const moved = await movedCount(server, positions)
    // Golfers stand still for their strokes.
    if (carts === 0 ? moved > 0 : moved < carts / 2) throw new Error(`${moved} vehicles moved instead of ${carts}`)
    console.log(`${moved} of ${carts} carts moved by more than ${MOVED_M} m`)
    return share / passedS
  } finally {
    await browser.close()
    await server.close()
  }
}

execFileSync(process.execPath, [join(ROOT, 'node_modules', '.bin', 'vite'), 'build', join(ROOT, 'web')], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const rows: Record<string, { measured: string; target: string }> = {}
for (const { name, carts, mostShare } of STATES) {
  const share = await measure(carts)
  rows[name] = { measured: `${(share * 100).toFixed(1)} %`, target: `under ${mostShare * 100} %` }
  if (share >= mostShare) process.exitCode = 1
}
console.log(`main thread of the map for ${measuredS} s each, load average of the machine ${loadavg()[0]?.toFixed(1)}`)
console.table(rows)
