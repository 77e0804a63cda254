/** Standing plans as they are stored, and the missions that already do their jobs. */
import { MOST_STANDING_PLANS, type StandingPlan, standingPlan, type TimeSpan } from '@greensward/domain'
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { createCrudStore } from '../../platform/crud/crudStore.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { missions, standingPlans } from '../../platform/db/schema/index.ts'

export const standingPlanStore = createCrudStore(standingPlans, {
  searched: [standingPlans.name],
  sorted: { name: sql`lower(${standingPlans.name})`, updatedAt: standingPlans.updatedAt },
  sortedBy: 'name',
})

/** Any number, the same for every server: of plans that are added at once each counts those before it. */
const LOCK = 4_715_019

/** Whether another plan may be added; holds off others that are being added until the transaction ends. */
export const hasRoomForPlan = async (tx: Tx): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  return (await tx.$count(standingPlans)) < MOST_STANDING_PLANS
}

export const readStandingPlans = async (reader: Reader): Promise<StandingPlan[]> =>
  (await reader.select().from(standingPlans).orderBy(asc(standingPlans.id))).map(row =>
    standingPlan.parse({ ...row, updatedAt: row.updatedAt.toISOString() }),
  )

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
        inArray(missions.status, ['planned', 'uploading', 'working', 'stopped', 'done']),
        gte(missions.startsAt, new Date(from)),
        lt(missions.startsAt, new Date(to)),
      ),
    )
    .orderBy(asc(missions.startsAt), asc(missions.id))
  return rows.flatMap(({ startsAt, ...mission }) =>
    startsAt === null ? [] : [{ ...mission, startsAtMs: startsAt.getTime() }],
  )
}
