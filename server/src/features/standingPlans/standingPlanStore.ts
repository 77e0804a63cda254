/** Standing plans as they are stored. */
import { type ExpectedWork, MOST_STANDING_PLANS, type StandingPlan, standingPlan } from '@greensward/domain'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { createCrudStore } from '../../platform/crud/crudStore.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import { missions, standingPlans } from '../../platform/db/schema/index.ts'

export const standingPlanStore = createCrudStore(standingPlans, {
  searched: [standingPlans.name],
  sorted: { name: naturally(standingPlans.name), updatedAt: standingPlans.updatedAt },
  sortedBy: 'name',
})

/** The lock of the database under which plans are added one after the other. Any number, the same for every server. */
const LOCK = 4_715_019

/** Whether another plan may be added; others wait until the transaction ends. */
export const hasRoomForPlan = async (tx: Tx): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  return (await tx.$count(standingPlans)) < MOST_STANDING_PLANS
}

export const readStandingPlans = async (reader: Reader): Promise<StandingPlan[]> =>
  (await reader.select().from(standingPlans).orderBy(asc(standingPlans.id))).map(row =>
    standingPlan.parse({ ...row, updatedAt: row.updatedAt.toISOString() }),
  )

/** What the newest mission of each mower on each whole zone is planned to take. */
export const readLastWork = async (
  reader: Reader,
): Promise<(featureId: string, mowerId: string) => ExpectedWork | undefined> => {
  const rows = await reader
    .selectDistinctOn([missions.targetId, missions.mowerId], {
      featureId: missions.targetId,
      mowerId: missions.mowerId,
      stats: missions.stats,
    })
    .from(missions)
    .where(and(eq(missions.targetKind, 'zone'), isNull(missions.targetCell)))
    .orderBy(missions.targetId, missions.mowerId, desc(missions.createdAt))
  const works = new Map(rows.map(({ featureId, mowerId, stats }) => [`${featureId} ${mowerId}`, stats]))
  return (featureId, mowerId) => works.get(`${featureId} ${mowerId}`)
}
