/** The SQL of the record of backups. */
import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { backups } from '../db/schema/index.ts'

export type BackupRow = typeof backups.$inferSelect

/** A backup that was begun this long ago and never finished died with its server. */
const GIVEN_UP_MS = 2 * 3_600_000
/** After one that failed. */
const AGAIN_MS = 15 * 60_000
const KEPT_ROWS = 200
/** Any number: of several servers that look at once, one decides. */
const LOCK = 4_715_002

export const newestBackups = (db: Database, count: number): Promise<BackupRow[]> =>
  db.select().from(backups).orderBy(desc(backups.startedAt)).limit(count)

const ageMs = (now: Date, at: Date): number => now.getTime() - at.getTime()

/** Whether one is being made, by the records, the newest first. */
export const isBackupUnderWay = ([newest]: readonly BackupRow[], now: Date): boolean =>
  newest !== undefined && newest.finishedAt === null && ageMs(now, newest.startedAt) < GIVEN_UP_MS

/** Whether another is due, by those before it, the newest first. */
export const isBackupDue = (rows: readonly BackupRow[], now: Date, everyMs: number): boolean => {
  const [newest] = rows
  if (isBackupUnderWay(rows, now)) return false
  if (newest !== undefined && newest.problem !== null && ageMs(now, newest.startedAt) < Math.min(AGAIN_MS, everyMs))
    return false
  const made = rows.find(({ finishedAt, problem }) => finishedAt !== null && problem === null)
  return made === undefined || ageMs(now, made.startedAt) >= everyMs
}

/** Records that one is begun, where the records so far ask for one and no other server has begun it. @returns its id */
export const claimBackup = (
  db: Database,
  {
    now,
    isWanted,
    fileName,
    host,
  }: { now: Date; isWanted: (rows: readonly BackupRow[]) => boolean; fileName: string; host: string },
): Promise<string | undefined> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const rows = await tx.select().from(backups).orderBy(desc(backups.startedAt)).limit(KEPT_ROWS)
    if (!isWanted(rows)) return undefined
    const [row] = await tx.insert(backups).values({ fileName, host, startedAt: now }).returning({ id: backups.id })
    return row?.id
  })

export const finishBackup = async (
  db: Database,
  id: string,
  result: { readonly finishedAt: Date; readonly sizeBytes: number | null; readonly problem: string | null },
): Promise<void> => {
  await db.update(backups).set(result).where(eq(backups.id, id))
  await db.execute(
    sql`delete from ${backups} where ${isNull(backups.finishedAt)} is not true and id not in
        (select id from ${backups} order by started_at desc limit ${KEPT_ROWS})`,
  )
}
