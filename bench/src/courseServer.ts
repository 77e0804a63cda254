/** The server's own program with a database of its own, as it is started on a course, and people who are signed in to it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BodyOf, type Call, calls, type ParamsOf, type QueryOf, type ResultOf } from '@greensward/contract'

export const ROOT = join(import.meta.dirname, '../..')
export const NODE = join(ROOT, 'node_modules/.bin/node')
const GIVE_UP_MS = 90_000
const PASSWORD = 'grass grows at night'

export const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

export const until = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  giveUpMs = GIVE_UP_MS,
): Promise<T> => {
  const end = performance.now() + giveUpMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
    await sleep(100)
  }
}

export const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

interface Given<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly query?: QueryOf<C>
  readonly body?: BodyOf<C>
}

/** Somebody who is signed in. */
export interface Person {
  readonly tokens: ResultOf<typeof calls.auth.code>
  /** @throws Error where the answer is a refusal */
  call<C extends Call>(called: C, given?: Given<C>): Promise<ResultOf<C>>
  /** @returns the status, and what was answered where it is 200 */
  ask<C extends Call>(called: C, given?: Given<C>): Promise<{ readonly status: number; readonly result?: ResultOf<C> }>
}

export interface CourseServer {
  readonly url: string
  readonly admin: Person
  /** @param address as if they came from this one; limits are counted by address */
  signIn(login: string, address?: string): Promise<Person>
  /** Makes an administrator. */
  addPerson(login: string): Promise<void>
  /** Of the server's process alone, without its database. */
  cpuSeconds(): number
  residentBytes(): number
  close(): Promise<void>
}

const requestOf = <C extends Call>(called: C, given: Given<C>, headers: Readonly<Record<string, string>>) => {
  const params: Readonly<Record<string, unknown>> = given.params ?? {}
  const path = called.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams(
    Object.entries(given.query ?? {}).map(([name, value]) => [name, String(value)] as [string, string]),
  )
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    init: {
      method: called.method,
      headers: { ...headers, ...(given.body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    },
  }
}

/** @param env what is set beside its own defaults, such as MAVLINK_UDP */
export const startCourseServer = async (env: Readonly<Record<string, string>>): Promise<CourseServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const server = spawn(
    NODE,
    ['--no-memory-protection-keys', '--no-wasm-code-gc', join(ROOT, 'server/src/app/main.ts')],
    {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        STOP_PORT: '0',
        DATA_DIR: dataDir,
        DEMO: 'off',
        SIMULATOR: 'off',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [server.stdout, server.stderr])
    createInterface({ input: stream }).on('line', line => lines.push(line))
  const valueIn = (pattern: RegExp): string | undefined => lines.map(line => pattern.exec(line)?.[1]).findLast(Boolean)

  const personOf = (tokens: Person['tokens'] | undefined, address?: string): Person => {
    const headers = {
      ...(tokens === undefined ? {} : { 'x-api-key': tokens.accessToken.token }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    }
    const ask: Person['ask'] = async <C extends Call>(called: C, given: Given<C> = {}) => {
      const { path, init } = requestOf(called, given, headers)
      const response = await fetch(`${url}/api/${path}`, init)
      const text = await response.text()
      if (!response.ok) return { status: response.status, message: text }
      const { result }: { result: ResultOf<C> } = JSON.parse(text)
      return { status: response.status, result }
    }
    return {
      get tokens() {
        if (tokens === undefined) throw new Error('Nobody is signed in')
        return tokens
      },
      ask,
      call: async (called, given) => {
        const answer = await ask(called, given)
        if (answer.status !== 200) throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
        return answer.result as ResultOf<typeof called>
      },
    }
  }

  const signIn = async (login: string, address?: string): Promise<Person> => {
    const nobody = personOf(undefined, address)
    const { challengeId } = await nobody.call(calls.auth.login, { body: { login, password: PASSWORD } })
    const code = await until('the code', () => valueIn(new RegExp(`code for ${login}: (\\d{6})`)))
    return personOf(await nobody.call(calls.auth.code, { body: { challengeId, code } }), address)
  }

  await until('the server', () => (lines.some(line => line.includes('is ready')) ? true : undefined))
  const setUp = await until('the link of the first administrator', () => valueIn(/\/set-up#(\S+)/))
  await personOf(undefined).call(calls.auth.setUp, {
    body: { token: setUp, fullname: 'Bench', email: 'bench@example.org', login: 'bench', password: PASSWORD },
  })
  const admin = await signIn('bench')

  return {
    url,
    admin,
    signIn,
    addPerson: async login => {
      await admin.call(calls.users.create, {
        body: {
          role: 'ROLE_ADMIN',
          fullname: login,
          phone: '',
          email: `${login}@example.org`,
          login,
          password: PASSWORD,
        },
      })
    },
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    residentBytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1_024,
    close: async () => {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** @returns the mower's id */
export const addMower = async (admin: Person, systemId: number): Promise<string> => {
  const { id } = await admin.call(calls.mowers.create, {
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
  return id
}

/** Simulated mowers, with system ids from 1, that send to a port on the loopback interface. */
export const startMowers = (count: number, port: number): { stop(): void } => {
  const simulator = spawn(NODE, [join(ROOT, 'simulator/src/main.ts')], {
    env: { SIM_TARGET: `127.0.0.1:${port}`, SIM_MOWERS: String(count), SIM_EKF_READY: '0', SIM_SEED: '1' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return { stop: () => void simulator.kill() }
}
