/** The SQL of the pre-start checks. */
import { sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/database.ts'
import { courseFeatures } from '../../../platform/db/schema/index.ts'

/** Of these features the latest revision that touched one; 0 for none. */
export const latestRevisionOf = async (reader: Reader, ids: readonly string[]): Promise<number> => {
  const { rows } = await reader.execute<{ latest: number | null }>(
    sql`select max(revision) as latest from ${courseFeatures} where id = any(${sql.param([...ids])}::uuid[])`,
  )
  return Number(rows[0]?.latest ?? 0)
}
