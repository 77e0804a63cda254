/** The product as it runs on a course: the server's own program, its own database, and simulated mowers over UDP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CourseFeature, Mission, Mower } from '@greensward/domain'
import {
  type BodyOf,
  type Call,
  calls,
  type LiveVehicle,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '@greensward/domain/contract'
import { BLOCKED } from './blocked.ts'
import { at, rectangle } from './ground.ts'
import { databaseOf, dropDatabaseOf } from './testDatabase.ts'
import { openWire, type Wire } from './wire.ts'

export const NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
export const SERVER = fileURLToPath(new URL('../app/main.ts', import.meta.url))
const BLOCKABLE = fileURLToPath(new URL('./blockableServer.ts', import.meta.url))
export const SIMULATOR = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

export const freePort = (kind: 'tcp' | 'udp'): Promise<number> =>
  new Promise((resolve, reject) => {
    if (kind === 'udp') {
      const socket = createSocket('udp4')
      socket.bind(0, '127.0.0.1', () => {
        const { port } = socket.address()
        socket.close(() => resolve(port))
      })
      return
    }
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

export interface Answer<C extends Call> {
  readonly status: number
  /** Fails the test when the answer is a refusal. */
  readonly result: ResultOf<C>
  /** Fails the test when the answer is none. */
  readonly error: { readonly kind: string; readonly message: string; readonly details?: unknown }
}

export interface Given {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface FieldRig {
  readonly wire: Wire
  readonly dataDir: string
  readonly mowers: readonly Mower[]
  readonly zone: CourseFeature
  call<C extends Call>(
    call: C,
    given?: {
      params?: ParamsOf<C>
      query?: QueryOf<C>
      body?: BodyOf<C>
      headers?: Readonly<Record<string, string>>
    },
  ): Promise<Answer<C>>
  /** The preview of the map after the import. */
  importFile(content: string): Promise<Answer<typeof calls.imports.create>>
  /** Plans a mission on the zone. */
  plan(mower: Mower, changes?: Partial<BodyOf<typeof calls.missions.create>>): Promise<Mission>
  mission(id: string): Promise<Mission>
  vehicle(id: string): Promise<LiveVehicle>
  /** Asks again and again until it holds; fails after `timeoutMs`. */
  until<T>(what: string, ask: () => Promise<T | undefined | false>, timeoutMs?: number): Promise<T>
  /** A line to the simulator, such as `1 fix 3`. */
  fault(line: string): void
  /** The person's access token. */
  token(): string
  /** The server's main thread does nothing from now on, for `BLOCKED_MS`; resolves once that has begun. */
  block(): Promise<void>
  /** The thread of the gateway ends without a word. */
  endGatewayThread(): void
  /** The server's process dies without a word. */
  killServer(): Promise<void>
  startServer(): Promise<void>
  /** The process id of the embedded database. */
  postgresPid(): number
  close(): Promise<void>
}

export interface FieldRigOptions {
  /** Simulated seconds in a second. */
  readonly speed: number
  readonly mowers: number
  /** The server's main thread can be blocked, and the thread of its gateway ended. */
  readonly isBlockable?: boolean
  /** Addresses in the settings may lead into private networks. */
  readonly outgoingPrivate?: boolean
  /** A PostgreSQL of the server's own, which the test kills. */
  readonly hasOwnPostgres?: boolean
  /** A folder of the caller, who also removes it; a new one where it is left out. */
  readonly dataDir?: string
}

export const pathOf = (call: Call, given: Given): string => {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(Object.entries(given.params ?? {}).find(([key]) => key === name)?.[1]),
  )
  const query = new URLSearchParams(
    Object.entries(given.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `/api/${path}${query.size > 0 ? `?${query}` : ''}`
}

export const answerOf = <C extends Call>(name: string, response: Response, text: string): Answer<C> => ({
  status: response.status,
  get result() {
    if (!response.ok) throw new Error(`${name} was refused: ${text}`)
    const answer = JSON.parse(text)
    return answer.code === 200 && 'result' in answer ? answer.result : answer
  },
  get error() {
    if (response.ok) throw new Error(`${name} was not refused: ${text}`)
    return JSON.parse(text).error
  },
})

export const openFieldRig = async ({
  speed,
  mowers: count,
  isBlockable,
  outgoingPrivate = false,
  hasOwnPostgres = false,
  dataDir: given,
}: FieldRigOptions): Promise<FieldRig> => {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'greensward-field-'))
  const databaseUrl = hasOwnPostgres ? undefined : await databaseOf(dataDir)
  const httpPort = await freePort('tcp')
  const udpPort = await freePort('udp')
  const wire = await openWire(udpPort)
  const lines: string[] = []
  let server: ChildProcess | undefined
  let token = ''

  const startServer = async (): Promise<void> => {
    const child = spawn(NODE, [isBlockable === true ? BLOCKABLE : SERVER], {
      env: {
        PATH: process.env.PATH,
        PORT: String(httpPort),
        STOP_PORT: '0',
        DATA_DIR: dataDir,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        DEMO: 'off',
        SIMULATOR: 'off',
        MAVLINK_UDP: `127.0.0.1:${udpPort}`,
        OUTGOING_PRIVATE: outgoingPrivate ? 'on' : 'off',
        LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server = child
    const ready = new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', line => {
          lines.push(line)
          if (process.env.TEST_LOG_LEVEL !== undefined) console.log(line)
          if (line.includes('is ready')) resolve()
        })
      child.once('exit', code =>
        reject(new Error(`The server ended with code ${code}:\n${lines.slice(-20).join('\n')}`)),
      )
    })
    await ready
  }

  const endServer = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  const call = async <C extends Call>(called: C, given: Given = {}): Promise<Answer<C>> => {
    const response = await fetch(`http://127.0.0.1:${httpPort}${pathOf(called, given)}`, {
      method: called.method,
      headers: {
        ...(token === '' ? {} : { 'x-api-key': token }),
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
    return answerOf<C>(`${called.method} ${called.path}`, response, await response.text())
  }

  const until = async <T>(what: string, ask: () => Promise<T | undefined | false>, timeoutMs = 20_000): Promise<T> => {
    const end = performance.now() + timeoutMs
    for (;;) {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
      if (performance.now() > end)
        throw new Error(`Waited ${timeoutMs} ms in vain: ${what}\n${lines.slice(-10).join('\n')}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  const signIn = async (): Promise<void> => {
    const lastWith = (words: string): string => lines.findLast(line => line.includes(words)) ?? ''
    const setUp = await until('the link', async () => /\/set-up#(\S+)/.exec(lastWith('/set-up#'))?.[1])
    const password = 'grass grows at night'
    const person = { fullname: 'Ada Field', email: 'ada@example.org', login: 'admin', password }
    await call(calls.auth.setUp, { body: { token: setUp, ...person } }).then(answer => answer.result)
    const { challengeId } = (await call(calls.auth.login, { body: { login: 'admin', password } })).result
    const code = await until('the code', async () => /code for admin: (\d{6})/.exec(lastWith('code for admin'))?.[1])
    token = (await call(calls.auth.code, { body: { challengeId, code } })).result.accessToken.token
  }

  await startServer()
  await signIn()
  const seeded = await seed(call, count)

  const homes = seeded.mowers.map((_, index) => `${at(-5 - 3 * index, -5).join(',')},0`).join(';')
  const simulator = spawn(NODE, [SIMULATOR], {
    env: {
      PATH: process.env.PATH,
      SIM_MOWERS: String(count),
      SIM_SPEED: String(speed),
      SIM_TARGET: `127.0.0.1:${wire.port}`,
      SIM_HOME: homes,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })

  const find = async (id: string): Promise<LiveVehicle | undefined> =>
    (await call(calls.live.vehicles)).result.items.find(item => item.id === id)
  const vehicle = async (id: string): Promise<LiveVehicle> => {
    const found = await find(id)
    if (found === undefined) throw new Error('The vehicle is not in the list')
    return found
  }
  for (const { id } of seeded.mowers)
    await until('the mowers are ready', async () => {
      // The server reads its new mowers a moment after they were stored.
      const telemetry = (await find(id))?.telemetry
      if (telemetry === undefined) return undefined
      const isKnown = telemetry.battery !== null && telemetry.missionCount !== null
      return isKnown && telemetry.ready === true && telemetry.fixType === 'rtkFixed'
    })

  return {
    wire,
    dataDir,
    ...seeded,
    call,
    importFile: async content => {
      const form = new FormData()
      form.set('file', new Blob([content]), 'course')
      const response = await fetch(`http://127.0.0.1:${httpPort}${pathOf(calls.imports.create, {})}`, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: form,
      })
      return answerOf<typeof calls.imports.create>('imports', response, await response.text())
    },
    plan: async (mower, changes = {}) =>
      (
        await call(calls.missions.create, {
          body: {
            title: `Mow with ${mower.name}`,
            target: { kind: 'zone', featureId: seeded.zone.id },
            mowerId: mower.id,
            bladeId: mower.bladeId ?? '',
            direction: 'auto',
            angleOffsetDeg: 0,
            turnScheme: 'oneInOne',
            cleaningCycles: 1,
            startsAt: null,
            startsByItself: false,
            ...changes,
          },
        })
      ).result,
    mission: async id => (await call(calls.missions.get, { params: { id } })).result,
    vehicle,
    until,
    fault: line => {
      simulator.stdin.write(`${line}\n`)
    },
    token: () => token,
    block: async () => {
      const before = lines.filter(line => line === BLOCKED).length
      server?.kill('SIGUSR2')
      await until('the main thread is blocked', async () => lines.filter(line => line === BLOCKED).length > before)
    },
    endGatewayThread: () => {
      server?.kill('SIGALRM')
    },
    killServer: () => endServer('SIGKILL'),
    startServer,
    postgresPid: () =>
      Number(readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    close: async () => {
      simulator.kill('SIGTERM')
      await endServer('SIGTERM')
      await wire.close()
      if (given !== undefined) return
      await dropDatabaseOf(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Asker = <C extends Call>(call: C, given?: Given) => Promise<Answer<C>>

/** A blade, mowers, and one zone of 20 by 12 metres. */
export const seed = async (call: Asker, count: number): Promise<{ mowers: Mower[]; zone: CourseFeature }> => {
  const blade = (await call(calls.blades.create, { body: { name: 'Deck', widthM: 2, missionSpeedMps: 1.5 } })).result
  const zoneType = (
    await call(calls.zoneTypes.create, {
      body: { name: 'Lawn', color: '#17A73F', directions: ['12-6', '3-9'], allowsIntersection: false, mowable: true },
    })
  ).result
  const mowers: Mower[] = []
  for (let systemId = 1; systemId <= count; systemId += 1)
    mowers.push(
      (
        await call(calls.mowers.create, {
          body: {
            name: `Mower ${systemId}`,
            color: '#0B7390',
            bladeId: blade.id,
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
      ).result,
    )
  const zone: CourseFeature = {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 20, 12) },
    properties: {
      title: 'Lawn',
      zoneTypeId: zoneType.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
  await call(calls.map.change, {
    body: { baseRevision: 0, label: 'A lawn', added: [zone], updated: [], removed: [] },
  }).then(answer => answer.result)
  return { mowers, zone }
}
