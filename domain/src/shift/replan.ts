/**
 * A shift planned again while it runs: what stays, what is planned from now on, and the difference to the shift as it is. Nothing
 * that runs is moved, no mission is lost or doubled, and the release stays as it is.
 */
import { z } from 'zod'
import { id, instant } from '../common/text.ts'
import { driveTimeFactor } from '../garage/driveTime.ts'
import type { Blade, Mower } from '../garage/garage.ts'
import type { Mission } from '../mission/mission.ts'
import type { PlannedDay, PlannedStep } from './planDay.ts'
import {
  currentTask,
  type Interruption,
  isEnded,
  missionOfTask,
  type RoutePause,
  type Shift,
  type ShiftRoute,
  type ShiftTask,
  shiftPlan,
} from './shift.ts'

/** Why a mower takes no part in the new plan. */
export const unableReason = z.enum(['gone', 'inService', 'noLink', 'fault', 'notReleased'])
export type UnableReason = z.infer<typeof unableReason>

/** The difference between a shift as it is and the same shift planned again now. */
export const shiftReplan = z.strictObject({
  /** Of the shift that was planned again: it is applied to that one alone. */
  updatedAt: instant,
  /** Whether anything would change; false where no other plan is better. */
  changes: z.boolean(),
  /** Missions for another mower. */
  moves: z.array(
    z.strictObject({
      missionId: id,
      fromMowerId: id,
      toMowerId: id,
      /** Estimated by working width and speed: it is planned for its new mower only when this is applied. */
      estimateS: z.number().min(0),
    }),
  ),
  /** Missions that the new plan leaves out. `isNew`: the shift as it is has them. */
  left: z.array(shiftPlan.shape.left.element.extend({ isNew: z.boolean() })),
  /** Missions that were left out and fit now. */
  putBack: z.array(z.strictObject({ missionId: id, mowerId: id })),
  /** Missions that stay with their mower in another order. */
  reordered: z.number().int().min(0),
  /** When the last mower is planned to be done: as the shift is, and by the new plan. Null where nothing is ahead, or known. */
  endsBefore: instant.nullable(),
  endsAfter: instant.nullable(),
  /** Missions that were planned to end before the first group with the wanted margin, and no longer do. */
  margins: z.array(z.strictObject({ missionId: id, mowerId: id, endsAt: instant, firstGroupAt: instant })),
  unable: z.array(z.strictObject({ mowerId: id, reason: unableReason })),
  /** Mowers with new tasks that start only once a person presses *Continue*: the release gains nothing by a plan. */
  needPress: z.array(id),
})
export type ShiftReplan = z.infer<typeof shiftReplan>

/** Pauses after which the mower itself has to be looked at. */
const FAULTS: readonly Interruption[] = [
  'otherHand',
  'linkLost',
  'rtkLost',
  'bladeFault',
  'positionJump',
  'safetyStop',
  'mowerRestarted',
  'batteryFailsafe',
  'gateRefused',
  'notStarted',
  'notCharging',
  'notReady',
  'missionFailed',
]

export interface MowerNow {
  readonly mowerId: string
  /** No longer in the garage. */
  readonly isGone: boolean
  readonly inService: boolean
  readonly hasLink: boolean
}

/**
 * Which mowers of a shift cannot drive now, with the reason. Where a shift is not released and none of its mowers has a link, they
 * are switched off until it begins, and a link is not asked for.
 */
export const unableMowers = (
  { routes, release }: Pick<Shift, 'routes' | 'release'>,
  mowers: readonly MowerNow[],
): ShiftReplan['unable'] => {
  const isAsleep = release === null && mowers.every(({ hasLink }) => !hasLink)
  const reasonOf = ({ mowerId, isGone, inService, hasLink }: MowerNow): UnableReason | null => {
    const pause = routes.find(route => route.mowerId === mowerId)?.pause ?? null
    if (isGone) return 'gone'
    if (inService) return 'inService'
    if (!hasLink && !isAsleep) return 'noLink'
    if (pause !== null && FAULTS.includes(pause.kind)) return 'fault'
    return release !== null && !release.mowerIds.includes(mowerId) ? 'notReleased' : null
  }
  return mowers.flatMap(mower => {
    const reason = reasonOf(mower)
    return reason === null ? [] : [{ mowerId: mower.mowerId, reason }]
  })
}

export interface RouteSplit {
  readonly mowerId: string
  readonly isAble: boolean
  /** In their order: what has ended, what runs, and missions that nothing can be planned for. */
  readonly kept: readonly ShiftTask[]
  /** Missions that have not begun. */
  readonly open: readonly string[]
}

/** A stopped drive waits to be resumed. A break belongs to the mission that waits for its end. */
const isUnderWay = (task: ShiftTask): boolean =>
  task.state === 'running' ||
  task.mayResume ||
  task.isBreak === true ||
  (task.kind !== 'mow' && missionOfTask(task) !== null)

/**
 * Splits a route into the tasks that stay and the missions that are planned again.
 * @param isPlanned whether nothing has happened to a mission yet
 * @param at now: a wait that runs ends with the new plan
 */
export const splitRoute = (
  { mowerId, tasks }: ShiftRoute,
  isAble: boolean,
  isPlanned: (missionId: string) => boolean,
  at: string,
): RouteSplit => {
  const kept: ShiftTask[] = []
  const open: string[] = []
  const home = tasks.findLast(task => task.kind === 'returnToBase' && !isEnded(task))
  tasks.forEach((task, i) => {
    const before = tasks[i - 1]
    const isDrivenTo = isAble && before?.kind === 'drive' && !isEnded(before) && isUnderWay(before)
    if (task.kind === 'wait' && task.state === 'running') kept.push({ ...task, state: 'done', endedAt: at })
    else if (isEnded(task) || isUnderWay(task)) kept.push(task)
    else if (task.kind === 'mow' && (isDrivenTo || !isPlanned(task.missionId))) kept.push(task)
    else if (task.kind === 'mow') open.push(task.missionId)
    // A mower that cannot drive now still comes home when a person continues it.
    else if (!isAble && task === home) kept.push(task)
  })
  return { mowerId, isAble, kept, open }
}

interface Machine {
  readonly mower: Pick<Mower, 'driveTime'>
  readonly blade: Pick<Blade, 'widthM' | 'missionSpeedMps'>
}

type Work = Pick<Mission['stats'], 'durationS' | 'lengthM' | 'mownLengthM'>

/** The work of a mission for another mower, by working width and speed alone: turns and the drives between rows are scaled with it. */
export const estimatedWork = ({ durationS, lengthM, mownLengthM }: Work, from: Machine, to: Machine): Work => {
  const byWidth = from.blade.widthM / to.blade.widthM
  const byTime = (byWidth * from.blade.missionSpeedMps) / to.blade.missionSpeedMps
  return {
    durationS: (durationS * byTime * driveTimeFactor(to.mower)) / driveTimeFactor(from.mower),
    lengthM: lengthM * byWidth,
    mownLengthM: mownLengthM * byWidth,
  }
}

const mownIn = (steps: PlannedDay['routes'][number]['steps']): string[] =>
  steps.flatMap(step => (step.kind === 'mow' ? [step.missionId] : []))

export interface ReplanInput {
  readonly shift: Shift
  readonly splits: readonly RouteSplit[]
  readonly unable: ShiftReplan['unable']
  readonly day: PlannedDay
  /** Of each mission that is planned again: its mower so far. */
  readonly mowerOf: ReadonlyMap<string, string>
  /** When a mower has done what it has begun; absent where nothing runs. */
  readonly freeMs: ReadonlyMap<string, number>
  /** Seconds that a mission takes a mower. */
  readonly durationS: (missionId: string, mowerId: string) => number
  /** The first group on the field of a mission; undefined where none is expected. */
  readonly firstGroup: (missionId: string) => { readonly fromMs: number; readonly marginMs: number } | undefined
}

const stepsOf = ({ routes }: PlannedDay, mowerId: string): readonly PlannedStep[] =>
  routes.find(route => route.mowerId === mowerId)?.steps ?? []

/** When each mission ends by the new plan; one that runs when its mower is free. */
const endsByNewPlan = ({ splits, day, freeMs }: ReplanInput): readonly (readonly [string, string, number])[] => [
  ...splits.flatMap(({ mowerId, kept }) => {
    const task = currentTask({ tasks: [...kept] })
    const endMs = freeMs.get(mowerId)
    return task?.kind !== 'mow' || endMs === undefined ? [] : [[task.missionId, mowerId, endMs] as const]
  }),
  ...day.routes.flatMap(({ mowerId, steps }) =>
    steps.flatMap(step =>
      step.kind === 'mow' ? [[step.missionId, mowerId, Date.parse(step.planned.until)] as const] : [],
    ),
  ),
]

const brokenMargins = (input: ReplanInput): ShiftReplan['margins'] => {
  const tasks = input.shift.routes.flatMap(route => route.tasks)
  return endsByNewPlan(input).flatMap(([missionId, mowerId, endMs]) => {
    const before = tasks.find(task => missionOfTask(task) === missionId)?.planned
    const first = input.firstGroup(missionId)
    if (before === undefined || first === undefined) return []
    const lastMs = first.fromMs - first.marginMs
    if (Date.parse(before.until) > lastMs || endMs <= lastMs) return []
    const [endsAt, firstGroupAt] = [endMs, first.fromMs].map(ms => new Date(ms).toISOString())
    return endsAt === undefined || firstGroupAt === undefined ? [] : [{ missionId, mowerId, endsAt, firstGroupAt }]
  })
}

const latest = (moments: readonly number[]): string | null =>
  moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString()

/** How many missions that stay with their mower come in another order. */
const reorderedOf = ({ splits, day }: ReplanInput): number =>
  splits.reduce((sum, { mowerId, open }) => {
    const after = mownIn(stepsOf(day, mowerId)).filter(missionId => open.includes(missionId))
    const before = open.filter(missionId => after.includes(missionId))
    return sum + before.filter((missionId, i) => after[i] !== missionId).length
  }, 0)

const hasEnded = ({ kept }: RouteSplit, { state }: ShiftRoute): boolean => state === 'done' && kept.every(isEnded)

/** Mowers that are done and get new tasks within a release. */
const needPressOf = ({ shift, splits, day }: ReplanInput): string[] =>
  shift.release === null
    ? []
    : splits.flatMap((split, i) => {
        const route = shift.routes[i]
        const isWoken = route !== undefined && hasEnded(split, route) && mownIn(stepsOf(day, split.mowerId)).length > 0
        return isWoken ? [split.mowerId] : []
      })

export const replanDifference = (input: ReplanInput): ShiftReplan => {
  const { shift, splits, day, mowerOf, freeMs, durationS } = input
  const inRoutes = new Set(splits.flatMap(({ open }) => open))
  const planned = day.routes.flatMap(({ mowerId, steps }) => mownIn(steps).map(missionId => ({ missionId, mowerId })))
  const moves = planned.flatMap(({ missionId, mowerId: toMowerId }) => {
    const fromMowerId = mowerOf.get(missionId) ?? toMowerId
    const move = { missionId, fromMowerId, toMowerId, estimateS: durationS(missionId, toMowerId) }
    return fromMowerId === toMowerId ? [] : [move]
  })
  const putBack = planned.filter(({ missionId }) => !inRoutes.has(missionId))
  const left = day.plan.left.map(each => ({ ...each, isNew: inRoutes.has(each.missionId) }))
  const reordered = reorderedOf(input)
  const ahead = shift.routes.flatMap(({ tasks }) => tasks.flatMap(task => (isEnded(task) ? [] : (task.planned ?? []))))
  const after = [
    ...freeMs.values(),
    ...day.routes.flatMap(({ steps }) => steps.map(({ planned: { until } }) => Date.parse(until))),
  ]
  return {
    updatedAt: shift.updatedAt,
    changes: moves.length + putBack.length + reordered > 0 || left.some(({ isNew }) => isNew),
    moves,
    left,
    putBack,
    reordered,
    endsBefore: latest(ahead.map(({ until }) => Date.parse(until))),
    endsAfter: latest(after),
    margins: brokenMargins(input),
    unable: [...input.unable],
    needPress: needPressOf(input),
  }
}

/**
 * The routes of the shift by its new plan. A mower that was done stays paused within a release, until a person continues it.
 * @param taskOf gives a step its own id
 */
export const replannedRoutes = (
  input: ReplanInput,
  taskOf: (step: PlannedStep) => ShiftTask,
  pause: RoutePause,
): ShiftRoute[] => {
  const needPress = needPressOf(input)
  return input.shift.routes.map((route, i): ShiftRoute => {
    const split = input.splits[i]
    if (split === undefined) return route
    const steps = stepsOf(input.day, route.mowerId)
    const isIdle = hasEnded(split, route) && mownIn(steps).length === 0
    const next = isIdle ? route : { ...route, tasks: [...split.kept, ...steps.map(taskOf)] }
    if (needPress.includes(route.mowerId)) return { ...next, state: 'paused', pause }
    return route.state === 'done' && !isIdle ? { ...next, state: 'waiting' } : next
  })
}

/** The note of the planner that is kept with the shift planned again. */
export const replannedNote = (
  { plan }: PlannedDay,
  { endsAfter }: Pick<ShiftReplan, 'endsAfter'>,
): PlannedDay['plan'] => ({
  ...plan,
  endsAt: endsAfter,
})
