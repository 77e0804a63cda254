/** How the course is open, as it is stored: one row of the settings. */
import type { CourseMode, CourseModeNow } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { settings } from '../../platform/db/schema/index.ts'
import type { StoredCourseMode } from '../../platform/db/schema/settings.ts'

const NORMAL: StoredCourseMode = { mode: 'normal', since: null, by: null, undoTo: null, messageIds: [] }
const NAME = 'courseMode'

export const readCourseMode = async (reader: Reader): Promise<StoredCourseMode> => {
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.name, NAME))
  return row !== undefined && 'mode' in row.value ? { ...NORMAL, ...row.value } : NORMAL
}

/** While it is read like this nobody switches: a start that is being written is seen by the switch after it. */
export const heldModeNow = async (tx: Tx): Promise<CourseMode> => {
  await tx.select({ name: settings.name }).from(settings).where(eq(settings.name, NAME)).for('share')
  return modeNow(tx)
}

export const modeNow = async (reader: Reader): Promise<CourseMode> => (await readCourseMode(reader)).mode

/** Under a lock: two people who switch at once follow one another. */
export const lockCourseMode = async (tx: Tx, now: Date): Promise<StoredCourseMode> => {
  await tx.insert(settings).values({ name: NAME, value: NORMAL, updatedAt: now }).onConflictDoNothing()
  await tx.select().from(settings).where(eq(settings.name, NAME)).for('update')
  return readCourseMode(tx)
}

export const writeCourseMode = async (tx: Tx, value: StoredCourseMode, now: Date): Promise<void> => {
  await tx.update(settings).set({ value, updatedAt: now }).where(eq(settings.name, NAME))
}

export const shownMode = ({ messageIds: _, ...shown }: StoredCourseMode): CourseModeNow => shown
