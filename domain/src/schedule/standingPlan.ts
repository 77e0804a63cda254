/** Standing plans: what is mown how often, and what a day of them looks like. */

import { z } from 'zod'
import { id, instant, line } from '../common/text.ts'
import { nextCutShape } from '../grass/growthSettings.ts'
import { cleanUpPass } from '../mission/cleanUpPass.ts'
import { direction } from '../mission/direction.ts'
import { turnScheme } from '../mission/mission.ts'
import { patternChoice } from '../mission/pattern.ts'
import { courseDay, repeat } from './repeats.ts'
import { clockTime } from './timetable.ts'

export const MOST_STANDING_PLANS = 100
/** Most days whose jobs are computed in one go. */
export const MOST_PLANNED_DAYS = 92
const MOST_ZONES = 300

/** Of several plans for one zone the highest decides; of what does not fit into a day the highest is kept. */
export const planPriority = z.enum(['low', 'normal', 'high'])
export type PlanPriority = z.infer<typeof planPriority>

/** A mower that the plan may use, and for what. */
export const planMower = z.strictObject({
  mowerId: id,
  /** The blade that has to be fitted; null takes the one that is. */
  bladeId: id.nullable(),
  /** The types of zones that it suits; null suits all. */
  zoneTypeIds: z.array(id).min(1).max(100).nullable(),
})
export type PlanMower = z.infer<typeof planMower>

export const standingPlan = z.strictObject({
  id,
  name: line(60),
  /** All zones of these types are mown, also those that are drawn later. */
  zoneTypeIds: z.array(id).max(100),
  /** Further zones, of any type. */
  zoneIds: z.array(id).max(MOST_ZONES),
  /** Zones of the types that are left out. */
  exceptZoneIds: z.array(id).max(MOST_ZONES),
  repeat,
  /** Days are counted from this one, by the course's calendar. */
  firstDay: courseDay,
  /** The window by the course's clock; where the end is not later than the start, it ends the next morning. */
  from: clockTime,
  until: clockTime,
  /** Empty for any mower. */
  mowers: z.array(planMower).max(40),
  priority: planPriority,
  /** Mows a zone only before its hole is played that day. */
  aheadOfPlay: z.boolean(),
  /** Mows only the zones that are due on the day, by growth or by their interval; absent mows all of them. */
  onlyDue: z.boolean().optional(),
  direction: z.union([direction, z.literal('auto')]),
  pattern: patternChoice,
  turnScheme,
  /** Laps along every edge. */
  cleaningCycles: z.number().int().min(0).max(5),
  cleanUpPass,
  /** Whether the missions that are made of it start by themselves at their time. */
  startsByItself: z.boolean(),
  /** The first day on which it mows again; null while it is not paused. */
  pausedUntil: courseDay.nullable(),
  updatedAt: instant,
})
export type StandingPlan = z.infer<typeof standingPlan>

/** One zone to be mown on one day. */
export const standingJob = z.strictObject({
  planId: id,
  featureId: id,
  title: z.string(),
  zoneTypeId: id,
  areaM2: z.number(),
  /** The window; it may end the next morning. */
  startsAt: instant,
  endsAt: instant,
  /** Those that suit the zone; empty for any. */
  mowers: z.array(planMower.omit({ zoneTypeIds: true })),
  ...standingPlan.pick({
    priority: true,
    aheadOfPlay: true,
    direction: true,
    pattern: true,
    turnScheme: true,
    cleaningCycles: true,
    cleanUpPass: true,
    startsByItself: true,
  }).shape,
  /** When and why the zone is due; absent where its plan does not ask. */
  due: nextCutShape.optional(),
})
export type StandingJob = z.infer<typeof standingJob>

/**
 * Why a zone that a plan names is not mown: it is gone from the map, hidden for mowers, of a type that nobody mows, the plan has no
 * mower for it, or its hole is played from the start of the window on. Of a plan for zones that are due: it is not due, or nothing says
 * when it is.
 */
export const jobHindrance = z.enum(['gone', 'hidden', 'notMowable', 'noMower', 'played', 'notDue', 'noInterval'])
export type JobHindrance = z.infer<typeof jobHindrance>

export const leftOutJob = z.strictObject({
  planId: id,
  featureId: id,
  /** Null where it is gone. */
  title: z.string().nullable(),
  reason: jobHindrance,
  /** When and why it is due, where it is not due yet. */
  due: nextCutShape.optional(),
})

/** The jobs of one day. */
export const standingDay = z.strictObject({
  day: courseDay,
  jobs: z.array(standingJob),
  left: z.array(leftOutJob),
})
export type StandingDay = z.infer<typeof standingDay>
