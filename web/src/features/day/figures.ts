/** The numbers of a shift for its board. */
import type { ShiftOfDay } from '@greensward/contract'
import { isEnded, type Mission, missionOfTask, type ShiftRoute } from '@greensward/domain'

export interface Figures {
  readonly done: number
  readonly total: number
  /** Square metres. */
  readonly doneM2: number
  readonly totalM2: number
  /** How many mowers are paused until a person continues them. */
  readonly needed: number
  /** When the last mower has finished mowing if each drives as planned from now on; null while one is paused. */
  readonly endMs: number | null
}

const missionsOf = ({ tasks }: ShiftRoute, byId: ReadonlyMap<string, Mission>): readonly Mission[] =>
  tasks.flatMap(task => (task.kind === 'mow' ? (byId.get(task.missionId) ?? []) : []))

/** Seconds of mowing ahead; the drives between the zones and home are not planned before they start. */
const aheadS = (route: ShiftRoute, byId: ReadonlyMap<string, Mission>): number =>
  route.tasks.reduce((sum, task) => {
    const id = missionOfTask(task)
    const mission = id === null || isEnded(task) ? undefined : byId.get(id)
    return mission === undefined ? sum : sum + mission.stats.durationS * (1 - mission.progress)
  }, 0)

export const figuresOf = ({ shift, missions }: ShiftOfDay, nowMs: number): Figures => {
  const byId = new Map(missions.map(mission => [mission.id, mission]))
  const mown = shift.routes.flatMap(route => missionsOf(route, byId))
  const needed = shift.routes.filter(({ state }) => state === 'paused').length
  const isDone = shift.routes.every(({ state }) => state === 'done')
  const startMs = Math.max(nowMs, Date.parse(shift.from))
  return {
    done: mown.filter(({ status }) => status === 'done').length,
    total: mown.length,
    doneM2: mown.reduce((sum, { stats, progress }) => sum + stats.areaM2 * progress, 0),
    totalM2: mown.reduce((sum, { stats }) => sum + stats.areaM2, 0),
    needed,
    endMs:
      needed > 0 || isDone ? null : startMs + 1_000 * Math.max(0, ...shift.routes.map(route => aheadS(route, byId))),
  }
}
