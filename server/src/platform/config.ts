/** Everything that can be set from outside, read once. Nothing else in the server reads the environment. */
import { join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'])
  .transform(text => text === '1' || text === 'true' || text === 'on')
  .optional()

const hostAndPort = z
  .string()
  .regex(/^((\[[0-9a-fA-F:]+\]|[^:\s]+):)?\d{1,5}$/, 'must be a port or host:port')
  .transform(text => {
    const colon = text.lastIndexOf(':')
    const host = colon < 0 ? '127.0.0.1' : text.slice(0, colon).replace(/^\[|\]$/g, '')
    return { host, port: Number(text.slice(colon + 1)) }
  })
  .refine(({ port }) => port <= 65_535, 'must be a port up to 65535')

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The address people open, such as https://course.example.org: for links, and for the Origin of live sockets. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The port on which the gateway's thread takes stops; the port after PORT where it is left out. */
  STOP_PORT: z.union([z.literal('off').transform(() => null), z.coerce.number().int().min(0).max(65_535)]).optional(),
  /** The address of that port for pages, or of several gateways with commas between; `/stop` of PUBLIC_URL where it is left out. */
  STOP_URL: z
    .string()
    .transform(text => text.split(',').map(address => address.trim().replace(/\/$/, '')))
    .refine(addresses => addresses.every(address => /^https?:\/\/[^\s/]+/.test(address) && URL.canParse(address)), {
      error: 'must be http:// or https:// addresses with commas between',
    })
    .optional(),
  DATA_DIR: z.string().min(1).default('data'),
  /** Rasters and keys; the same folder for every replica. */
  SHARED_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections of this server to the database; a few more are opened at its start and for backups. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(200).default(12),
  /** How servers on one database reach each other: one address or several, as nats://user:password@host:4222. */
  NATS_URL: z
    .string()
    .refine(text => text.split(',').every(address => /^(nats|tls):\/\/[^\s/]+$/.test(address.trim())), {
      error: 'must be nats://host:port, or several of them with commas between',
    })
    .optional(),
  /** Whether this server speaks to mowers; one that does not serves people only. */
  GATEWAY: flag,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Greensward <greensward@localhost>'),
  DEMO: flag,
  /** Whether a fresh demo course gets a past: two weeks of work. */
  DEMO_HISTORY: flag,
  /** Metres of a pixel of the demo's orthophoto: with twice as many it is drawn in a quarter of the time. */
  DEMO_PIXEL_M: z.coerce.number().min(0.25).max(2).default(0.25),
  SIMULATOR: flag,
  SIM_SPEED: z.coerce.number().min(0.1).max(100).default(1),
  SIM_MOWERS: z.coerce.number().int().min(0).max(100).default(6),
  /** Carts that play the demo's course. */
  SIM_CARTS: z.coerce.number().int().min(0).max(100).default(6),
  /** Loopback port at which the simulated mowers take faults. */
  SIM_CONTROL: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Seconds by which the demo's clock is ahead of the machine's, so that a week can be played in minutes. */
  CLOCK_AHEAD_S: z.coerce.number().int().min(0).max(31_622_400).default(0),
  /** The address on which the gateway listens for mowers; `off` listens nowhere. */
  MAVLINK_UDP: z
    .union([z.literal('off').transform(() => null), hostAndPort])
    .default({ host: '127.0.0.1', port: 14_550 }),
  /** How often a second each mower is asked to say where it is; a slow radio carries less. */
  MAVLINK_HZ: z.coerce.number().min(1).max(20).default(10),
  /** Believe the X-Forwarded-* headers of this many proxies in front. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** The bearer token that /api/metrics requires; without it there are no metrics. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Addresses in the settings may lead into the server's own network, such as to a weather station of the course. */
  OUTGOING_PRIVATE: flag,
  /** The address to which pages report uncaught errors: a Sentry DSN. */
  SENTRY_DSN: z
    .url({ protocol: /^https?$/ })
    .transform(address => new URL(address).href)
    .optional(),
  /** The address for traces, named as in every OpenTelemetry program: the collector's address without `/v1/traces`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Hours between two backups; without it none is made automatically. */
  /** An event loop delay of this number of milliseconds is reported to administrators. */
  STALL_ALARM_MS: z.coerce.number().int().min(50).max(3_600_000).default(1_000),
  BACKUP_HOURS: z.coerce.number().min(0.01).max(8_760).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(7),
  BACKUP_DIR: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  /** Null takes stops over the API alone; undefined is the port after `port`, or any where that is taken. */
  readonly stopPort: number | null | undefined
  /** Undefined is worked out from the address that people open. */
  readonly stopUrls: readonly string[] | undefined
  /** Absolute. */
  readonly dataDir: string
  /** The folder that replicas share: rasters and keys. The data directory of a server that is alone. Absolute. */
  readonly sharedDir: string
  /** Undefined runs a PostgreSQL of our own in the data directory. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** Undefined where this server is the only one on its database. */
  readonly natsUrl: string | undefined
  readonly isGateway: boolean
  /** Undefined writes mail to `outbox` in the data directory. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly demo: boolean
  /** False without the demo. */
  readonly demoHistory: boolean
  /** Of the demo's orthophoto, in metres. */
  readonly demoPixelM: number
  /** As `demo` where nothing is said. */
  readonly simulator: boolean
  readonly simSpeed: number
  readonly simMowers: number
  /** None without the simulator. */
  readonly simCarts: number
  /** Undefined takes no faults. */
  readonly simControl: number | undefined
  /** 0 outside the demo. */
  readonly clockAheadS: number
  readonly mavlinkUdp: { readonly host: string; readonly port: number } | null
  readonly positionHz: number
  readonly trustProxy: number
  readonly metricsToken: string | undefined
  /** Whether addresses in the settings may lead into private networks. */
  readonly outgoingPrivate: boolean
  /** How long a sign-in waits for all answers of its issuer together. */
  readonly issuerPatienceMs: number
  /** Undefined reports nothing. */
  readonly sentryDsn: string | undefined
  /** Undefined traces nothing. */
  readonly tracesTo: string | undefined
  /** Undefined makes none by itself. */
  readonly stallAlarmMs: number
  readonly backupHours: number | undefined
  readonly backupKeep: number
  /** Absolute. */
  readonly backupDir: string
  readonly logLevel: string
  /** Compares every answer with the contract before it is sent; costs time, for tests. */
  readonly checkAnswers: boolean
}

/** @throws Error that names each variable and what is wrong with it */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
  }
  const v = read.data
  if (v.NATS_URL !== undefined && v.DATABASE_URL === undefined)
    throw new Error(
      'The environment is not usable:\n  NATS_URL: servers can only share a database that DATABASE_URL names',
    )
  const demo = v.DEMO ?? true
  const sharedDir = resolve(v.SHARED_DIR ?? v.DATA_DIR)
  if (!demo && v.CLOCK_AHEAD_S !== 0)
    throw new Error('The environment is not usable:\n  CLOCK_AHEAD_S: only the demo may have a clock of its own')
  return {
    port: v.PORT,
    host: v.HOST,
    publicUrl: v.PUBLIC_URL,
    stopPort: v.STOP_PORT,
    stopUrls: v.STOP_URL,
    dataDir: resolve(v.DATA_DIR),
    sharedDir,
    databaseUrl: v.DATABASE_URL,
    databaseConnections: v.DATABASE_CONNECTIONS,
    natsUrl: v.NATS_URL,
    isGateway: v.GATEWAY ?? true,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    demo,
    demoHistory: demo && (v.DEMO_HISTORY ?? true),
    demoPixelM: v.DEMO_PIXEL_M,
    simulator: v.SIMULATOR ?? demo,
    simSpeed: v.SIM_SPEED,
    simMowers: v.SIM_MOWERS,
    simCarts: (v.SIMULATOR ?? demo) ? v.SIM_CARTS : 0,
    simControl: v.SIM_CONTROL,
    clockAheadS: v.CLOCK_AHEAD_S,
    mavlinkUdp: (v.GATEWAY ?? true) ? v.MAVLINK_UDP : null,
    positionHz: v.MAVLINK_HZ,
    trustProxy: v.TRUST_PROXY,
    metricsToken: v.METRICS_TOKEN,
    outgoingPrivate: v.OUTGOING_PRIVATE ?? false,
    issuerPatienceMs: 20_000,
    sentryDsn: v.SENTRY_DSN,
    tracesTo: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    stallAlarmMs: v.STALL_ALARM_MS,
    backupHours: v.BACKUP_HOURS,
    backupKeep: v.BACKUP_KEEP,
    backupDir: v.BACKUP_DIR === undefined ? join(sharedDir, 'backups') : resolve(v.BACKUP_DIR),
    logLevel: v.LOG_LEVEL,
    checkAnswers: false,
  }
}
