/** Standing plans: what is mown how often, and the jobs that they make of each day. */

import { courseDay, id, instant, leftFromShift, standingDay, standingJob, standingPlan } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, crud, updating } from './call.ts'

export const plannedJob = standingJob.extend({
  /** The mission that already does it. */
  missionId: id.nullable(),
  /** When the tee sheet expects the first group of the day on its hole; null where none is expected. */
  firstGroupAt: instant.nullable(),
})
export type PlannedJob = z.infer<typeof plannedJob>

export const plannedDay = standingDay.extend({ jobs: z.array(plannedJob) })
export type PlannedDay = z.infer<typeof plannedDay>

/** What a plan that is not saved yet would add to the seven days from its first on. */
export const planTrial = z.strictObject({
  /** Days on which it changes anything. */
  days: z.number().int(),
  /** Seconds of driving and mowing, of each mower whose week changes; negative where it has less to do. */
  mowers: z.array(z.strictObject({ mowerId: id, addedS: z.number() })),
  /** What no longer fits, of any plan, though it would without this one; and what of this one does not fit. */
  left: z.array(
    z.strictObject({ day: courseDay, featureId: id, title: z.string(), planId: id, reason: leftFromShift }),
  ),
})
export type PlanTrial = z.infer<typeof planTrial>

export const standingPlanCalls = {
  standingPlans: {
    ...crud(
      'standing-plans',
      'operations.read',
      'missions.plan',
      standingPlan,
      standingPlan.omit({ id: true, updatedAt: true }),
    ),
    copy: call({
      method: 'POST',
      path: 'standing-plans/{id}/copy',
      who: 'missions.plan',
      params: byId,
      body: standingPlan.pick({ name: true }),
      result: standingPlan,
    }),
    pause: call({
      method: 'POST',
      path: 'standing-plans/{id}/pause',
      who: 'missions.plan',
      params: byId,
      body: standingPlan.pick({ pausedUntil: true }).extend(updating),
      result: standingPlan,
    }),
    fromSeries: call({
      method: 'POST',
      path: 'standing-plans/from-series',
      who: 'missions.plan',
      body: z.strictObject({ missionId: id }),
      result: standingPlan,
    }),
    tryOut: call({
      method: 'POST',
      path: 'standing-plans/try',
      who: 'missions.plan',
      body: standingPlan.omit({ id: true, updatedAt: true }).extend({
        /** The plan that is changed; null for a new one. */
        replaces: id.nullable(),
      }),
      result: planTrial,
    }),
    days: call({
      method: 'GET',
      path: 'standing-plans/days',
      who: 'operations.read',
      query: z.strictObject({ from: courseDay, to: courseDay }),
      result: z.strictObject({ items: z.array(plannedDay) }),
      isLarge: true,
    }),
  },
} as const
