/** The SQL that keeps whether missions ended before the groups of their day. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { missions, missionWork } from '../../platform/db/schema/index.ts'

export type PlayOutcome = NonNullable<typeof missionWork.$inferSelect.play>

export interface EndedMission {
  readonly id: string
  readonly targetId: string
  readonly endedAt: Date
}

/** Missions that have ended and of which nobody has looked up whether groups were there before. */
export const endedWithoutPlay = async (reader: Reader, limit: number): Promise<EndedMission[]> => {
  const rows = await reader
    .select({ id: missions.id, targetId: missions.targetId, endedAt: missions.endedAt })
    .from(missionWork)
    .innerJoin(missions, eq(missions.id, missionWork.missionId))
    .where(and(isNull(missionWork.play), isNotNull(missions.endedAt)))
    .limit(limit)
  return rows.flatMap(({ endedAt, ...row }) => (endedAt === null ? [] : [{ ...row, endedAt }]))
}

export const writePlay = async (tx: Tx, ids: readonly string[], play: PlayOutcome): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(missionWork)
    .set({ play })
    .where(and(inArray(missionWork.missionId, [...ids]), sql`${missionWork.play} is null`))
}
