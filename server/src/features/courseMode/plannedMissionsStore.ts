/** The missions that a course mode would hold: those planned for the rest of the day. */
import { and, eq, gte, lt } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { missions } from '../../platform/db/schema/index.ts'

export const plannedBetween = (reader: Reader, from: Date, to: Date): Promise<number> =>
  reader.$count(missions, and(eq(missions.status, 'planned'), gte(missions.startsAt, from), lt(missions.startsAt, to)))
