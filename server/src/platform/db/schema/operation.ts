/** Operation: servers, which of them holds which mower, tickets that any of them accepts, and backups. */
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ReplicaState } from '../../replicas/replicaState.ts'
import { idColumn, moment } from './columns.ts'

/** Servers on this database; times are the database's own. */
export const replicas = pgTable('replicas', {
  id: uuid('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  version: text('version').notNull(),
  isGateway: boolean('is_gateway').notNull(),
  startedAt: moment('started_at').notNull(),
  seenAt: moment('seen_at').notNull(),
  state: jsonb('state').$type<ReplicaState>().notNull(),
})

/** Which server speaks to a mower; times are the database's own, as two servers' clocks are never the same. */
export const mowerLeases = pgTable('mower_leases', {
  mowerId: uuid('mower_id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  since: moment('since').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Whether the owner has received it lately; an owner that has not gives way to one that has. */
  isReceived: boolean('is_heard').notNull(),
})

/** Tickets that open a live socket, on any server. */
export const socketTickets = pgTable(
  'socket_tickets',
  {
    hash: text('hash').primaryKey(),
    /** A session, or the tablet of a cart: their ids never meet. */
    holderId: uuid('session_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [index('socket_tickets_expiry').on(table.expiresAt)],
)

export const backups = pgTable(
  'backups',
  {
    id: idColumn(),
    fileName: text('file_name').notNull(),
    host: text('host').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null while it is made, and for good where its server ended meanwhile. */
    finishedAt: moment('finished_at'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    /** Why there is none, for people. */
    problem: text('problem'),
  },
  table => [index('backups_started').on(table.startedAt)],
)
