/** The product as it runs on a course: the server's own program, its own database, and simulated mowers over UDP. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Call, calls, type LiveVehicle } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { CourseFeature, Mission, Mower } from '@greensward/domain'
import { BLOCKED } from './blocked.ts'
import {
  type Answer,
  answerOf,
  callServer,
  type Given,
  type NewMission,
  pathOf,
  planOn,
  seedField,
  signIn,
  type TypedGiven,
  type Until,
  untilWith,
} from './rigCalls.ts'
import { freePort, ServerProcess, spawnSimulator } from './serverProcess.ts'
import { databaseOf, dropDatabaseOf } from './testDatabase.ts'
import { openWire, type Wire } from './wire.ts'

const BLOCKABLE = fileURLToPath(new URL('./blockableServer.ts', import.meta.url))

export interface FieldRig {
  readonly wire: Wire
  readonly dataDir: string
  readonly mowers: readonly Mower[]
  readonly zone: CourseFeature
  call<C extends Call>(call: C, given?: TypedGiven<C>): Promise<Answer<C>>
  /** The preview of the map after the import. */
  importFile(content: string): Promise<Answer<typeof lateCalls.imports.create>>
  /** Plans a mission on the zone. */
  plan(mower: Mower, changes?: Partial<NewMission>): Promise<Mission>
  mission(id: string): Promise<Mission>
  vehicle(id: string): Promise<LiveVehicle>
  /** Asks again and again until it holds; fails after `timeoutMs`. */
  readonly until: Until
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
  const url = `http://127.0.0.1:${httpPort}`
  const udpPort = await freePort('udp')
  const wire = await openWire(udpPort)
  const server = new ServerProcess({
    name: 'the server',
    ...(isBlockable === true ? { script: BLOCKABLE } : {}),
    env: {
      PORT: String(httpPort),
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      MAVLINK_UDP: `127.0.0.1:${udpPort}`,
      OUTGOING_PRIVATE: outgoingPrivate ? 'on' : 'off',
    },
  })
  let token = ''
  const call = <C extends Call>(called: C, input?: Given): Promise<Answer<C>> =>
    callServer({ url, name: server.name, token }, called, input)
  const until = untilWith(server.lines, 20_000)

  await server.start()
  token = await signIn(call, server.lines, until)
  const seeded = await seedField(call, count)
  const simulator = spawnSimulator({ mowers: count, speed, port: wire.port })

  const find = async (id: string): Promise<LiveVehicle | undefined> =>
    (await call(calls.live.vehicles)).result.items.find(item => item.id === id)
  for (const { id } of seeded.mowers)
    await until('the mowers are ready', async () => {
      // The server reads its new mowers a moment after they were stored.
      const telemetry = (await find(id))?.telemetry
      if (telemetry === undefined) return undefined
      const isKnown = telemetry.battery !== null && telemetry.missionCount !== null
      if (!isKnown || telemetry.ready !== true || telemetry.fixType !== 'rtkFixed') return undefined
      // Read at the first position; the pre-start checks refuse a mower whose failsafes are not known.
      return (await call(calls.autopilots.get, { params: { id } })).result.report ?? undefined
    })
  const timesBlocked = (): number => server.lines.filter(line => line === BLOCKED).length

  return {
    wire,
    dataDir,
    ...seeded,
    call,
    importFile: async content => {
      const form = new FormData()
      form.set('file', new Blob([content]), 'course')
      const response = await fetch(`${url}${pathOf(lateCalls.imports.create, {})}`, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: form,
      })
      return answerOf<typeof lateCalls.imports.create>('imports', response, await response.text())
    },
    plan: (mower, changes) => planOn(call, seeded.zone, mower, changes),
    mission: async id => (await call(calls.missions.get, { params: { id } })).result,
    vehicle: async id => {
      const found = await find(id)
      if (found === undefined) throw new Error('The vehicle is not in the list')
      return found
    },
    until,
    fault: line => {
      simulator.stdin.write(`${line}\n`)
    },
    token: () => token,
    block: async () => {
      const before = timesBlocked()
      server.signal('SIGUSR2')
      await until('the main thread is blocked', async () => timesBlocked() > before)
    },
    endGatewayThread: () => server.signal('SIGALRM'),
    killServer: () => server.end('SIGKILL'),
    startServer: () => server.start(),
    postgresPid: () =>
      Number(readFileSync(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    close: async () => {
      simulator.kill('SIGTERM')
      await server.end('SIGTERM')
      await wire.close()
      if (given !== undefined) return
      await dropDatabaseOf(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
