/** Jobs for people: kinds, the jobs of a day, repeated jobs, the steps that people take, and the hours they took. */

import {
  courseDay,
  id,
  jobMinutes,
  staffJob,
  staffJobKind,
  staffJobPlan,
  staffJobRepeat,
  staffJobStep,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, crud, listOf, nothing, updating } from './call.ts'

const someJobs = z.strictObject({ ids: z.array(id).min(1).max(600) })
const personId = staffJobPlan.shape.personIds.element

/** Work of one person and kind, or of one of both. Minutes are those really taken. */
const worked = z.strictObject({
  /** Null once the account is gone. */
  personId: z.number().int().nullable(),
  person: z.string(),
  kind: z.string(),
  minutes: z.number().int(),
  /** Ended jobs, done or not. */
  jobs: z.number().int(),
  /** Of these, jobs whose minutes are unknown. */
  unknown: z.number().int(),
})
export type WorkedHours = z.infer<typeof worked>

const span = { from: courseDay, to: courseDay }

export const jobCalls = {
  jobKinds: crud(
    'job-kinds',
    'operations.read',
    'jobs.plan',
    staffJobKind,
    staffJobKind.omit({ id: true, updatedAt: true }),
  ),
  jobRepeats: crud(
    'job-repeats',
    'operations.read',
    'jobs.plan',
    staffJobRepeat,
    staffJobRepeat.omit({ id: true, updatedAt: true }),
  ),
  jobs: {
    /** Repeated ones come a week ahead. */
    list: call({
      method: 'GET',
      path: 'jobs',
      who: 'operations.read',
      query: z.strictObject({ day: courseDay }),
      result: listOf(staffJob),
    }),
    mine: call({
      method: 'GET',
      path: 'jobs/mine',
      who: 'jobs.do',
      query: z.strictObject({ day: courseDay.optional() }),
      result: z.strictObject({ day: courseDay, items: z.array(staffJob) }),
    }),
    people: call({
      method: 'GET',
      path: 'jobs/people',
      who: 'jobs.plan',
      result: listOf(z.strictObject({ id: z.number().int(), fullname: z.string() })),
    }),
    plan: call({
      method: 'POST',
      path: 'jobs/plan',
      who: 'jobs.plan',
      body: staffJobPlan,
      result: z.strictObject({ items: z.array(staffJob) }),
    }),
    /** Minutes taken can be corrected once it has ended. */
    update: call({
      method: 'PATCH',
      path: 'jobs/{id}',
      who: 'jobs.plan',
      params: byId,
      body: z.strictObject({
        personId: personId.nullable().optional(),
        plannedMinutes: jobMinutes.optional(),
        note: staffJobPlan.shape.note.optional(),
        minutes: jobMinutes.nullable().optional(),
        ...updating,
      }),
      result: staffJob,
    }),
    give: call({
      method: 'POST',
      path: 'jobs/give',
      who: 'jobs.plan',
      body: someJobs.extend({ personId: personId.nullable() }),
      result: z.strictObject({ items: z.array(staffJob) }),
    }),
    /** One's own or an open one. A step older than the last one changes nothing, so it may be sent again. */
    step: call({
      method: 'POST',
      path: 'jobs/{id}/step',
      who: 'jobs.do',
      params: byId,
      body: staffJobStep,
      result: staffJob,
    }),
    remove: call({
      method: 'POST',
      path: 'jobs/remove',
      who: 'jobs.plan',
      body: someJobs,
      result: nothing,
    }),
    restore: call({
      method: 'POST',
      path: 'jobs/restore',
      who: 'jobs.plan',
      body: someJobs,
      result: nothing,
    }),
    hours: call({
      method: 'GET',
      path: 'jobs/hours',
      who: 'jobs.plan',
      query: z.strictObject(span),
      result: z.strictObject({ items: z.array(worked) }),
    }),
    /** Answers a bare text/csv file, without the envelope. */
    export: call({
      method: 'GET',
      path: 'jobs/export',
      who: 'jobs.plan',
      query: z.strictObject(span),
      result: z.unknown(),
    }),
  },
} as const
