/** The SQL that reads the current course; only the map's own store writes it. */
import type { CourseDiff, CourseFeature, CourseMap } from '@greensward/domain'
import { eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { courseChanges, courseFeatures, courseState, settings } from '../../platform/db/schema/index.ts'

/** Locks the map until the transaction ends, so that changes follow each other. @returns today's revision */
export const lockMap = async (tx: Tx): Promise<number> => {
  await tx.insert(courseState).values({ id: 1, revision: 0 }).onConflictDoNothing()
  const [row] = await tx.select().from(courseState).where(eq(courseState.id, 1)).for('update')
  return row?.revision ?? 0
}

/** Today's revision, which stays so until the transaction ends; changes of the map wait meanwhile. */
export const holdMap = async (tx: Tx): Promise<number> => {
  const [row] = await tx.select().from(courseState).where(eq(courseState.id, 1)).for('share')
  return row?.revision ?? 0
}

export const readRevision = async (reader: Reader): Promise<number> => {
  const [row] = await reader.select().from(courseState).where(eq(courseState.id, 1))
  return row?.revision ?? 0
}

/** Revision and features of one moment, unaffected by changes meanwhile. */
export const readMap = async (reader: Reader): Promise<CourseMap> => {
  const { rows } = await reader.execute<{ revision: number; features: CourseFeature[] }>(sql`
    select
      coalesce((select revision from ${courseState} where id = 1), 0) as revision,
      coalesce((select jsonb_agg(feature order by kind, id) from ${courseFeatures}), '[]'::jsonb) as features`)
  return { revision: Number(rows[0]?.revision ?? 0), features: rows[0]?.features ?? [] }
}

/** The diff of the change that led to this revision. */
export const readDiff = async (reader: Reader, revision: number): Promise<CourseDiff | undefined> => {
  const [row] = await reader
    .select({ diff: courseChanges.diff })
    .from(courseChanges)
    .where(eq(courseChanges.revision, revision))
  return row?.diff
}

export const readCourseName = async (reader: Reader): Promise<string> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, 'map'))
  return row !== undefined && 'courseName' in row.value ? row.value.courseName : 'Course'
}
