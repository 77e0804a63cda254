/** The server's own program with the demo course, on the time of the bench; it can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BodyOf, type Call, calls, type ParamsOf, type QueryOf, type ResultOf } from '@greensward/contract'
import { freePort, NODE, ROOT, sleep } from '../courseServer.ts'
import type { FastClock } from './clock.ts'

export interface Given<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly query?: QueryOf<C>
  readonly body?: BodyOf<C>
}

interface AnyGiven {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** An answer that is a refusal, with its code. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  constructor(path: string, status: number, text: string) {
    super(`${path}: ${status} ${text}`)
    const answer = /"code":"(\w+)"/.exec(text)
    this.status = status
    this.code = answer?.[1] ?? String(status)
  }
}

export interface WeekServer {
  readonly udpPort: number
  /** @throws Refused; another error where the server is away */
  call<C extends Call>(called: C, given?: Given<C>): Promise<ResultOf<C>>
  start(): Promise<void>
  /** Ends it without a word. */
  kill(): Promise<void>
  stop(): Promise<void>
  readonly lines: readonly string[]
  /** A person awaits an answer. */
  isAsked(): boolean
}

const LOGIN = 'admin'
/** Of real time: a first start took more than five minutes on a machine with fifty times its load. */
const STARTS_WITHIN_MS = 1_200_000

/** Empty pictures: the demo's own are drawn for minutes, and no mower needs them. */
const withoutPictures = (dataDir: string): void => {
  mkdirSync(join(dataDir, 'rasters'), { recursive: true })
  for (const name of ['orthophoto.tif', 'dem.tif']) writeFileSync(join(dataDir, 'rasters', name), '')
}

/** Runs, waits for the processor, or waits for the disk. */
const WORKS = ['R', 'D']

/** From its state on; undefined where the process is gone. */
const statOf = (of: string): readonly string[] | undefined => {
  try {
    return readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}

/** The threads of a process, as `statOf` takes them. */
const threadsOf = (pid: number | undefined): readonly string[] => {
  try {
    return pid === undefined ? [] : readdirSync(`/proc/${pid}/task`).map(thread => `${pid}/task/${thread}`)
  } catch {
    return []
  }
}

/** The processes of the embedded database. */
const backendsOf = (dataDir: string): readonly number[] => {
  try {
    const pid = Number(readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
  } catch {
    return []
  }
}

/** @param onFault is called with each line that the server logs as an error */
export const createWeekServer = async (
  dataDir: string,
  clockDir: string,
  clock: FastClock,
  onFault: (line: string) => void,
): Promise<WeekServer> => {
  const [port, udpPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const lines: string[] = []
  let child: ChildProcess | undefined
  let token = ''
  let refreshToken = ''
  let asking = 0
  withoutPictures(dataDir)

  /** What is found in a line after the first `before` lines. */
  const seen = async (before: number, find: (line: string) => string | undefined): Promise<string> => {
    const end = performance.now() + STARTS_WITHIN_MS
    for (;;) {
      const found = lines.slice(before).map(find).find(Boolean)
      if (found !== undefined) return found
      if (performance.now() > end || (child !== undefined && child.exitCode !== null))
        throw new Error(`The server does not answer:\n${lines.slice(-20).join('\n')}`)
      await sleep(100)
    }
  }

  const ask = async <C extends Call>(called: C, { params, query, body }: AnyGiven): Promise<ResultOf<C>> => {
    const values: Readonly<Record<string, unknown>> = (params ?? {}) as never
    const path = called.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const response = await fetch(`${url}/api/${path}${search.size === 0 ? '' : `?${search}`}`, {
      method: called.method,
      headers: {
        ...(token === '' ? {} : { 'x-api-key': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refused(called.path, response.status, text)
    return (JSON.parse(text) as { readonly result: ResultOf<C> }).result
  }

  const keep = (pair: ResultOf<typeof calls.auth.code>): void => {
    token = pair.accessToken.token
    refreshToken = pair.refreshToken.token
  }

  /** As a browser does when its access token is over. */
  const refreshed = async (): Promise<void> => {
    token = ''
    try {
      keep(await ask(calls.auth.refresh, { body: { refreshToken } }))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await signIn()
    }
  }

  const signIn = async (): Promise<void> => {
    const people = JSON.parse(readFileSync(join(dataDir, 'demo-users.json'), 'utf8')) as {
      readonly login: string
      readonly password: string
    }[]
    const password = people.find(({ login }) => login === LOGIN)?.password ?? ''
    const before = lines.length
    const { challengeId } = await ask(calls.auth.login, { body: { login: LOGIN, password } })
    const code = await seen(before, line => /code for admin: (\d{6})/.exec(line)?.[1])
    keep(await ask(calls.auth.code, { body: { challengeId, code } }))
  }

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = child
    child = undefined
    // Time without a server passes as it does for people.
    clock.speed = 1
    if (ended === undefined || ended.exitCode !== null) return
    const gone = new Promise(resolve => ended.once('exit', resolve))
    ended.kill(signal)
    await gone
    if (ended.pid !== undefined) clock.forget(ended.pid)
  }

  // A bench that fails leaves no server behind.
  process.once('exit', () => child?.kill('SIGKILL'))
  clock.server = {
    cpuMs: () => {
      const fields = child?.pid === undefined ? undefined : statOf(String(child.pid))
      return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * 10
    },
    isWorking: () =>
      [...threadsOf(child?.pid), ...backendsOf(dataDir).map(String)].some(of => WORKS.includes(statOf(of)?.[0] ?? '')),
  }

  return {
    udpPort,
    lines,
    isAsked: () => asking > 0,
    call: async (called, given = {}) => {
      if (token === '') await signIn()
      asking += 1
      try {
        return await ask(called, given as AnyGiven)
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) throw error
        await refreshed()
        return await ask(called, given as AnyGiven)
      } finally {
        asking -= 1
      }
    },
    start: async () => {
      const before = lines.length
      const started = spawn(
        NODE,
        ['--import', join(import.meta.dirname, 'fastClock.ts'), join(ROOT, 'server/src/app/main.ts')],
        {
          env: {
            PATH: process.env.PATH,
            PORT: String(port),
            STOP_PORT: '0',
            DATA_DIR: dataDir,
            DEMO: 'on',
            // Its standing plans and its missions would be worked beside those of the week.
            DEMO_HISTORY: 'off',
            SIMULATOR: 'off',
            LOG_LEVEL: process.env.WEEK_LOG_LEVEL ?? 'warn',
            OUTGOING_PRIVATE: 'on',
            MAVLINK_UDP: `127.0.0.1:${udpPort}`,
            BENCH_CLOCK: clockDir,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      child = started
      for (const stream of [started.stdout, started.stderr])
        createInterface({ input: stream }).on('line', line => {
          lines.push(line)
          if (line.includes('"level":50')) onFault(line)
        })
      await seen(before, line => (line.includes('is ready') ? line : undefined))
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
