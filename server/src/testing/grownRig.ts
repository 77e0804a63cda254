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
import { type Call, calls, type LiveVehicle } from '@greensward/contract'
import type { CourseFeature, Mission, Mower } from '@greensward/domain'
import { openSession } from '../features/auth/sessionStore.ts'
import { ownerOf } from '../features/fleet/ownership/leaseStore.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embeddedPostgres.ts'
import { listReplicas } from '../platform/replicas/replicasStore.ts'
import {
  type Answer,
  type Asker,
  callServer,
  type Given,
  type NewMission,
  planOn,
  seedField,
  signIn,
  type TypedGiven,
  type Until,
  untilWith,
} from './rigCalls.ts'
import { endProcess, freePort, ServerProcess, spawnSimulator } from './serverProcess.ts'
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
  plan(replica: Replica, mower: Mower, changes?: Partial<NewMission>): Promise<Mission>
  vehicle(replica: Replica, id: string): Promise<LiveVehicle | undefined>
  readonly until: Until
  close(): Promise<void>
}

export interface GrownRigOptions {
  readonly natsPath: string
  readonly web: number
  readonly gateways: number
  readonly mowers: number
  readonly speed: number
}

interface ReplicaOptions {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  /** The person's access token, empty before anybody has signed in. */
  readonly token: () => string
  readonly onLine: (line: string) => void
}

const openReplica = async ({ name, env, token, onLine }: ReplicaOptions): Promise<Replica> => {
  const port = await freePort('tcp')
  const url = `http://127.0.0.1:${port}`
  const server = new ServerProcess({ name, env: { PORT: String(port), ...env }, onLine })
  return {
    name,
    url,
    lines: server.lines,
    call: <C extends Call>(call: C, given?: Given) => callServer<C>({ url, name, token: token() }, call, given),
    pid: () => server.pid,
    kill: (signal = 'SIGKILL') => server.end(signal),
    start: () => server.start(),
  }
}

const vehicleOn = async (replica: Replica, id: string): Promise<LiveVehicle | undefined> =>
  (await replica.call(calls.live.vehicles)).result.items.find(item => item.id === id)

export const openGrownRig = async (options: GrownRigOptions): Promise<GrownRig> => {
  const folder = mkdtempSync(join(tmpdir(), 'greensward-grown-'))
  const postgresDir = join(folder, 'postgres')
  mkdirSync(postgresDir)
  const natsPort = await freePort('tcp')
  const postgres = await startEmbeddedPostgres(postgresDir, { info: () => undefined, warn: () => undefined })
  const database = openDatabase(postgres.url, () => undefined, 4)
  let nats: ChildProcess | undefined
  let simulator: ChildProcess | undefined
  let token = ''
  const recent: string[] = []
  const until = untilWith(recent, 30_000)

  const startNats = async (): Promise<void> => {
    nats = await spawnNats(options.natsPath, natsPort)
  }
  const replica = (name: string, env: Readonly<Record<string, string>>): Promise<Replica> =>
    openReplica({
      name,
      env: {
        DATA_DIR: join(folder, name),
        SHARED_DIR: join(folder, 'shared'),
        DATABASE_URL: postgres.url,
        DATABASE_CONNECTIONS: '5',
        NATS_URL: `nats://127.0.0.1:${natsPort}`,
        // Of mowers whose broker is on this machine.
        OUTGOING_PRIVATE: 'true',
        ...env,
      },
      token: () => token,
      onLine: line => recent.push(`${name}: ${line}`),
    })

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
  token = await signIn(first.call as Asker, first.lines, until)
  const seeded = await seedField(first.call as Asker, options.mowers)

  const startSimulator = (): void => {
    const { mowers, speed } = options
    simulator = spawnSimulator({ mowers, speed, port: wire.port, stateFile: join(folder, 'simulator-state.json') })
  }
  startSimulator()
  await Promise.all([...web.slice(1), ...gateways].map(each => each.start()))
  for (const { id } of seeded.mowers)
    await until(
      'the mowers are ready',
      async () => {
        const telemetry = (await vehicleOn(first, id))?.telemetry
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
    killNats: () => endProcess(nats, 'SIGKILL'),
    startNats,
    killSimulator: () => endProcess(simulator, 'SIGKILL'),
    startSimulator,
    plan: (from, mower, changes) => planOn(from.call as Asker, seeded.zone, mower, changes),
    vehicle: vehicleOn,
    until,
    close: async () => {
      await endProcess(simulator, 'SIGTERM')
      await Promise.all([...web, ...gateways].map(each => each.kill('SIGTERM')))
      await endProcess(nats, 'SIGTERM')
      await database.close()
      await postgres.stop()
      await wire.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
