/**
 * A grown deployment on the loopback interface: a PostgreSQL and a NATS of their own, web replicas, gateways that receive
 * the same radio, and simulated mowers. Each part can be killed and started again.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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
} from '@greensward/domain/contract'
import { openSession } from '../features/auth/sessionStore.ts'
import { ownerOf } from '../features/fleet/leaseStore.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embeddedPostgres.ts'
import { listReplicas } from '../platform/replicas/replicasStore.ts'
import {
  type Answer,
  type Asker,
  answerOf,
  freePort,
  type Given,
  NODE,
  pathOf,
  SERVER,
  SIMULATOR,
  seed,
} from './fieldRig.ts'
import { at } from './ground.ts'
import { openWire, type Wire } from './wire.ts'

/** Debian's package, installed or unpacked by `npm test`. */
export const natsServer = (): string | undefined =>
  [
    process.env.NATS_SERVER_PATH ?? '',
    '/usr/sbin/nats-server',
    '/usr/local/bin/nats-server',
    fileURLToPath(new URL('../../../.cache/nats/files/usr/sbin/nats-server', import.meta.url)),
  ].find(path => existsSync(path) && spawnSync(path, ['--version']).status === 0)

/** Resolves when it takes connections. */
export const spawnNats = async (path: string, port: number): Promise<ChildProcess> => {
  const child = spawn(path, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', line => line.includes('Server is ready') && resolve())
    child.once('exit', code => reject(new Error(`NATS ended with ${code}`)))
  })
  return child
}

export interface Replica {
  readonly name: string
  readonly url: string
  /** Its output so far. */
  readonly lines: readonly string[]
  call<C extends Call>(call: C, given?: TypedGiven<C>): Promise<Answer<C>>
  pid(): number | undefined
  kill(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
}

interface TypedGiven<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly query?: QueryOf<C>
  readonly body?: BodyOf<C>
  readonly headers?: Readonly<Record<string, string>>
}

export interface GrownRig {
  readonly web: readonly Replica[]
  readonly gateways: readonly Replica[]
  readonly postgres: EmbeddedPostgres
  readonly wire: Wire
  readonly mowers: readonly Mower[]
  readonly zone: CourseFeature
  /** The access token of another session of the same person. */
  openSession(): Promise<string>
  /** The gateway that holds a mower by the database, if one does. */
  holder(mowerId: string): Promise<Replica | undefined>
  killNats(): Promise<void>
  startNats(): Promise<void>
  /** As when the power of all mowers is cut: where they stand is kept, nothing else. */
  killSimulator(): Promise<void>
  startSimulator(): void
  plan(replica: Replica, mower: Mower, changes?: Partial<BodyOf<typeof calls.missions.create>>): Promise<Mission>
  vehicle(replica: Replica, id: string): Promise<LiveVehicle | undefined>
  until<T>(what: string, ask: () => Promise<T | undefined | false>, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}

export interface GrownRigOptions {
  readonly natsPath: string
  readonly web: number
  readonly gateways: number
  readonly mowers: number
  readonly speed: number
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null

const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (!isRunning(child)) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

export const openGrownRig = async (options: GrownRigOptions): Promise<GrownRig> => {
  const folder = mkdtempSync(join(tmpdir(), 'greensward-grown-'))
  const postgresDir = join(folder, 'postgres')
  mkdirSync(postgresDir)
  const natsPort = await freePort('tcp')
  const postgres = await startEmbeddedPostgres(postgresDir, { info: () => undefined, warn: () => undefined })
  const database = openDatabase(postgres.url, () => undefined, 4)
  let nats: ChildProcess | undefined
  let token = ''
  const recent: string[] = []

  const until = async <T>(what: string, ask: () => Promise<T | undefined | false>, timeoutMs = 30_000): Promise<T> => {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
      if (performance.now() > deadline)
        throw new Error(`Waited ${timeoutMs} ms in vain: ${what}\n${recent.slice(-30).join('\n')}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  const startNats = async (): Promise<void> => {
    nats = await spawnNats(options.natsPath, natsPort)
  }

  const replica = async (name: string, env: Readonly<Record<string, string>>): Promise<Replica> => {
    const port = await freePort('tcp')
    const url = `http://127.0.0.1:${port}`
    const lines: string[] = []
    let child: ChildProcess | undefined
    return {
      name,
      url,
      lines,
      call: async <C extends Call>(call: C, given: Given = {}) => {
        const response = await fetch(`${url}${pathOf(call, given)}`, {
          method: call.method,
          headers: {
            ...(token === '' ? {} : { 'x-api-key': token }),
            ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...given.headers,
          },
          ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
        })
        return answerOf<C>(`${call.method} ${call.path} on ${name}`, response, await response.text())
      },
      pid: () => child?.pid,
      kill: async (signal = 'SIGKILL') => end(child, signal),
      start: async () => {
        const started = spawn(NODE, [SERVER], {
          env: {
            PATH: process.env.PATH,
            PORT: String(port),
            STOP_PORT: '0',
            DATA_DIR: join(folder, name),
            SHARED_DIR: join(folder, 'shared'),
            DATABASE_URL: postgres.url,
            DATABASE_CONNECTIONS: '5',
            NATS_URL: `nats://127.0.0.1:${natsPort}`,
            DEMO: 'off',
            SIMULATOR: 'off',
            LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'warn',
            ...env,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        child = started
        await new Promise<void>((resolve, reject) => {
          for (const stream of [started.stdout, started.stderr])
            createInterface({ input: stream }).on('line', line => {
              lines.push(line)
              recent.push(`${name}: ${line}`)
              if (process.env.TEST_LOG_LEVEL !== undefined) console.log(`${name}: ${line}`)
              if (line.includes('is ready')) resolve()
            })
          started.once('exit', code => reject(new Error(`${name} ended with ${code}:\n${lines.slice(-20).join('\n')}`)))
        })
      },
    }
  }

  const gatewayPorts: number[] = []
  for (let index = 0; index < options.gateways; index += 1) gatewayPorts.push(await freePort('udp'))
  const wire = await openWire(...gatewayPorts)
  await startNats()
  const web: Replica[] = []
  for (let index = 0; index < options.web; index += 1)
    web.push(await replica(`web${index + 1}`, { GATEWAY: 'off', MAVLINK_UDP: 'off' }))
  const gateways: Replica[] = []
  for (const [index, port] of gatewayPorts.entries())
    gateways.push(await replica(`gateway${index + 1}`, { GATEWAY: 'on', MAVLINK_UDP: `127.0.0.1:${port}` }))
  const [first] = web
  if (first === undefined) throw new Error('No web replica')
  await first.start()

  const lastWith = (words: string): string => first.lines.findLast(line => line.includes(words)) ?? ''
  const setUp = await until('the link', async () => /\/set-up#(\S+)/.exec(lastWith('/set-up#'))?.[1])
  const password = 'grass grows at night'
  const person = { fullname: 'Ada Field', email: 'ada@example.org', login: 'admin', password }
  await first.call(calls.auth.setUp, { body: { token: setUp, ...person } }).then(answer => answer.result)
  const { challengeId } = (await first.call(calls.auth.login, { body: { login: 'admin', password } })).result
  const code = await until('the code', async () => /code for admin: (\d{6})/.exec(lastWith('code for admin'))?.[1])
  token = (await first.call(calls.auth.code, { body: { challengeId, code } })).result.accessToken.token
  const seeded = await seed(first.call as Asker, options.mowers)

  const homes = seeded.mowers.map((_, index) => `${at(-5 - 3 * index, -5).join(',')},0`).join(';')
  let simulator: ChildProcess | undefined
  const startSimulator = (): void => {
    simulator = spawn(NODE, [SIMULATOR], {
      env: {
        PATH: process.env.PATH,
        SIM_MOWERS: String(options.mowers),
        SIM_SPEED: String(options.speed),
        SIM_TARGET: `127.0.0.1:${wire.port}`,
        SIM_HOME: homes,
        SIM_STATE_FILE: join(folder, 'simulator-state.json'),
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  }
  startSimulator()
  await Promise.all([...web.slice(1), ...gateways].map(each => each.start()))

  const vehicle = async (from: Replica, id: string): Promise<LiveVehicle | undefined> =>
    (await from.call(calls.live.vehicles)).result.items.find(item => item.id === id)
  for (const { id } of seeded.mowers)
    await until(
      'the mowers are ready',
      async () => {
        const telemetry = (await vehicle(first, id))?.telemetry
        return telemetry?.ready === true && telemetry.fixType === 'rtkFixed' && telemetry.missionCount !== null
      },
      60_000,
    )

  return {
    web,
    gateways,
    postgres,
    wire,
    ...seeded,
    openSession: async () => {
      const { id } = (await first.call(calls.profile.get)).result
      return (await openSession(database.db, id, new Date())).accessToken.token
    },
    holder: async mowerId => {
      const owner = await ownerOf(database.db, mowerId)
      const row = (await listReplicas(database.db)).find(({ id }) => id === owner)
      return gateways.find(({ pid }) => pid() === row?.pid)
    },
    killNats: () => end(nats, 'SIGKILL'),
    startNats,
    killSimulator: () => end(simulator, 'SIGKILL'),
    startSimulator,
    plan: async (from, mower, changes = {}) =>
      (
        await from.call(calls.missions.create, {
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
    vehicle,
    until,
    close: async () => {
      await end(simulator, 'SIGTERM')
      await Promise.all([...web, ...gateways].map(each => each.kill('SIGTERM')))
      await end(nats, 'SIGTERM')
      await database.close()
      await postgres.stop()
      await wire.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
