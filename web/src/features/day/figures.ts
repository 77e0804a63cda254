/** The numbers of a shift for its board. */
import type { ShiftOfDay } from '@greensward/contract'
import {
  attentionOf,
  isEnded,
  type Mission,
  missionOfTask,
  type Shift,
  type ShiftRoute,
  type TaskTimes,
} from '@greensward/domain'

export interface Figures {
  readonly done: number
  readonly total: number
  /** Square metres. */
  readonly doneM2: number
  readonly totalM2: number
  /** How many mowers need a person: they are paused, or should drive and do not move. */
  readonly needed: number
  /** When the last mower would be done, if each drives as planned from now on; null while one needs a person. */
  readonly endMs: number | null
}

const missionsOf = ({ tasks }: ShiftRoute, byId: ReadonlyMap<string, Mission>): readonly Mission[] =>
  tasks.flatMap(task => (task.kind === 'mow' ? (byId.get(task.missionId) ?? []) : []))

/** When a mower is done if it drives as planned from a moment on; of a shift without times its missions alone count. */
const endMsOf = (route: ShiftRoute, byId: ReadonlyMap<string, Mission>, fromMs: number): number =>
  route.tasks.reduce((atMs, task) => {
    if (isEnded(task)) return atMs
    // It ends by the clock, however early the mower is there.
    if (task.kind === 'wait') return Math.max(atMs, Date.parse(task.until))
    const id = missionOfTask(task)
    const mission = id === null ? undefined : byId.get(id)
    if (task.planned === undefined && mission === undefined) return atMs
    const plannedMs = task.planned === undefined ? (mission?.stats.durationS ?? 0) * 1_000 : lengthMs(task.planned)
    if (mission !== undefined && task.kind === 'mow') return atMs + plannedMs * (1 - mission.progress)
    const begunMs = task.state === 'running' && task.startedAt !== null ? Date.parse(task.startedAt) : fromMs
    return atMs + Math.max(0, plannedMs - Math.max(0, fromMs - begunMs))
  }, fromMs)

const lengthMs = ({ from, until }: TaskTimes): number => Date.parse(until) - Date.parse(from)

export const isShiftDone = ({ routes }: Pick<Shift, 'routes'>): boolean => routes.every(({ state }) => state === 'done')

export const figuresOf = ({ shift, missions }: ShiftOfDay, nowMs: number): Figures => {
  const byId = new Map(missions.map(mission => [mission.id, mission]))
  const mown = shift.routes.flatMap(route => missionsOf(route, byId))
  const needed = shift.routes.filter(route => attentionOf(route) !== null).length
  const isDone = isShiftDone(shift)
  const startMs = Math.max(nowMs, Date.parse(shift.from))
  return {
    done: mown.filter(({ status }) => status === 'done').length,
    total: mown.length,
    doneM2: mown.reduce((sum, { stats, progress }) => sum + stats.areaM2 * progress, 0),
    totalM2: mown.reduce((sum, { stats }) => sum + stats.areaM2, 0),
    needed,
    endMs: needed > 0 || isDone ? null : Math.max(startMs, ...shift.routes.map(route => endMsOf(route, byId, startMs))),
  }
}

const NOTHING: Figures = { done: 0, total: 0, doneM2: 0, totalM2: 0, needed: 0, endMs: null }

/** All shifts of a day together. */
export const figuresOfDay = (shifts: readonly ShiftOfDay[], nowMs: number): Figures => {
  const each = shifts.map(item => figuresOf(item, nowMs))
  const sum = each.reduce(
    (before, one) => ({
      done: before.done + one.done,
      total: before.total + one.total,
      doneM2: before.doneM2 + one.doneM2,
      totalM2: before.totalM2 + one.totalM2,
      needed: before.needed + one.needed,
      endMs: one.endMs === null ? before.endMs : Math.max(before.endMs ?? 0, one.endMs),
    }),
    NOTHING,
  )
  return sum.needed > 0 ? { ...sum, endMs: null } : sum
}
