/** A map change on the route of a released shift ends the server's right to continue it. */
import { type CourseFeature, isEnded, missionOfTask, targetFeature } from '@greensward/domain'
import { targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { groundFeatures } from '../../../shared/missionLife/planner.ts'
import type { FleetParts } from '../fleetParts.ts'
import { type LiveRoute, liveRoutes, readMissionsOf } from './shiftStore.ts'

type Parts = Pick<FleetParts, 'ctx' | 'course' | 'interruptions' | 'garage' | 'ownership' | 'registry'>

/** No drive depends on these. */
const NO_GROUND: readonly CourseFeature['kind'][] = ['note', 'wc', 'garage', 'hole']

/** Whether a change of these features concerns what the mower still has to do. */
const concerns = async ({ ctx, course }: Parts, { route }: LiveRoute, touchedIds: readonly string[]) => {
  const map = await course.read()
  const touched = new Set(touchedIds)
  const isGround = ({ id, kind }: CourseFeature): boolean => touched.has(id) && !NO_GROUND.includes(kind)
  const ahead = route.tasks.filter(task => !isEnded(task))
  // A drive in progress was planned on the map of before, and may lead anywhere on the course.
  const isDriving = ahead.some(
    ({ state, kind }) => state === 'running' && (kind === 'drive' || kind === 'returnToBase'),
  )
  if (isDriving && map.features.some(isGround)) return true
  const missionIds = ahead.flatMap(task => (task.kind === 'mow' ? (missionOfTask(task) ?? []) : []))
  for (const row of await readMissionsOf(ctx.db, missionIds)) {
    if (touched.has(row.targetId)) return true
    const target = targetFeature(map.features, targetOf(row))
    if (target === undefined || groundFeatures(map, target).some(isGround)) return true
  }
  return false
}

export const pauseForMapChange = async (parts: Parts, touchedIds: readonly string[]): Promise<void> => {
  const { ctx, garage, ownership, registry, interruptions } = parts
  for (const live of await liveRoutes(ctx.db, [...garage.mowers.keys()].filter(ownership.holds))) {
    if (!(await concerns(parts, live, touchedIds))) continue
    const { mowerId } = live.route
    interruptions.noteKind(mowerId, 'mapChanged')
    const mower = registry.get(mowerId)
    const ids = live.route.tasks.map(missionOfTask)
    const isOfShift = mower?.mission !== undefined && ids.includes(mower.mission.id)
    if (mower !== undefined && (mower.isStarting || (isOfShift && mower.mission?.status !== 'stopped')))
      await mower.stop(SYSTEM)
  }
}
