/** The health of the server. */
import { z } from 'zod'
import { call } from './call.ts'

const instant = z.iso.datetime()

/** A server of this course, as it last reported itself. */
const serverStatus = z.strictObject({
  id: z.uuid(),
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  isGateway: z.boolean(),
  /** The one that answers. */
  isHere: z.boolean(),
  startedAt: instant,
  /** Since its last report; one that is silent for more than 6 s is gone. */
  silentMs: z.number(),
  degraded: z.array(z.string()),
  sockets: z.number().int(),
  diskFreeBytes: z.number().nullable(),
  /** Records of mowers that wait for the database. */
  journalWaiting: z.number().int(),
  /** How late its event loop was in the last minute or two; null from an older version. */
  loopDelay: z.strictObject({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() }).nullable(),
})

const backupStatus = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  host: z.string(),
  startedAt: instant,
  /** Null while it is made, or where its server ended meanwhile. */
  finishedAt: instant.nullable(),
  sizeBytes: z.number().nullable(),
  problem: z.string().nullable(),
})

const operationStatus = z.strictObject({
  /** How the servers reach each other. */
  link: z.enum(['alone', 'connected', 'away']),
  degraded: z.array(z.string()),
  servers: z.array(serverStatus),
  /** By name; `serverId` is null where no gateway speaks to it. */
  mowers: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), serverId: z.uuid().nullable(), isConnected: z.boolean() }),
  ),
  mailWaiting: z.number().int(),
  databaseBytes: z.number(),
  backups: z.strictObject({ everyHours: z.number().nullable(), items: z.array(backupStatus) }),
})
export type OperationStatus = z.infer<typeof operationStatus>

export const operationCalls = {
  operation: {
    health: call({
      method: 'GET',
      path: 'health',
      who: 'anyone',
      result: z.strictObject({ live: z.boolean(), ready: z.boolean(), degraded: z.array(z.string()) }),
    }),
    live: call({
      method: 'GET',
      path: 'health/live',
      who: 'anyone',
      result: z.strictObject({ live: z.boolean() }),
    }),
    ready: call({
      method: 'GET',
      path: 'health/ready',
      who: 'anyone',
      result: z.strictObject({ ready: z.boolean() }),
    }),
    status: call({
      method: 'GET',
      path: 'operation/status',
      who: 'audit.read',
      result: operationStatus,
    }),
    backUp: call({
      method: 'POST',
      path: 'operation/backups',
      who: 'settings.edit',
      result: z.strictObject({ begun: z.literal(true) }),
    }),
  },
} as const
