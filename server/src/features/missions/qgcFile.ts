import { type Mission, type MissionPlan, missionGround, qgcPlan, targetFeature } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readMower, readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { groundFeatures } from '../../shared/missionLife/planner.ts'

/** The plan as a QGroundControl file, with today's boundary and obstacles as its fence. @throws Refusal notFound */
export const qgcFileOf = async (
  ctx: Context,
  course: CurrentCourse,
  mission: Mission,
  stored: { readonly plan: MissionPlan; readonly hash: string },
): Promise<string> => {
  const mower = (await readMower(ctx.db, mission.mowerId)) ?? refuse('notFound')
  const map = await course.read()
  const target = targetFeature(map.features, mission.target)
  const zoneTypes = await readZoneTypes(ctx.db)
  const ground =
    target === undefined || target.kind === 'road'
      ? undefined
      : missionGround({ features: groundFeatures(map, target), zoneTypes, target: mission.target })
  const meta = {
    title: mission.title,
    stored: { missionId: mission.id, mapRevision: mission.mapRevision, planHash: stored.hash },
    ...(ground?.ok === true ? { ground: ground.value } : {}),
  }
  return JSON.stringify(qgcPlan(stored.plan, meta, mower), null, 2)
}
