/** Starts the real thing for a browser test: server, embedded database and simulated mowers, in a folder of its own. */
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
  /** Starts the server again on the same folder, its clock so many seconds ahead; as far as before where nothing is said. */
  restart(clockAheadS?: number): Promise<void>
  /** Ends the server as an operator does, and leaves its folder. */
  end(): Promise<void>
  /** Something happens to a simulated mower; the line is the simulator's, such as `2 stuck on`. */
  fault(line: string): Promise<void>
  stop(): Promise<void>
  /** All that the server has printed. */
  output(): string
}

/** `E2E_REPLICAS=3` puts three servers in the place of one. */
const REPLICAS = Number(process.env.E2E_REPLICAS ?? '1')

export const startStack = async (env: Record<string, string> = {}): Promise<Stack> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-e2e-'))
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

/** Closes the pages of a file of tests: left open, their maps would go on drawing beside the tests of the next file. */
export const leave = async (browser: Browser): Promise<void> => {
  for (const context of browser.contexts()) await context.close()
}

/** Signs in as the demo's person of a role. */
export const signIn = (page: Page, stack: Stack, role: string): Promise<void> => signInAs(page, stack, stack.user(role))

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
