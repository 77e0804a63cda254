/** Starts the real thing for a browser test: server, embedded database and simulated mowers, in a folder of its own. */

import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { folderOf, openReplicas } from './replicas.ts'
import { freePort, serverProcess, until } from './serverProcess.ts'

export { until }

export interface DemoUser {
  readonly role: string
  readonly login: string
  readonly password: string
}

export interface Stack {
  readonly url: string
  readonly dataDir: string
  user(role: string): DemoUser
  /** The newest code mailed to this login after the given moment. */
  code(login: string, sinceMs: number): Promise<string>
  /** Kills the server process alone, as a crash would. */
  crash(): Promise<void>
  /** Blocks the main thread of a server that runs the program for that, for 20 s. */
  block(): void
  /** Starts the server again on the same folder, its clock ahead by some seconds; by default as far as before. */
  restart(clockAheadS?: number): Promise<void>
  /** Ends the server as an operator does, and leaves its folder. */
  end(): Promise<void>
  /** Something happens to a simulated mower; the line is the simulator's, such as `2 stuck on`. */
  fault(line: string): Promise<void>
  stop(): Promise<void>
  /** All that the server has printed. */
  output(): string
}

/** `E2E_REPLICAS=3` starts three servers instead of one. */
const REPLICAS = Number(process.env.E2E_REPLICAS ?? '1')

/** Names the folder that `seed.ts` has filled in; with `_SIMULATED` the one that has the simulated mowers alone. */
export const SEEDED = 'E2E_SEEDED'
/** The mowers that the simulator drives unless a test asks for more. */
export const SIMULATED: readonly string[] = ['Rook 1', 'Rook 2']

export const startStack = async (env: Record<string, string> = {}): Promise<Stack> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-e2e-'))
  const isSimulated = !['off', '0'].includes(env.SIMULATOR ?? 'on')
  const seeded = process.env[isSimulated ? `${SEEDED}_SIMULATED` : SEEDED]
  // A course without the demo starts empty, replicas share a database of theirs, and other mowers are another demo.
  if (seeded !== undefined && env.DEMO !== 'off' && REPLICAS === 1 && env.SIM_MOWERS === undefined)
    // Owners too: the database belongs to a user of its own where the tests run as root.
    execFileSync('cp', ['-a', `${seeded}/.`, dataDir])
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const mavlink = await freePort()
  const control = await freePort()
  // Each server writes mail that nobody takes into its own.
  const outboxes = Array.from({ length: REPLICAS }, (_, index) =>
    join(index === 0 ? dataDir : folderOf(dataDir, index), 'outbox'),
  )
  let output = ''
  const say = (text: string): void => {
    output += text
  }
  const servers = REPLICAS > 1 ? await openReplicas(REPLICAS, port, dataDir, say) : serverProcess(port, say)

  let ahead = env.CLOCK_AHEAD_S ?? '0'
  const start = (): Promise<void> =>
    servers.start({
      DATA_DIR: dataDir,
      MAVLINK_UDP: String(mavlink),
      SIM_SPEED: '20',
      SIM_MOWERS: String(SIMULATED.length),
      // Tests make their own past.
      DEMO_HISTORY: 'off',
      // A quarter of the time to draw, and less for each map to load.
      DEMO_PIXEL_M: process.env.TEST_FULL === '1' ? '0.25' : '0.5',
      SIM_CARTS: '0',
      SIM_CONTROL: String(control),
      ...env,
      CLOCK_AHEAD_S: ahead,
    })

  await start().catch(async (error: unknown) => {
    await servers.end('SIGKILL')
    await servers.close()
    throw error
  })
  return {
    url,
    dataDir,
    user: role => {
      const users = JSON.parse(readFileSync(join(dataDir, 'demo-users.json'), 'utf8')) as DemoUser[]
      const found = users.find(user => user.role === role)
      if (found === undefined) throw new Error(`no demo user for ${role}`)
      return found
    },
    code: (login, sinceMs) =>
      until(`a code mailed to ${login}`, () => {
        const newest = outboxes
          .filter(folder => existsSync(folder))
          .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
          .filter(path => path.endsWith('.eml') && statSync(path).mtimeMs >= sinceMs)
          .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
        for (const path of newest) {
          const mail = readFileSync(path, 'utf8')
          if (!mail.toLowerCase().includes(login.toLowerCase())) continue
          const code = /(?<![\d])(\d{6})(?![\d])/.exec(mail.slice(mail.indexOf('\n\n')).replaceAll('\r', ''))
          if (code?.[1] !== undefined) return code[1]
        }
        return undefined
      }),
    crash: () => servers.end('SIGKILL'),
    block: () => servers.signal('SIGUSR2'),
    restart: async clockAheadS => {
      if (clockAheadS !== undefined) ahead = String(clockAheadS)
      await start()
    },
    end: () => servers.end('SIGTERM'),
    fault: line =>
      new Promise((resolve, reject) => {
        const socket = createSocket('udp4')
        socket.once('message', answer => {
          socket.close()
          if (answer.toString() === 'ok') resolve()
          else reject(new Error(answer.toString()))
        })
        socket.send(line, control, '127.0.0.1')
      }),
    stop: async () => {
      await servers.end('SIGTERM')
      await servers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
    output: () => output,
  }
}

/** Closes the pages of a file of tests: open maps would keep drawing during the tests of the next file. */
export const leave = async (browser: Browser): Promise<void> => {
  for (const context of browser.contexts()) await context.close()
}

interface Tokens {
  readonly accessToken: { readonly token: string }
  readonly refreshToken: { readonly token: string }
}

/** A session of the demo's person of a role, through the two calls of the sign-in. */
export const openSession = async (stack: Stack, role: string): Promise<Tokens> => {
  const { login, password } = stack.user(role)
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await fetch(`${stack.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { result?: T; error?: { message: string } }
    if (answer.result === undefined) throw new Error(`POST ${path}: ${answer.error?.message}`)
    return answer.result
  }
  const since = Date.now() - 1_000
  const { challengeId } = await post<{ challengeId: string }>('auth/login', { login, password })
  return post('auth/code', { challengeId, code: await stack.code(login, since) })
}

/**
 * Signs in as the demo's person of a role. The screens of it have tests of their own.
 * @param opens the page to begin with; by default where the product opens, which for most is the map, the costliest page
 */
export const signIn = async (page: Page, stack: Stack, role: string, opens = '/'): Promise<void> => {
  const tokens = await openSession(stack, role)
  // A page of the same origin that is not the program: its storage is the program's.
  await page.goto(`${stack.url}/mark.svg`)
  await page.evaluate(
    entries => {
      for (const [name, value] of entries) localStorage.setItem(name, value)
    },
    Object.entries(tokens).map(([name, value]) => [name, JSON.stringify(value)] as const),
  )
  await page.goto(`${stack.url}${opens}`)
  if (opens === '/') await page.waitForURL(/\/(map|restaurant)/)
}

/**
 * Signs in through the two screens as a person would, with the code from the mail; ends where the product opens.
 * @param asked the page that was asked for without a session
 */
export const signInAs = async (
  page: Page,
  stack: Stack,
  user: { readonly login: string; readonly password: string },
  opens: RegExp = /\/map/,
  asked = '/login',
): Promise<void> => {
  const since = Date.now() - 1_000
  await page.goto(`${stack.url}${asked}`)
  await page.getByLabel('Username').fill(user.login)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Verification code' }).waitFor()
  const code = await stack.code(user.login, since)
  await page.getByRole('textbox').first().click()
  await page.keyboard.type(code)
  const logIn = page.getByRole('button', { name: 'Log in' })
  await Promise.race([page.waitForURL(opens), logIn.click().then(() => page.waitForURL(opens))])
}
