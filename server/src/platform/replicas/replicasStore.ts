/** The SQL of the servers on one database. Times are the database's own: no two machines' clocks are the same. */
import { asc, eq, lte, sql } from 'drizzle-orm'
import type { Database, Reader } from '../db/database.ts'
import { mailQueue, replicas } from '../db/schema/index.ts'
import type { ReplicaState } from './replicaState.ts'

export type ReplicaRow = typeof replicas.$inferSelect

export interface Replica {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly isGateway: boolean
}

/** A server that was silent this long is gone. */
const ALIVE = sql`interval '6 seconds'`
const KEPT = sql`interval '1 hour'`

export const noteAlive = async (db: Database, replica: Replica, state: ReplicaState): Promise<void> => {
  await db
    .insert(replicas)
    .values({ ...replica, state, startedAt: sql`now()`, seenAt: sql`now()` })
    .onConflictDoUpdate({ target: replicas.id, set: { state, seenAt: sql`now()` } })
  await db.delete(replicas).where(sql`${replicas.seenAt} < now() - ${KEPT}`)
}

export const forgetReplica = async (db: Database, id: string): Promise<void> => {
  await db.delete(replicas).where(eq(replicas.id, id))
}

/** With the time since each last reported, by the database's clock; those that are gone stay for an hour. */
export const listReplicas = (reader: Reader): Promise<(ReplicaRow & { readonly silentMs: number })[]> =>
  reader
    .select({
      id: replicas.id,
      host: replicas.host,
      pid: replicas.pid,
      version: replicas.version,
      isGateway: replicas.isGateway,
      startedAt: replicas.startedAt,
      seenAt: replicas.seenAt,
      state: replicas.state,
      silentMs: sql<number>`(extract(epoch from now() - ${replicas.seenAt}) * 1000)::float8`,
    })
    .from(replicas)
    .orderBy(asc(replicas.startedAt))

export const countMailDue = (reader: Reader, now: Date): Promise<number> =>
  reader.$count(mailQueue, lte(mailQueue.dueAt, now))

export const databaseSize = async (reader: Reader): Promise<number> => {
  const { rows } = await reader.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database())::text as bytes`,
  )
  return Number(rows[0]?.bytes ?? 0)
}

export const gatewaysAlive = async (reader: Reader): Promise<readonly string[]> => {
  const rows = await reader
    .select({ id: replicas.id })
    .from(replicas)
    .where(sql`${replicas.isGateway} and ${replicas.seenAt} > now() - ${ALIVE}`)
  return rows.map(({ id }) => id)
}
