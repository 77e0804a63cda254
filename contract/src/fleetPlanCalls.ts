/** One zone for several mowers, and a whole course for a fleet: looked at first, then made into missions all at once. */

import {
  courseDay,
  coursePlan,
  fieldFault,
  id,
  instant,
  line,
  mission,
  missionPlan,
  missionRequest,
  missionTarget,
  planWarning,
  polygonGeometry,
  saidShape,
  standingPlan,
  turnScheme,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call } from './call.ts'

/** Most mowers that one zone is split among. */
export const MOST_SHARERS = 6

/** Most zones that are planned in one go. */
export const MOST_COURSE_ZONES = 300

/** A mission request with several machines in place of one. */
export const splitRequest = missionRequest
  .omit({ mowerId: true, bladeId: true, pattern: true, cleanUpPass: true, slotS: true })
  .extend({
    mowers: z
      .array(z.strictObject({ mowerId: id, bladeId: id }))
      .min(2, fieldFault('splitMowers'))
      .max(MOST_SHARERS),
  })
export type SplitRequestBody = z.infer<typeof splitRequest>

export const splitPreview = z.strictObject({
  parts: z.array(
    z.strictObject({
      mowerId: id,
      bladeId: id,
      target: missionTarget,
      plan: missionPlan,
      /** The way to its part and its drive, in seconds from a common start. */
      finishS: z.number(),
    }),
  ),
  uncovered: z.array(polygonGeometry),
  warnings: z.array(planWarning),
  /** How far apart the parts end, as a share of the latest finish. */
  spread: z.number(),
  /** How near the middles of two mowers come when all start together; null where that never matters. */
  apartM: z.number().nullable(),
  clearanceM: z.number(),
  resolvedDirection: mission.shape.resolvedDirection,
  headingDeg: z.number(),
})
export type SplitPreview = z.infer<typeof splitPreview>

/** What one zone of the course asks for instead of what holds for all of them, as jobs of standing plans do. */
export const zoneWish = z.strictObject({
  featureId: id,
  /** The day of the job: the zone gets a mission only where it has none on that day. */
  day: courseDay,
  /** Its window, within that of the course. */
  startsAt: instant,
  endsAt: instant,
  /** Null for any of the course's mowers. */
  mowerIds: z.array(id).min(1).max(40).nullable(),
  ...standingPlan.pick({
    priority: true,
    direction: true,
    pattern: true,
    turnScheme: true,
    cleaningCycles: true,
    cleanUpPass: true,
    startsByItself: true,
  }).shape,
})
export type ZoneWish = z.infer<typeof zoneWish>

export const courseRequest = z.strictObject({
  title: line(60),
  zoneIds: z.array(id).min(1, fieldFault('noZoneChosen')).max(MOST_COURSE_ZONES),
  mowers: z
    .array(
      z.strictObject({
        mowerId: id,
        /** The types of zones it may mow; null for all. */
        zoneTypeIds: z.array(id).min(1).max(100).nullable(),
      }),
    )
    .min(1, fieldFault('noMowerChosen'))
    .max(40),
  startsAt: instant,
  endsAt: instant,
  cleaningCycles: z.number().int().min(0).max(5),
  turnScheme,
  startsByItself: z.boolean(),
  /** One for a zone at most; the other zones take what holds for all. */
  wishes: z.array(zoneWish).max(MOST_COURSE_ZONES).optional(),
})
export type CourseRequest = z.infer<typeof courseRequest>

/** How a plan of the course comes along; asked for again and again until it is done. */
export const courseJob = z.strictObject({
  id,
  state: z.enum(['measuring', 'ordering', 'done', 'failed']),
  /** Drives planned, and how many there are. */
  done: z.number().int(),
  total: z.number().int(),
  /** Why it failed. */
  reason: saidShape.nullable(),
  plan: coursePlan.nullable(),
})
export type CourseJob = z.infer<typeof courseJob>

export const fleetPlanCalls = {
  fleetPlans: {
    splitPreview: call({
      method: 'POST',
      path: 'missions/split-preview',
      who: 'missions.plan',
      patienceS: 300,
      body: splitRequest,
      result: splitPreview,
    }),
    split: call({
      method: 'POST',
      path: 'missions/split',
      who: 'missions.plan',
      patienceS: 300,
      body: splitRequest,
      result: z.strictObject({ items: z.array(mission) }),
    }),
    course: call({
      method: 'POST',
      path: 'missions/course-plan',
      who: 'missions.plan',
      body: courseRequest,
      result: courseJob,
    }),
    courseJob: call({
      method: 'GET',
      path: 'missions/course-plan/{id}',
      who: 'missions.plan',
      params: byId,
      result: courseJob,
    }),
    acceptCourse: call({
      method: 'POST',
      path: 'missions/course-plan/{id}/accept',
      who: 'missions.plan',
      patienceS: 300,
      params: byId,
      result: z.strictObject({ items: z.array(mission) }),
    }),
  },
} as const
