/** The dependencies that the routes of missions share. */
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readMission } from '../../shared/missionLife/missionsStore.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import type { FleetPort } from '../../shared/missionLife/ports.ts'

export interface MissionParts {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly planner: Planner
  readonly fleet: FleetPort
  /** The answer does not wait for two weeks of plans. */
  readonly planSeriesSoon: () => void
}

/** A plan of a large fairway as a file, several times over. */
export const PLAN_BODY_BYTES = 8 * 1024 * 1024

export const foundMission = async (ctx: Context, id: string) => (await readMission(ctx.db, id)) ?? refuse('notFound')

export const announceDeleted = (ctx: Context, id: string): void => {
  ctx.live.publish('missions', 'deleted', { id })
  ctx.events.emit('missionDeleted', { id })
}
