/** Brings a mission of the database into the fleet's memory. */
import { targetFeature, watchedBoundary } from '@greensward/domain'
import { type MissionRow, readPlan, readProgress, targetOf } from '../missionLife/missionsStore.ts'
import { type ActiveMission, activeMission } from './activeMission.ts'
import { extentOf } from './extent.ts'
import type { Fleet } from './fleetState.ts'
import { createProgressTracker } from './progressTracker.ts'

/** Undefined when its mower or its plan is no more. */
export const loadActive = async (
  fleet: Fleet,
  row: MissionRow,
  isUnconfirmed: boolean,
): Promise<ActiveMission | undefined> => {
  const { ctx, course } = fleet
  const mower = fleet.mowers.get(row.mowerId)
  const stored = await readPlan(ctx.db, row.id)
  if (mower === undefined || stored === undefined) return undefined
  const kept = await readProgress(ctx.db, row.id)
  const map = await course.read()
  const target = targetOf(row)
  const feature = targetFeature(map.features, target)
  const cell = target.kind === 'road' ? undefined : target.cell
  return activeMission({
    row,
    plan: stored.plan,
    mower,
    boundary: watchedBoundary(feature, cell, 'bladeOn'),
    bladeOffBoundary: watchedBoundary(feature, cell, 'bladeOff'),
    progress: createProgressTracker(await extentOf(fleet, row, stored.plan, kept?.mown ?? null)),
    approach: kept?.approach ?? [],
    from: { leg: kept?.fromLeg ?? 0, point: kept?.fromPoint ?? 0 },
    seq: kept?.seq ?? 0,
    leftAt: kept?.leftAt ?? null,
    isUnconfirmed,
  })
}
