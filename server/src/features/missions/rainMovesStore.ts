/** Missions that rain mode has moved, from their logs. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { missionLogs, missions } from '../../platform/db/schema/index.ts'

/** The log lines of planned missions of which the system wrote at least one; of one mission where its id is given. */
export const linesOfSystemMoves = (reader: Reader, id?: string) => {
  const planned = and(eq(missions.status, 'planned'), id === undefined ? undefined : eq(missions.id, id))
  const bySystem = reader
    .select({ id: missionLogs.missionId })
    .from(missionLogs)
    .innerJoin(missions, eq(missions.id, missionLogs.missionId))
    .where(and(planned, eq(missionLogs.who, 'system')))
  return reader
    .select({ id: missions.id, title: missions.title, startsAt: missions.startsAt, said: missionLogs.said })
    .from(missionLogs)
    .innerJoin(missions, eq(missions.id, missionLogs.missionId))
    .where(and(planned, inArray(missions.id, bySystem)))
    .orderBy(asc(missions.startsAt), asc(missions.id), asc(missionLogs.id))
}

export const readMissionRows = (reader: Reader, ids: readonly string[]) =>
  reader.select().from(missions).where(inArray(missions.id, ids))
