/**
 * Recorded positions lie in one part of their table for each day (of UTC), so that a day is forgotten by taking its part
 * away and not row by row. What belongs to no such day (recorded before days had parts, or by a clock that was far off)
 * lies in the rest, and is forgotten row by row.
 */
import { addDays, type Day, dayOf } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { type Database, databaseFailure, type Tx } from '../../platform/db/database.ts'

export type RecordedTable = 'positions' | 'telemetry_chunks'

const KEYS: Readonly<Record<RecordedTable, string>> = { positions: 'at', telemetry_chunks: 'from_at' }
/** Days get their parts before they begin, so that none of their rows is in the rest by then. */
const DAYS_AHEAD = 3
/** Any number, the same for every server: one of them changes the parts at a time. */
const LOCK = 4_715_002

/** Parts are the same for everybody, wherever the course is. */
const ZONE = 'UTC'
const partName = (table: RecordedTable, day: Day): string => `${table}_d${day.replaceAll('-', '')}`

/**
 * Changes parts without making anybody wait: where a backup reads the table, or another server is at it, it is left for
 * the next time.
 */
const quickly = async <T>(db: Database, table: RecordedTable, change: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
  db
    .transaction(async tx => {
      const [lock] = (
        await tx.execute<{ held: boolean; divided: boolean }>(sql`
        select pg_try_advisory_xact_lock(${LOCK}) as held,
          (select relkind = 'p' from pg_class where oid = to_regclass(${table})) as divided`)
      ).rows
      // An operator may have given the table to an extension that partitions it differently.
      if (lock?.held !== true || lock.divided !== true) return undefined
      await tx.execute(sql`set local lock_timeout = '500ms'`)
      return change(tx)
    })
    .catch((error: unknown) => {
      if (databaseFailure(error) === 'contention') return undefined
      throw error
    })

const partsOf = async (tx: Tx, table: RecordedTable): Promise<readonly string[]> =>
  (
    await tx.execute<{ name: string }>(sql`
      select part.relname::text as name from pg_inherits
      join pg_class part on part.oid = inhrelid
      where inhparent = to_regclass(${table}) order by 1`)
  ).rows.map(({ name }) => name)

/** Makes the parts of the day of a moment and of the days after it that are not there yet. */
export const prepareDays = async (db: Database, table: RecordedTable, now: Date): Promise<void> => {
  const key = sql.identifier(KEYS[table])
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const begin = addDays(dayOf(now, ZONE), ahead)
    const end = addDays(begin, 1)
    await quickly(db, table, async tx => {
      const name = partName(table, begin)
      if ((await partsOf(tx, table)).includes(name)) return
      const [found] = (
        await tx.execute(sql`
          select 1 from ${sql.identifier(`${table}_rest`)}
          where ${key} >= ${`${begin}T00:00:00Z`}::timestamptz and ${key} < ${`${end}T00:00:00Z`}::timestamptz
          limit 1`)
      ).rows
      // Its rows stay where they are: a day has one partition.
      if (found !== undefined) return
      await tx.execute(
        sql.raw(
          `create table "${name}" partition of "${table}" for values from ('${begin}T00:00:00Z') to ('${end}T00:00:00Z')`,
        ),
      )
    })
  }
}

/** Forgets the days that were over before a moment. @returns how many days */
export const forgetDays = async (db: Database, table: RecordedTable, before: Date): Promise<number> => {
  const first = partName(table, dayOf(before, ZONE))
  const over = await quickly(db, table, async tx =>
    (await partsOf(tx, table)).filter(name => name.startsWith(`${table}_d`) && name < first),
  )
  let forgotten = 0
  for (const name of over ?? []) {
    const isGone = await quickly(db, table, async tx => {
      await tx.execute(sql`drop table if exists ${sql.identifier(name)}`)
      return true
    })
    if (isGone === true) forgotten += 1
  }
  return forgotten
}

/** Forgets at most `limit` rows of the rest that are older than a moment. @returns how many */
export const forgetRest = async (db: Database, table: RecordedTable, before: Date, limit: number): Promise<number> => {
  const rest = sql.identifier(`${table}_rest`)
  const { rowCount } = await db.execute(sql`
    delete from ${rest} where ctid = any(array(
      select ctid from ${rest} where ${sql.identifier(KEYS[table])} < ${before.toISOString()}::timestamptz limit ${limit}))`)
  return rowCount ?? 0
}
