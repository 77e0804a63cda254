import { type Mission, type MissionPlan, missionGround, qgcPlan, targetFeature } from '@greensward/domain'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import { refuse } from '../http/refusal.ts'
import { readMower, readZoneTypes } from '../missionLife/machinesStore.ts'
import { groundFeatures } from '../missionLife/planner.ts'

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
