/** The SQL of the fleet. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/database.ts'
import { missions } from '../../../platform/db/schema/index.ts'

/** The planned mission of a mower that starts soonest; missions without a time are last. */
export const nextPlanned = async (reader: Reader, mowerId: string): Promise<string | undefined> => {
  const [row] = await reader
    .select({ id: missions.id })
    .from(missions)
    .where(and(eq(missions.mowerId, mowerId), eq(missions.status, 'planned')))
    .orderBy(sql`${missions.startsAt} asc nulls last`, asc(missions.createdAt))
    .limit(1)
  return row?.id
}
