/** The only access to the database: a pool of connections under drizzle, the same for the embedded server and any other. */
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { traceQueries } from '../tracing/querySpans.ts'

const on = (connections: pg.Pool | pg.PoolClient) => drizzle(connections)

/**
 * Drizzle's own transaction on a pool begins before it promises to give its connection back: each `begin` that fails,
 * as on a connection that a crash of the database broke, would cost the pool a connection for good. So transactions run
 * on a connection that is taken and given back here.
 */
const open = (pool: pg.Pool) => {
  const db = on(pool)
  db.transaction = async (run, config) => {
    const connection = await pool.connect()
    try {
      return await on(connection).transaction(run, config)
    } finally {
      connection.release()
    }
  }
  /** A connection of one's own, to be released. */
  const connect = (): Promise<pg.PoolClient> => pool.connect()
  return Object.assign(db, { connect })
}

export type Database = ReturnType<typeof open>
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A store reads from either: a transaction or the pool. */
export type Reader = Database | Tx

export interface OpenDatabase {
  readonly db: Database
  /** Throws while the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens lazily: no connection is made before the first query.
 * @param connections the maximum at a time
 */
export const openDatabase = (url: string, onError: (error: Error) => void, connections = 12): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    keepAlive: true,
    application_name: 'greensward',
  })
  // A broken idle connection does not stop the server: the pool opens another when it is needed.
  pool.on('error', onError)
  // The pool listens to idle connections only. One that breaks between two queries of a transaction is noticed here, and
  // its next query fails.
  pool.on('connect', client => {
    client.on('error', onError)
    traceQueries(client)
  })
  return {
    db: open(pool),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

/** Turns a failed query into the error for the caller. */
export type DatabaseFailure = 'unavailable' | 'duplicate' | 'reference' | 'outOfRange' | 'contention'

const UNAVAILABLE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Names the failure behind an error of drizzle or pg, or undefined where it is a bug. */
export const databaseFailure = (error: unknown): DatabaseFailure | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error)
  if (code === '23505') return 'duplicate'
  if (code === '23503') return 'reference'
  if (code === '40001' || code === '40P01' || code === '55P03') return 'contention'
  if (code === '57014') return 'unavailable'
  if (/^(08|57P|53)/.test(code) || UNAVAILABLE_SYSTEM.has(code)) return 'unavailable'
  if (/^22[0-9A-Z]{3}$/.test(code)) return 'outOfRange'
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
    return 'unavailable'
  return error.cause === undefined ? undefined : databaseFailure(error.cause)
}

/** `updatedAt` always rises, even within one millisecond, so that two changes never look like one. */
export const laterThan = (previous: Date, now: Date): Date =>
  now.getTime() > previous.getTime() ? now : new Date(previous.getTime() + 1)
