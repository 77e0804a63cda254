/** A shift: one day's work of the fleet, released by a person. Each mower has a route of tasks. */
import { z } from 'zod'
import { saidShape } from '../common/saidShape.ts'
import { id, instant, line } from '../common/text.ts'
import { position } from '../course/course.ts'
import { courseDay } from '../schedule/repeats.ts'

/** More missions than a fleet is given for a day at once. */
export const MOST_MISSIONS = 100
/** Of one mower: its missions with the drives, returns and charges between them. */
export const MOST_TASKS = 500
export const MOST_ROUTES = 40

export const taskState = z.enum(['planned', 'running', 'done', 'skipped', 'failed'])
export type TaskState = z.infer<typeof taskState>

const share = z.number().min(0).max(1)

/** A task as it was planned when the shift was made. */
export const taskTimes = z.strictObject({
  from: instant,
  until: instant,
  /** What the mower has at its end; null where it is planned without charging. */
  charge: share.nullable(),
})
export type TaskTimes = z.infer<typeof taskTimes>

const taskBase = {
  id,
  state: taskState,
  /** Absent in shifts that were made without times. */
  planned: taskTimes.optional(),
  /** Why it was skipped or failed, what it waits for, or, while it runs, why a person has to look. */
  why: saidShape.nullable(),
  /** A person's press lets its stopped mission continue; without it a stopped mission pauses the route. */
  mayResume: z.boolean(),
  /** A person continued the route at this task: as after their own start, golfers who come too soon only warn. */
  mayCutIn: z.boolean().optional(),
  /** The server put it before the mission that it interrupted: home, the charge, and the way back. */
  isBreak: z.boolean().optional(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
}

export const shiftTask = z.discriminatedUnion('kind', [
  z.strictObject({
    ...taskBase,
    kind: z.literal('mow'),
    missionId: id,
    /** The time of the mission when the shift was made; absent in older shifts. */
    startsAt: instant.nullable().optional(),
  }),
  /** With the blade off. Its mission is planned when it starts, from where the mower is then. */
  z.strictObject({ ...taskBase, kind: z.literal('drive'), to: position, missionId: id.nullable() }),
  z.strictObject({ ...taskBase, kind: z.literal('returnToBase'), missionId: id.nullable() }),
  /** Ends once the mower itself reports this share of a full battery, 0 to 1. */
  z.strictObject({ ...taskBase, kind: z.literal('charge'), untilShare: z.number().min(0).max(1) }),
  z.strictObject({ ...taskBase, kind: z.literal('wait'), until: instant }),
])
export type ShiftTask = z.infer<typeof shiftTask>
export type TaskKind = ShiftTask['kind']

/** The reasons for which the server may not continue a route. None of them ends by itself: a person presses _Continue_. */
export const interruption = z.enum([
  'personStop',
  'personPause',
  /** A pilot, another ground station, or a person who disarmed it. */
  'otherHand',
  'linkLost',
  'rtkLost',
  'bladeFault',
  'positionJump',
  'safetyStop',
  'mowerRestarted',
  'serverRestarted',
  'batteryFailsafe',
  'gateRefused',
  'notStarted',
  /** Its charge did not rise at the charger. */
  'notCharging',
  /** Its mower did not come to rest after the task before. */
  'notReady',
  'missionStopped',
  'missionFailed',
  'missionCancelled',
  /** The mower is on another mission, or somebody else started this one. */
  'mowerTaken',
  'notReleased',
  'windowOver',
  'revoked',
  'mapChanged',
  'courseMode',
])
export type Interruption = z.infer<typeof interruption>

export const routePause = z.strictObject({
  kind: interruption,
  why: saidShape,
  at: instant,
  /** The person whose action it was; null for the system. */
  by: z.string().nullable(),
})
export type RoutePause = z.infer<typeof routePause>

export const routeState = z.enum(['waiting', 'running', 'paused', 'done'])
export type RouteState = z.infer<typeof routeState>

export const shiftRoute = z.strictObject({
  mowerId: id,
  state: routeState,
  /** Why it is paused; null otherwise. */
  pause: routePause.nullable(),
  tasks: z.array(shiftTask).max(MOST_TASKS),
})
export type ShiftRoute = z.infer<typeof shiftRoute>

/** Why a mission is left out of a shift: its mower is in service, or see `LeftReason` of the planner. */
export const leftFromShift = z.enum(['inService', 'noMachine', 'noWay', 'energy', 'window', 'noTime'])
export type LeftFromShift = z.infer<typeof leftFromShift>

/** A change with which a mission that was left out would fit beside the others. */
export const shiftRemedy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('until'), until: instant }),
  z.strictObject({ kind: z.literal('chargeFirst'), share }),
  z.strictObject({ kind: z.literal('oneMoreMower') }),
])
export type ShiftRemedy = z.infer<typeof shiftRemedy>

/** Why a mower is planned without charging. */
export const withoutCharge = z.enum(['noTelemetry', 'noBase', 'offCourse', 'noCharger', 'unknownRate'])
export type WithoutCharge = z.infer<typeof withoutCharge>

/** The answer of the planner when the shift was made. */
export const shiftPlan = z.strictObject({
  /** When the last mower is done and home; null where nothing fits. */
  endsAt: instant.nullable(),
  left: z.array(
    z.strictObject({ missionId: id, mowerId: id, reason: leftFromShift, remedies: z.array(shiftRemedy).max(3) }),
  ),
  withoutCharge: z.array(z.strictObject({ mowerId: id, reason: withoutCharge })),
})
export type ShiftPlan = z.infer<typeof shiftPlan>

/** A person lets the server start the tasks of a shift, until a moment, for these mowers on these zones. */
export const shiftRelease = z.strictObject({
  by: z.string(),
  at: instant,
  until: instant,
  /** A mower that a person stopped is taken out; *Continue* puts it back. */
  mowerIds: z.array(id),
  zoneIds: z.array(id),
})
export type ShiftRelease = z.infer<typeof shiftRelease>

export const shift = z.strictObject({
  id,
  day: courseDay,
  name: line(120),
  /** Nothing starts before. */
  from: instant,
  /** Nothing drives after; a release ends with it. */
  until: instant,
  routes: z.array(shiftRoute).min(1).max(MOST_ROUTES),
  /** Null before a person releases it, and after the release has ended. */
  release: shiftRelease.nullable(),
  /** Absent in shifts that were made without one. */
  plan: shiftPlan.optional(),
  createdBy: z.string(),
  updatedAt: instant,
})
export type Shift = z.infer<typeof shift>

export const isEnded = ({ state }: Pick<ShiftTask, 'state'>): boolean => state !== 'planned' && state !== 'running'

/** The task that is driven or comes next; undefined once all have ended. */
export const currentTask = ({ tasks }: Pick<ShiftRoute, 'tasks'>): ShiftTask | undefined =>
  tasks.find(task => !isEnded(task))

/** Why a route needs a person: its pause, or a mower that drives and does not move; null where it needs none. */
export const attentionOf = ({ pause, tasks }: Pick<ShiftRoute, 'pause' | 'tasks'>): ShiftTask['why'] =>
  pause?.why ?? tasks.find(({ state }) => state === 'running')?.why ?? null

/** The mission of a task; null for one that has none, or none yet. */
export const missionOfTask = (task: ShiftTask): string | null => ('missionId' in task ? task.missionId : null)

const DAY_MS = 86_400_000

/**
 * Whether the mission of a task was moved out of the window of its shift since that was made: by rain, frost or a person. One that
 * had a time outside of it from the beginning stays.
 * @param startsAt of the mission now
 */
export const isMovedAway = (
  { startsAt: before }: Pick<Extract<ShiftTask, { kind: 'mow' }>, 'startsAt'>,
  startsAt: string | null,
  { from, until }: Pick<Shift, 'from' | 'until'>,
): boolean => {
  if (startsAt === null) return false
  const [atMs, fromMs] = [Date.parse(startsAt), Date.parse(from)]
  if (atMs >= fromMs && atMs < Date.parse(until)) return false
  // An older shift does not say; its missions were of its day.
  if (before === undefined) return Math.abs(atMs - fromMs) >= DAY_MS
  return before === null || Date.parse(before) !== atMs
}
