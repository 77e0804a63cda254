/**
 * The server's next step on the route of one mower, as tables and pure functions. The server takes no other step: no task
 * starts without a valid release, and only a person's press continues a route after an interruption.
 */
import type { MissionStatus } from '../mission/mission.ts'
import type { GateLine } from '../mission/startGate.ts'
import type { PlayAhead } from '../schedule/playMargin.ts'
import {
  currentTask,
  type Interruption,
  isEnded,
  MOST_TASKS,
  type RouteState,
  type ShiftRelease,
  type ShiftRoute,
  type ShiftTask,
} from './shift.ts'

export const ROUTE_EVENTS = ['press', 'begin', 'interrupt', 'finish'] as const
/** `press` is a person's: *Release* or *Continue*. `begin` is the server's: the first task since the press. */
export type RouteEvent = (typeof ROUTE_EVENTS)[number]

const LIFE: Readonly<Record<RouteState, Partial<Record<RouteEvent, RouteState>>>> = {
  waiting: { press: 'waiting', begin: 'running', interrupt: 'paused', finish: 'done' },
  running: { begin: 'running', interrupt: 'paused', finish: 'done' },
  // Only a press leads out of a pause.
  paused: { press: 'waiting' },
  done: {},
}

/** The next state, or undefined where the event is refused in this state. */
export const routeTransition = (state: RouteState, event: RouteEvent): RouteState | undefined => LIFE[state][event]

/** The mission of the current task as it is now. */
export type TaskMission =
  /** The task has none, or none yet. */
  | 'none'
  /** It was deleted. */
  | 'gone'
  /** Somebody gave it to another mower. */
  | 'ofOtherMower'
  | MissionStatus

/** Whether a mower without a start in progress can take the current task. */
export type MowerReadiness =
  /** It holds and is still, or nothing has started since the person pressed: the pre-start checks decide. */
  | 'ready'
  /** It comes to rest after the task before. */
  | 'settling'
  /** It has not come to rest for too long. */
  | 'neverSettled'
  /** It is on another mission. */
  | 'taken'
  /** Its mode is one that the server did not set. */
  | 'otherHand'

export interface RouteFacts {
  readonly nowMs: number
  /** Of the shift, milliseconds since 1970. */
  readonly fromMs: number
  readonly release: ShiftRelease | null
  /** This process received the person's press, or took the mower over since: it has seen every stop after the press. */
  readonly isOwnRun: boolean
  /** An interruption since the last press that may not be stored yet. */
  readonly interruption: Interruption | null
  /** Whether the course mode holds missions; null unknown. */
  readonly courseHolds: boolean | null
  readonly mower: MowerReadiness
  readonly mission: TaskMission
  /** See `isMovedAway`. */
  readonly isMovedAway: boolean
  /** The feature that the mission mows; null for tasks without one. */
  readonly zoneId: string | null
  /** How long the mission, or the rest of an interrupted one, is planned to take; null unknown. */
  readonly durationS: number | null
  /** What the mission, started now, would mean for the groups on its field. */
  readonly play: PlayAhead
  /** How long the current task has waited for golfers or another mower; 0 where it does not. */
  readonly waitedMs: number
  /** A start from here is in progress. */
  readonly isStarting: boolean
  /** 0 to 1, of a full battery or tank, as the mower itself reports it; null unknown. */
  readonly battery: number | null
  /** A person has confirmed, since the current task began, that a mower which does not report its charge is full. */
  readonly isRefuelled: boolean
  /** It has been at its charger for longer than the charge would take to rise, and it has not risen. */
  readonly isChargeStuck: boolean
}

export type SkipReason =
  /** No way for the drive: the mission after it has an approach of its own, with its own checks. */
  'noDrive' | 'windowTooShort' | 'aheadOfPlay' | 'missionGone' | 'missionEnded' | 'movedAway' | 'otherMower'

/** Longer than this no task waits for golfers, or for another mower, to leave its ground. */
export const MOST_WAIT_MS = 10 * 60_000

/**
 * SAFE-13l: the other mower of the fleet that a refused task waits for; undefined where anything else refuses it as well, or
 * the wait is over: then the route is paused.
 */
export const mowerToWaitFor = (lines: readonly GateLine[], waitedMs: number): string | undefined => {
  const [refused, ...more] = lines.filter(({ verdict }) => verdict === 'refused')
  const isOtherMower = refused?.reason === 'otherMower' || refused?.reason === 'onWay'
  const name = refused?.values.name
  return more.length === 0 &&
    refused?.check === 'zoneFree' &&
    isOtherMower &&
    typeof name === 'string' &&
    waitedMs < MOST_WAIT_MS
    ? name
    : undefined
}

/** Where another mower is in the way of the rest of a drive, or the map has changed since it was planned. */
const REPLANNED: readonly string[] = [
  'planFits unsafe',
  'planFits bodyInObstacle',
  'planFits mapChanged',
  'way blocked',
]

/**
 * SAFE-6h: whether a stopped drive cannot be resumed as it was and may be planned again from where its mower stands, which every
 * other check allows. One that would only meet a mower that drives waits.
 */
export const needsNewDrive = (lines: readonly GateLine[]): boolean => {
  const refused = lines.filter(({ verdict }) => verdict === 'refused').map(({ check, reason }) => `${check} ${reason}`)
  return (
    refused.some(line => REPLANNED.includes(line)) &&
    refused.every(line => REPLANNED.includes(line) || line === 'zoneFree otherMower')
  )
}

export type RouteStep =
  | { readonly kind: 'rest' }
  /** For a group to leave the field of its mission, by about then. */
  | { readonly kind: 'wait'; readonly task: ShiftTask; readonly untilMs: number }
  | {
      readonly kind: 'pause'
      readonly interruption: Interruption
      readonly ends?: { task: ShiftTask; as: 'failed' | 'skipped' }
    }
  /** `pass`: a task without a drive, which only time or charge ends. */
  | { readonly kind: 'begin'; readonly task: ShiftTask; readonly how: 'start' | 'resume' | 'drive' | 'pass' }
  /** SAFE-13n: the server interrupted the mission of the task; see `withBreak`. */
  | { readonly kind: 'break'; readonly task: ShiftTask }
  | { readonly kind: 'end'; readonly task: ShiftTask; readonly as: 'done' }
  | { readonly kind: 'end'; readonly task: ShiftTask; readonly as: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'finish' }

const REST: RouteStep = { kind: 'rest' }
const pause = (interruption: Interruption): RouteStep => ({ kind: 'pause', interruption })
const skip = (task: ShiftTask, reason: SkipReason): RouteStep => ({ kind: 'end', task, as: 'skipped', reason })
const done = (task: ShiftTask): RouteStep => ({ kind: 'end', task, as: 'done' })

/** The meaning of a mission's state for its running task: a mission that somebody else ended pauses the route. */
const RUNNING: Readonly<Record<TaskMission, 'done' | 'rest' | 'break' | Interruption>> = {
  none: 'notStarted',
  gone: 'missionCancelled',
  ofOtherMower: 'missionCancelled',
  planned: 'notStarted',
  uploading: 'rest',
  working: 'rest',
  stopped: 'missionStopped',
  interrupted: 'break',
  done: 'done',
  cancelled: 'missionCancelled',
  missed: 'missionCancelled',
  failed: 'missionFailed',
}

const ENDS: Partial<Record<Interruption, 'failed' | 'skipped'>> = {
  missionFailed: 'failed',
  missionCancelled: 'skipped',
}

/** An unknown charge is not a full battery: only a person's word ends it, and only of a mower that reports none. */
const stepOfCharge = (
  task: ShiftTask,
  untilShare: number,
  { battery, isRefuelled, isChargeStuck }: RouteFacts,
): RouteStep => {
  if (battery === null ? isRefuelled : battery >= untilShare) return done(task)
  return isChargeStuck ? pause('notCharging') : REST
}

const stepOfRunning = (task: ShiftTask, facts: RouteFacts): RouteStep => {
  if (task.kind === 'wait') return facts.nowMs >= Date.parse(task.until) ? done(task) : REST
  if (task.kind === 'charge') return stepOfCharge(task, task.untilShare, facts)
  if (facts.isStarting) return REST
  const meaning = RUNNING[facts.mission]
  if (meaning === 'done') return done(task)
  if (meaning === 'rest') return REST
  // Only a mission that mows is interrupted.
  if (meaning === 'break') return task.kind === 'mow' ? { kind: 'break', task } : pause('missionStopped')
  // A drive that somebody cancelled is planned again, from where the mower is by then.
  const as = task.kind === 'mow' ? ENDS[meaning] : undefined
  return { kind: 'pause', interruption: meaning, ...(as === undefined ? {} : { ends: { task, as } }) }
}

/** The step of a route on which the server may not start anything now, by its release and the course; null where it may. */
const barredBy = (route: Pick<ShiftRoute, 'mowerId' | 'state'>, facts: RouteFacts): RouteStep | null => {
  const { release, nowMs } = facts
  // A route that nobody has released yet waits; one that ran has lost its release.
  if (release === null || !release.mowerIds.includes(route.mowerId))
    return route.state === 'running' ? pause('revoked') : REST
  if (!facts.isOwnRun) return pause('serverRestarted')
  if (!(nowMs < Date.parse(release.until))) return pause('windowOver')
  if (facts.courseHolds === null) return REST
  return facts.courseHolds ? pause('courseMode') : null
}

const READINESS: Readonly<Record<MowerReadiness, RouteStep | null>> = {
  ready: null,
  settling: REST,
  neverSettled: pause('notReady'),
  taken: pause('mowerTaken'),
  otherHand: pause('otherHand'),
}

const stepOfMow = (task: ShiftTask, release: ShiftRelease, facts: RouteFacts): RouteStep => {
  if (facts.zoneId === null || !release.zoneIds.includes(facts.zoneId)) return pause('notReleased')
  if (facts.mission === 'stopped')
    return task.mayResume ? { kind: 'begin', task, how: 'resume' } : pause('missionStopped')
  const endMs = facts.nowMs + (facts.durationS ?? Number.POSITIVE_INFINITY) * 1_000
  if (endMs > Date.parse(release.until)) return skip(task, 'windowTooShort')
  // The server's own interruption alone leaves a mission like this, so that it may end it as well.
  const how = facts.mission === 'interrupted' ? 'resume' : 'start'
  return stepBeforeGroups(task, facts) ?? { kind: 'begin', task, how }
}

/** SAFE-13j: nothing that no person started at this moment takes its field from golfers; null where it does not. */
const stepBeforeGroups = (task: ShiftTask, { play, waitedMs }: RouteFacts): RouteStep | null => {
  if (task.mayCutIn === true || play.kind === 'clear') return null
  return play.kind === 'later' && waitedMs < MOST_WAIT_MS
    ? { kind: 'wait', task, untilMs: play.fromMs }
    : skip(task, 'aheadOfPlay')
}

/** The step for a mission that ended, or started, before its task; null where the task may start it. */
const beforeStart = (task: ShiftTask, { mission, isMovedAway }: RouteFacts): RouteStep | null => {
  if (mission === 'gone') return skip(task, 'missionGone')
  if (mission === 'ofOtherMower') return skip(task, 'otherMower')
  if (mission === 'done') return done(task)
  if (mission === 'planned' && isMovedAway) return skip(task, 'movedAway')
  if (mission === 'cancelled' || mission === 'missed' || mission === 'failed') return skip(task, 'missionEnded')
  // The server did not start it.
  return mission === 'uploading' || mission === 'working' ? pause('mowerTaken') : null
}

const stepOfPlanned = (task: ShiftTask, release: ShiftRelease, facts: RouteFacts): RouteStep => {
  if (facts.isStarting) return REST
  if (task.kind === 'wait' || task.kind === 'charge') return { kind: 'begin', task, how: 'pass' }
  const { mission } = facts
  // A drive is planned again from where the mower is, unless its own waits to be resumed.
  const isDrive = task.kind !== 'mow'
  if (!isDrive || mission === 'done' || mission === 'uploading' || mission === 'working') {
    const early = beforeStart(task, facts)
    if (early !== null) return early
  }
  const notReady = READINESS[facts.mower]
  if (notReady !== null) return notReady
  if (!isDrive) return stepOfMow(task, release, facts)
  if (mission === 'stopped') return task.mayResume ? { kind: 'begin', task, how: 'resume' } : pause('missionStopped')
  return { kind: 'begin', task, how: 'drive' }
}

/** The server's next step on a route; `rest` changes nothing. */
export const nextStep = (route: ShiftRoute, facts: RouteFacts): RouteStep => {
  if (route.state === 'paused' || route.state === 'done') return REST
  if (facts.interruption !== null) return pause(facts.interruption)
  const task = currentTask(route)
  if (task === undefined) return { kind: 'finish' }
  if (task.state === 'running') {
    const step = stepOfRunning(task, facts)
    if (step.kind !== 'rest') return step
  }
  const barred = barredBy(route, facts)
  if (barred !== null) return barred
  if (task.state === 'running' || facts.release === null || facts.nowMs < facts.fromMs) return REST
  return stepOfPlanned(task, facts.release, facts)
}

/**
 * SAFE-13n: whether the server may interrupt the mission that a route drives. It needs the same right as a start, for it promises
 * to resume.
 */
export const mayInterrupt = (route: ShiftRoute, facts: RouteFacts): boolean => {
  const task = currentTask(route)
  return (
    route.state === 'running' &&
    task?.kind === 'mow' &&
    task.state === 'running' &&
    facts.mission === 'working' &&
    facts.interruption === null &&
    barredBy(route, facts) === null &&
    route.tasks.length + TASKS_OF_BREAK <= MOST_TASKS
  )
}

/** Home, the charge and the way back. */
const TASKS_OF_BREAK = 3

/** An interrupted mission waits for its break, whose tasks come before it. */
export const withBreak = (route: ShiftRoute, task: ShiftTask, tasks: readonly ShiftTask[]): ShiftRoute => ({
  ...route,
  tasks: route.tasks.flatMap(each =>
    each.id === task.id
      ? [...tasks.map(one => ({ ...one, isBreak: true })), { ...withoutRight(task), state: 'planned' as const }]
      : [each],
  ),
})

const withTask = (route: ShiftRoute, task: ShiftTask): ShiftRoute => ({
  ...route,
  tasks: route.tasks.map(each => (each.id === task.id ? task : each)),
})

/**
 * A person releases or continues the route: the mission that was stopped may be resumed, once.
 * @param mission of the current task; one that drives after all, as after a restart of the server, is not started again
 * @param press `continue` within the window: the person sees this task, and the warnings of its pre-start checks
 */
export const pressed = (
  route: ShiftRoute,
  mission: TaskMission,
  press: 'release' | 'continue' = 'release',
): ShiftRoute => {
  const state = routeTransition(route.state, 'press')
  if (state === undefined) return route
  const task = currentTask(route)
  const next: ShiftRoute = { ...route, state, pause: null }
  if (task === undefined) return next
  const isDriving = task.state === 'running' && (mission === 'working' || mission === 'uploading')
  if (isDriving) return next
  const mayCutIn = press === 'continue' ? { mayCutIn: true } : {}
  return withTask(next, { ...task, state: 'planned', mayResume: mission === 'stopped', ...mayCutIn })
}

/** Pauses the route until a person continues it. A route that is paused already keeps its first reason. */
export const paused = (route: ShiftRoute, why: NonNullable<ShiftRoute['pause']>): ShiftRoute => {
  const state = routeTransition(route.state, 'interrupt')
  if (state === undefined) return route
  return withoutRights({ ...route, state, pause: why })
}

/** The rights that a press gave are over, and nothing waits any more. */
const withoutRights = (route: ShiftRoute): ShiftRoute => ({
  ...route,
  tasks: route.tasks.map(task => (isEnded(task) ? task : withoutRight(task))),
})

const withoutRight = ({ mayCutIn: _, ...task }: ShiftTask): ShiftTask => ({ ...task, mayResume: false, why: null })

/** The current task shows a person what it waits for, or why it needs them. */
export const shown = (route: ShiftRoute, task: ShiftTask, why: ShiftTask['why']): ShiftRoute =>
  withTask(route, { ...task, why })

export const begun = (route: ShiftRoute, task: ShiftTask, at: string): ShiftRoute =>
  withTask(
    { ...route, state: routeTransition(route.state, 'begin') ?? route.state },
    { ...withoutRight(task), state: 'running', startedAt: task.startedAt ?? at },
  )

export const ended = (
  route: ShiftRoute,
  task: ShiftTask,
  as: 'done' | 'skipped' | 'failed',
  at: string,
  why: ShiftTask['why'] = null,
): ShiftRoute => withTask(route, { ...withoutRight(task), state: as, why, endedAt: at })

export const finished = (route: ShiftRoute): ShiftRoute => ({
  ...route,
  state: route.tasks.every(isEnded) ? (routeTransition(route.state, 'finish') ?? route.state) : route.state,
})
