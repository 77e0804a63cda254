/**
 * The SQL of the leases of mowers. All times are the database's: a lease that ends in a far future was written before
 * its clock was set back, and counts as over.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Reader } from '../../../platform/db/database.ts'
import { mowerLeases } from '../../../platform/db/schema/index.ts'

export interface Lease {
  readonly mowerId: string
  readonly ownerId: string
  readonly isOver: boolean
  readonly isReceived: boolean
}

const LIFE = sql`interval '4 seconds'`
const isOver = sql<boolean>`(${mowerLeases.expiresAt} < now() or ${mowerLeases.expiresAt} > now() + interval '1 minute')`
/** An owner that does not receive its mower keeps it this long before one that does may take it. */
const NOT_RECEIVED = sql`interval '5 seconds'`

const ids = (list: readonly string[]) => sql`${sql.param([...list])}::uuid[]`

export const readLeases = (reader: Reader): Promise<Lease[]> =>
  reader
    .select({
      mowerId: mowerLeases.mowerId,
      ownerId: mowerLeases.ownerId,
      isOver,
      isReceived: mowerLeases.isReceived,
    })
    .from(mowerLeases)

/** Undefined where nobody holds it at this moment. */
export const ownerOf = async (reader: Reader, mowerId: string): Promise<string | undefined> => {
  const [row] = await reader
    .select({ ownerId: mowerLeases.ownerId })
    .from(mowerLeases)
    .where(and(eq(mowerLeases.mowerId, mowerId), sql`not ${isOver}`))
  return row?.ownerId
}

/** @returns those that are still this owner's */
export const renewLeases = async (
  db: Database,
  ownerId: string,
  mowerIds: readonly string[],
  receivedIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db
    .update(mowerLeases)
    .set({ expiresAt: sql`now() + ${LIFE}`, isReceived: sql`${mowerLeases.mowerId} = any(${ids(receivedIds)})` })
    .where(and(eq(mowerLeases.ownerId, ownerId), inArray(mowerLeases.mowerId, [...mowerIds])))
    .returning({ mowerId: mowerLeases.mowerId })
  return rows.map(({ mowerId }) => mowerId)
}

/** Takes mowers that are free, or that their owner does not receive and this one does. @returns those that it got */
export const claimLeases = async (
  db: Database,
  ownerId: string,
  mowerIds: readonly string[],
  receivedIds: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await db.execute<{ mower_id: string }>(sql`
    insert into mower_leases as held (mower_id, owner_id, since, expires_at, is_heard)
    select id, ${ownerId}::uuid, now(), now() + ${LIFE}, id = any(${ids(receivedIds)}) from unnest(${ids(mowerIds)}) as id
    on conflict (mower_id) do update
    set owner_id = excluded.owner_id, since = now(), expires_at = excluded.expires_at, is_heard = excluded.is_heard
    where held.expires_at < now() or held.expires_at > now() + interval '1 minute'
       or (not held.is_heard and excluded.is_heard and held.since < now() - ${NOT_RECEIVED})
    returning mower_id`)
  return rows.map(({ mower_id }) => mower_id)
}

export const dropLeases = async (db: Database, ownerId: string, mowerIds?: readonly string[]): Promise<void> => {
  const own = eq(mowerLeases.ownerId, ownerId)
  await db
    .delete(mowerLeases)
    .where(mowerIds === undefined ? own : and(own, inArray(mowerLeases.mowerId, [...mowerIds])))
}

/** Holds a lease as it is until the end of the transaction. @returns whether it is this owner's and not over */
export const holdLease = async (tx: Reader, ownerId: string, mowerId: string): Promise<boolean> => {
  const rows = await tx
    .select({ mowerId: mowerLeases.mowerId })
    .from(mowerLeases)
    .where(and(eq(mowerLeases.mowerId, mowerId), eq(mowerLeases.ownerId, ownerId), sql`not ${isOver}`))
    .for('share')
  return rows.length > 0
}
