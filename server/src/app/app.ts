/** Puts the server together: database, edge, features, live sockets. Ends all of it in the opposite order. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Call } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import type { VehicleAdapter } from '@greensward/vehicle'
import type { Logger } from 'pino'
import { auditFeature } from '../features/audit/index.ts'
import { findUserByAccessKey } from '../features/auth/accessKeyStore.ts'
import { createCodeSender } from '../features/auth/codeSender.ts'
import { authFeature } from '../features/auth/index.ts'
import { rememberUsers } from '../features/auth/rememberedUsers.ts'
import { findUserByAccessToken } from '../features/auth/sessionStore.ts'
import { findDeviceByToken } from '../features/carts/deviceStore.ts'
import { garageFeature } from '../features/garage/index.ts'
import { forgetOldDrafts } from '../features/map/index.ts'
import { notificationsFeature } from '../features/notifications/index.ts'
import { figuresOf } from '../features/operation/figures.ts'
import { operationFeature } from '../features/operation/index.ts'
import { type LoopDelayMonitor, watchLoopDelay } from '../features/operation/loopDelay.ts'
import { registerMetrics } from '../features/operation/metrics.ts'
import { createReplicas } from '../features/operation/replicas.ts'
import { rastersFeature } from '../features/rasters/index.ts'
import { restaurantFeature } from '../features/restaurant/index.ts'
import { followBaseMap } from '../features/settings/baseMap.ts'
import { settingsFeature } from '../features/settings/index.ts'
import { findDisplayByToken } from '../features/wall/wallStore.ts'
import { writeAudit } from '../platform/auditStore.ts'
import { createBackups } from '../platform/backup/schedule.ts'
import { type Bus, loneBus } from '../platform/bus/bus.ts'
import { dualBus } from '../platform/bus/dualBus.ts'
import { openNatsBus } from '../platform/bus/natsBus.ts'
import type { NatsOptions } from '../platform/bus/natsLink.ts'
import type { Config } from '../platform/config.ts'
import type { Clock, Context } from '../platform/context.ts'
import { type DataDirLock, lockDataDir } from '../platform/dataDirLock.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embeddedPostgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openNotifyLine } from '../platform/db/notifyLine.ts'
import { createEvents } from '../platform/events.ts'
import type { Feature, Vitals } from '../platform/feature.ts'
import { registerApiDescription } from '../platform/http/apiDescription.ts'
import { registerRoutes } from '../platform/http/edge.ts'
import { createHttpServer } from '../platform/http/httpServer.ts'
import { followConnections } from '../platform/http/openConnections.ts'
import { registerWebPages } from '../platform/http/webPages.ts'
import { createLive } from '../platform/live/live.ts'
import { liveRoutes } from '../platform/live/routes.ts'
import { openSockets } from '../platform/live/sockets.ts'
import { createTickets } from '../platform/live/ticketStore.ts'
import { createOutboxSender, createSmtpSender, type Sender } from '../platform/mail/sender.ts'
import { readPushKeys } from '../platform/push/pushBrowserStore.ts'
import { createPushSender, type PushNetwork } from '../platform/push/pushSender.ts'
import { VERSION } from '../platform/version.ts'
import { operationsFeatures } from './operations.ts'

export interface App {
  readonly ctx: Context
  /** The address it listens on, such as http://127.0.0.1:8080. */
  readonly url: string
  /** Undefined where the database is somebody else's. */
  readonly postgres: EmbeddedPostgres | undefined
  readonly adapters: readonly VehicleAdapter[]
  close(): Promise<void>
}

export interface Surroundings {
  readonly clock: Clock
  readonly log: Logger
  /** Writes a line to the console, such as a code that could not be mailed. */
  readonly announce: (line: string) => void
  /** Called once everything is ready and before the first request is taken. */
  readonly prepare?: (ctx: Context) => Promise<void>
  /** The internet where it is left out. */
  readonly pushNetwork?: PushNetwork
}

const NO_VITALS: Vitals = { mowers: [], journalWaiting: 0 }

const everyCall: readonly Call[] = Object.values(allCalls).flatMap(group => Object.values(group))

/** Every call of the contract has exactly one route, or the server does not start. */
const checkComplete = (features: readonly Feature[]): void => {
  const bound = features.flatMap(feature => feature.routes.map(({ call }) => call))
  const missing = everyCall.filter(call => !bound.includes(call))
  const twice = bound.filter((call, index) => bound.indexOf(call) !== index)
  const names = (list: readonly Call[]) => list.map(({ method, path }) => `${method} ${path}`).join(', ')
  if (missing.length > 0) throw new Error(`These calls of the contract have no route: ${names(missing)}`)
  if (twice.length > 0) throw new Error(`These calls of the contract have more than one route: ${names(twice)}`)
}

/** The steps of the shutdown, taken in the opposite order. */
type Ending = (() => Promise<void>)[]

interface Storage {
  /** Undefined where the database is somebody else's. */
  readonly postgres: EmbeddedPostgres | undefined
  readonly database: OpenDatabase
  readonly databaseUrl: string
}

const openStorage = async (config: Config, log: Logger, ending: Ending): Promise<Storage> => {
  const postgres =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres(config.dataDir, {
          info: message => log.info(message),
          warn: message => log.warn(message),
        })
      : undefined
  if (postgres !== undefined) ending.push(() => postgres.stop())
  const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
  await migrate(databaseUrl)
  const database = openDatabase(
    databaseUrl,
    error => log.warn({ err: error }, 'A connection broke'),
    config.databaseConnections,
  )
  ending.push(() => database.close())
  return { postgres, database, databaseUrl }
}

const openBus = ({ natsUrl }: Config, own: Omit<NatsOptions, 'url'> & { readonly databaseUrl: string }): Bus =>
  natsUrl === undefined ? loneBus : dualBus(openNatsBus({ ...own, url: natsUrl }), openNotifyLine(own))

const mailSender = (config: Config, clock: Clock): Sender =>
  config.smtpUrl === undefined
    ? createOutboxSender(join(config.dataDir, 'outbox'), config.mailFrom, () => clock.now())
    : createSmtpSender(config.smtpUrl, config.mailFrom)

/** Administrators get an alarm when the event loop is held up. */
const alarmOfStalls = ({ config: { stallAlarmMs }, log, events }: Context): LoopDelayMonitor =>
  watchLoopDelay({ stallMs: stallAlarmMs, slowMs: stallAlarmMs / 5 }, ({ kind, ms }) => {
    log.error({ ms }, 'The event loop was held up')
    events.emit('notice', {
      level: 'alarm',
      subject: 'system',
      subjectId: null,
      kind,
      values: { host: hostname(), seconds: Math.round(ms / 100) / 10 },
      roles: ['ROLE_ADMIN'],
    })
  })

/** @throws DataDirInUse, or an Error that says what could not be started */
export const startApp = async (
  config: Config,
  { clock, log, announce, prepare, pushNetwork }: Surroundings,
): Promise<App> => {
  for (const folder of [config.dataDir, config.sharedDir]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ending: Ending = []
  const close = async (): Promise<void> => {
    for (const end of ending.splice(0).reverse()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'A step of the shutdown failed'))
    }
  }
  const replicaId = randomUUID()
  if (config.tracesTo !== undefined) {
    const { startTracing } = await import('../platform/tracing/tracing.ts')
    ending.push(startTracing({ address: config.tracesTo, version: VERSION, instance: replicaId }))
  }
  try {
    const lock: DataDirLock = await lockDataDir(config.dataDir)
    ending.push(() => lock.release())
    const { postgres, database, databaseUrl } = await openStorage(config, log, ending)
    const bus = openBus(config, { replicaId, databaseUrl, log })
    ending.push(() => bus.close())
    const live = createLive(bus)
    const events = createEvents(bus, (error, event) => log.error({ err: error, event }, 'A listener failed'))
    const ctx: Context = {
      config,
      db: database.db,
      clock,
      log,
      events,
      bus,
      replicaId,
      live,
      audit: (tx, entry) => writeAudit(tx, clock.now(), entry),
    }
    ending.push(async () => live.close())

    const baseMap = await followBaseMap(ctx)
    const stopPort = (): number | undefined => features.find(feature => feature.stopPort !== undefined)?.stopPort?.()
    const http = await createHttpServer(config, log, { baseMap, stopPort }, clock)
    const connections = followConnections(http.server)
    const sockets = openSockets(http.server, createTickets(ctx), originCheck(config.publicUrl))
    live.attach(sockets)
    events.onEverywhere('sessionsEnded', ({ sessionIds }) => sockets.end(sessionIds))
    events.onEverywhere('tabletsEnded', ({ deviceIds }) => sockets.end(deviceIds))
    // Their pages connect again at once and re-read what they may have missed.
    events.onEverywhere('missed', () => sockets.endAll())

    const sender = mailSender(config, clock)
    // Nobody reads the mail of the demo's users, so their codes are printed as well.
    const isPrinted = config.smtpUrl === undefined || config.demo
    const codeSender = createCodeSender(sender, log, isPrinted ? announce : undefined)

    const backups = createBackups(ctx, databaseUrl)
    const pushKeys = await readPushKeys(database.db, clock.now())
    const push = createPushSender(pushKeys, pushSubject(config), pushNetwork)
    const loopDelay = alarmOfStalls(ctx)
    ending.push(async () => loopDelay.stop())
    const replicas = createReplicas(ctx, {
      loopDelay,
      sockets,
      backups,
      vitals: () => features.find(feature => feature.vitals !== undefined)?.vitals?.() ?? NO_VITALS,
    })
    const features: readonly Feature[] = [
      authFeature(ctx, codeSender, sender),
      { routes: liveRoutes(config, sockets) },
      settingsFeature(),
      garageFeature(ctx),
      restaurantFeature(),
      notificationsFeature(ctx, sender, push, pushKeys.publicKey),
      rastersFeature(ctx),
      backups,
      replicas,
      operationFeature(ctx, {
        ping: () => database.ping(),
        degraded: () => replicas.degraded(),
        forgetOldDrafts,
      }),
      auditFeature(),
      ...operationsFeatures(ctx),
    ]
    checkComplete(features)
    registerRoutes(
      http,
      ctx,
      features.flatMap(feature => feature.routes),
      {
        ...rememberUsers(events, clock, async token => {
          const user = await findUserByAccessToken(database.db, token, clock.now())
          if (user !== undefined) for (const feature of features) feature.met?.(token, user)
          return user
        }),
        findDisplay: token => findDisplayByToken(database.db, token, clock.now()),
        findDevice: token => findDeviceByToken(database.db, token, clock.now()),
        findByAccessKey: key => findUserByAccessKey(database.db, key, clock.now()),
      },
    )
    registerApiDescription(http, VERSION)
    registerMetrics(http, config.metricsToken, figuresOf(ctx, replicas, backups))
    await registerWebPages(http, config.sentryDsn)
    await prepare?.(ctx)
    for (const feature of features) {
      await feature.start?.()
      ending.push(async () => feature.stop?.())
    }
    // Ended first: nobody is answered by half a server.
    ending.push(async () => {
      const closed = sockets.close()
      connections.end()
      await closed
      await http.close()
    })
    const url = await http.listen({ port: config.port, host: config.host })
    const adapters = features.flatMap(({ adapter }) => adapter ?? [])
    return { ctx, url, postgres, adapters, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whom a push service turns to when our messages trouble it. */
const pushSubject = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl?.startsWith('https:') === true ? publicUrl : `mailto:${/<([^>]*)>/.exec(mailFrom)?.[1] ?? mailFrom}`

/** Pages of our own address may open a live socket; which address that is the operator says, or the request itself. */
const originCheck = (publicUrl: string | undefined) => (origin: string, host: string | undefined) =>
  hostOf(origin) === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
