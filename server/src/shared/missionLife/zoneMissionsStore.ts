/** The SQL that finds missions on zones: whether a zone is mown on a day already. */
import type { TimeSpan } from '@greensward/domain'
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { missions } from '../../platform/db/schema/index.ts'

/** A mission on a zone, and when it starts. */
export interface ZoneMission {
  readonly id: string
  readonly featureId: string
  readonly startsAtMs: number
}

/** Missions on zones that are still to come, run or are done; one that was cancelled, missed or failed does no job. */
export const missionsWithin = async (reader: Reader, { from, to }: TimeSpan): Promise<ZoneMission[]> => {
  const rows = await reader
    .select({ id: missions.id, featureId: missions.targetId, startsAt: missions.startsAt })
    .from(missions)
    .where(
      and(
        eq(missions.targetKind, 'zone'),
        inArray(missions.status, ['planned', 'uploading', 'working', 'stopped', 'interrupted', 'done']),
        gte(missions.startsAt, new Date(from)),
        lt(missions.startsAt, new Date(to)),
      ),
    )
    .orderBy(asc(missions.startsAt), asc(missions.id))
  return rows.flatMap(({ startsAt, ...mission }) =>
    startsAt === null ? [] : [{ ...mission, startsAtMs: startsAt.getTime() }],
  )
}
