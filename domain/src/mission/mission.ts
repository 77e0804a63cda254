/** A mission: what it is, and its life as one table of states. */
import { z } from 'zod'
import { saidShape } from '../common/saidShape.ts'
import { headingDeg, id, instant, line } from '../common/text.ts'
import { polygonGeometry, position } from '../course/course.ts'
import { missionSeries } from '../schedule/repeats.ts'
import { cleanUpPass } from './cleanUpPass.ts'
import { direction } from './direction.ts'
import { patternChoice } from './pattern.ts'

export const missionStatus = z.enum([
  'planned',
  'uploading',
  'working',
  'stopped',
  /**
   * Its mower is elsewhere, to charge or because a person sent it there, and free meanwhile; it is resumed where it was
   * interrupted.
   */
  'interrupted',
  'done',
  'cancelled',
  'missed',
  'failed',
])
export type MissionStatus = z.infer<typeof missionStatus>

/**
 * The part of a zone or area that one of several mowers has to itself, and how its drive is ordered: neighbours are never at
 * one stretch of their common seam at the same time.
 */
export const missionCell = z.strictObject({
  /** The same for all cells of one split: missions of one split share their ground on purpose. */
  splitId: id,
  ground: polygonGeometry,
  lapsWhen: z.enum(['before', 'after']),
  lapDirection: z.enum(['clockwise', 'counterClockwise']),
  /** Where the drive begins; null begins near the mower. */
  start: position.nullable(),
  /** Where the drive would best end. */
  end: position.nullable(),
})
export type MissionCell = z.infer<typeof missionCell>

export const missionTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('zone'), featureId: id, cell: missionCell.optional() }),
  z.strictObject({ kind: z.literal('missionArea'), featureId: id, cell: missionCell.optional() }),
  z.strictObject({ kind: z.literal('road'), featureId: id }),
  /** To a base, whose id it has, or to a point, and then nothing on the map has that id. Nobody plans it ahead. */
  z.strictObject({ kind: z.literal('drive'), featureId: id }),
])
export type MissionTarget = z.infer<typeof missionTarget>

/** The part of the target that is the mission's own, where several mowers share it. */
export const cellOf = (target: MissionTarget): MissionCell | undefined =>
  target.kind === 'zone' || target.kind === 'missionArea' ? target.cell : undefined

/** Roads and drives are driven with the blade off. */
export const isMowing = (target: MissionTarget): target is Extract<MissionTarget, { kind: 'zone' | 'missionArea' }> =>
  target.kind === 'zone' || target.kind === 'missionArea'

export const turnScheme = z.enum(['oneInOne', 'oneThroughOne'])

/** From a minute to a day. */
export const slotS = z.number().int().min(60).max(86_400).nullable()

/** The choices of a person; the plan follows from them. */
export const missionRequest = z.strictObject({
  title: line(120),
  target: missionTarget,
  mowerId: id,
  bladeId: id,
  direction: z.union([direction, z.literal('auto')]),
  /** Turns the chosen direction by this many degrees. */
  angleOffsetDeg: z.number().min(-180).max(180),
  pattern: patternChoice.default('auto'),
  turnScheme,
  /** Laps along every edge. */
  cleaningCycles: z.number().int().min(0).max(5),
  /** Whether the outermost of them changes from day to day. */
  cleanUpPass: cleanUpPass.default('everyDay'),
  /** Null starts when somebody presses start. */
  startsAt: instant.nullable(),
  startsByItself: z.boolean(),
  /** Seconds that the schedule keeps for it; null keeps as long as the plan takes. */
  slotS: slotS.default(null),
})
export type MissionRequest = z.infer<typeof missionRequest>

export const planStats = z.strictObject({
  areaM2: z.number(),
  coverage: z.number(),
  lengthM: z.number(),
  mownLengthM: z.number(),
  turns: z.number().int(),
  durationS: z.number(),
  waypoints: z.number().int(),
  /** 0 to 1 of a full battery. */
  battery: z.number(),
})
export type PlanStats = z.infer<typeof planStats>

export const mission = z.strictObject({
  ...missionRequest.shape,
  id,
  status: missionStatus,
  /** Why it is stopped, failed, cancelled or missed; a sentence in English. */
  statusReason: z.string().nullable(),
  /** The same for a sentence in any language; null where only the English one was kept. */
  statusWhy: saidShape.nullable(),
  /** The direction really used where `auto` was chosen. */
  resolvedDirection: direction,
  /** Line of play of the zone's hole, or 0 without a hole. */
  holeBaseAngleDeg: headingDeg,
  swathHeadingDeg: headingDeg,
  stats: planStats,
  /** `uploaded` came as a file from elsewhere and is checked, never computed again. */
  planSource: z.enum(['computed', 'uploaded']),
  /** The series it belongs to; null for a mission that comes once. */
  series: missionSeries.nullable(),
  /** Revision of the map that the plan was made on. */
  mapRevision: z.number().int(),
  /** Share of the area really cut, 0 to 1. */
  progress: z.number().min(0).max(1),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  logLines: z.number().int(),
})
export type Mission = z.infer<typeof mission>

/** One line of a mission's log. */
export const missionLogLine = z.strictObject({
  at: instant,
  status: missionStatus,
  /** A person's full name, or 'system'. */
  who: z.string(),
  /** A sentence in English. */
  why: z.string(),
  /** The same for a sentence in any language; null where only the English one was kept. */
  said: saidShape.nullable(),
})
export type MissionLogLine = z.infer<typeof missionLogLine>

/** Events of a mission, each with its source. */
export const MISSION_EVENTS = [
  'start',
  'uploaded',
  'resume',
  'resumed',
  'stop',
  'interrupt',
  'held',
  'finished',
  'cancel',
  'clear',
  'refused',
  'fail',
  'miss',
] as const
export type MissionEvent = (typeof MISSION_EVENTS)[number]

/** Effects that the caller carries out after a transition. */
export type MissionEffect = 'upload' | 'run' | 'continue' | 'hold' | 'erase' | 'notify'

interface Transition {
  readonly to: MissionStatus
  readonly effects: readonly MissionEffect[]
}

/**
 * The life of a mission. What is not in the table is refused: nothing starts twice, nothing resumes by itself, and a
 * stop is possible wherever a machine may move.
 */
const LIFE: Readonly<Record<MissionStatus, Partial<Record<MissionEvent, Transition>>>> = {
  planned: {
    start: { to: 'uploading', effects: ['upload'] },
    cancel: { to: 'cancelled', effects: [] },
    miss: { to: 'missed', effects: ['notify'] },
  },
  uploading: {
    uploaded: { to: 'working', effects: ['notify'] },
    resumed: { to: 'working', effects: ['notify'] },
    stop: { to: 'stopped', effects: ['hold'] },
    held: { to: 'stopped', effects: ['hold', 'notify'] },
    clear: { to: 'cancelled', effects: ['hold', 'erase'] },
    // Nothing has moved: the mission is as it was before the start.
    refused: { to: 'planned', effects: ['hold', 'notify'] },
    fail: { to: 'failed', effects: ['hold', 'notify'] },
  },
  working: {
    stop: { to: 'stopped', effects: ['hold'] },
    interrupt: { to: 'interrupted', effects: ['hold'] },
    held: { to: 'stopped', effects: ['hold', 'notify'] },
    finished: { to: 'done', effects: ['hold', 'notify'] },
    cancel: { to: 'cancelled', effects: ['hold', 'erase'] },
    clear: { to: 'cancelled', effects: ['hold', 'erase'] },
    fail: { to: 'failed', effects: ['hold', 'notify'] },
  },
  stopped: {
    resume: { to: 'uploading', effects: ['continue'] },
    stop: { to: 'stopped', effects: ['hold'] },
    interrupt: { to: 'interrupted', effects: ['hold'] },
    cancel: { to: 'cancelled', effects: ['hold', 'erase'] },
    clear: { to: 'cancelled', effects: ['hold', 'erase'] },
    fail: { to: 'failed', effects: ['hold', 'notify'] },
  },
  interrupted: {
    resume: { to: 'uploading', effects: ['continue'] },
    cancel: { to: 'cancelled', effects: [] },
  },
  done: {},
  cancelled: {},
  missed: {},
  failed: { clear: { to: 'cancelled', effects: ['hold', 'erase'] } },
}

/** The next status and what has to be done, or undefined where the event is refused in this status. */
export const missionTransition = (status: MissionStatus, event: MissionEvent): Transition | undefined =>
  LIFE[status][event]

export const missionAccepts = (status: MissionStatus, event: MissionEvent): boolean => LIFE[status][event] !== undefined

/** While one of these lasts the mower belongs to the mission and its zone may not be edited. */
export const ACTIVE_STATUSES: readonly MissionStatus[] = ['uploading', 'working', 'stopped']

export const isActive = (status: MissionStatus): boolean => ACTIVE_STATUSES.includes(status)
