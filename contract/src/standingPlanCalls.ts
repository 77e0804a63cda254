/** Standing plans: what is mown how often, and the jobs that they make of each day. */

import { courseDay, id, instant, standingDay, standingJob, standingPlan } from '@greensward/domain'
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
