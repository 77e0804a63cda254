/** Jobs for people: what is done by hand on a hole or at another place, by whom, and how long it took. */

import { z } from 'zod'
import { freeText, id, instant, line } from '../common/text.ts'
import { courseDay, repeat } from '../schedule/repeats.ts'

export const MOST_JOB_KINDS = 60
export const MOST_JOB_REPEATS = 100
/** Of one day, deleted ones left out. */
export const MOST_STAFF_JOBS = 600
const MOST_PLACES = 60
const MOST_PEOPLE = 60

/** Minutes of work on one place: at most a long working day. */
export const jobMinutes = z.number().int().min(1).max(720)

/** A person's id is a whole number that counts up. */
const personId = z
  .number()
  .int()
  .positive()
  .max(2 ** 31)

/** A kind of job, such as changing cups. */
export const staffJobKind = z.strictObject({
  id,
  name: line(40),
  /** Planned for one place, until a person plans another number. */
  minutes: jobMinutes,
  updatedAt: instant,
})
export type StaffJobKind = z.infer<typeof staffJobKind>

/** A hole of the map, or any other place by its name. */
export const jobPlace = z.union([z.strictObject({ holeId: id }), z.strictObject({ name: line(60) })])
export type JobPlace = z.infer<typeof jobPlace>

const jobNote = freeText(300)

/** Kind, places and people of jobs to be planned; the places are shared among the people. */
const jobWork = {
  kindId: id,
  places: z.array(jobPlace).min(1).max(MOST_PLACES),
  /** Empty leaves the jobs open: the person who starts one takes it. */
  personIds: z.array(personId).max(MOST_PEOPLE),
  /** For one place; null takes those of the kind. */
  minutes: jobMinutes.nullable(),
  note: jobNote,
}

export const staffJobPlan = z.strictObject({ day: courseDay, ...jobWork })
export type StaffJobPlan = z.infer<typeof staffJobPlan>

/** Jobs that come again. Each of its days gets them as they are then, so a day that was changed by hand stays. */
export const staffJobRepeat = z.strictObject({
  id,
  ...jobWork,
  repeat,
  /** Days are counted from this one, by the course's calendar. */
  firstDay: courseDay,
  /** The first day on which it comes again; null while it is not paused. */
  pausedUntil: courseDay.nullable(),
  updatedAt: instant,
})
export type StaffJobRepeat = z.infer<typeof staffJobRepeat>

export const staffJobStatus = z.enum(['planned', 'working', 'done', 'notDone'])
export type StaffJobStatus = z.infer<typeof staffJobStatus>

/** Null as id once the person's account is gone; the name stays with the work. */
export const staffPerson = z.strictObject({ id: z.number().int().nullable(), fullname: z.string() })
export type StaffPerson = z.infer<typeof staffPerson>

/** One kind of work on one place on one day. */
export const staffJob = z.strictObject({
  id,
  day: courseDay,
  /** Null once the kind is deleted. */
  kindId: id.nullable(),
  kind: z.string(),
  /** Null for another place. */
  holeId: id.nullable(),
  /** The name of the hole, such as 7, or of the other place. */
  place: z.string(),
  /** In the order of the holes; other places come after them. */
  position: z.number().int(),
  /** Null while it is open. */
  person: staffPerson.nullable(),
  plannedMinutes: jobMinutes,
  note: jobNote,
  status: staffJobStatus,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Minutes really taken; null while it is not ended, and where they are unknown. */
  minutes: jobMinutes.nullable(),
  /** Why it was not done. */
  reason: z.string().nullable(),
  repeatId: id.nullable(),
  updatedAt: instant,
})
export type StaffJob = z.infer<typeof staffJob>

/** What a person does with a job: `reopen` takes the last step back. */
export const staffJobStep = z.strictObject({
  step: z.enum(['start', 'done', 'notDone', 'reopen']),
  /** When it was pressed: a phone without a network sends it later. */
  at: instant,
  /** Minutes taken, where the person says so; null counts from the start. */
  minutes: jobMinutes.nullable(),
  /** Needed where it was not done. */
  reason: line(200).nullable(),
})
export type StaffJobStep = z.infer<typeof staffJobStep>
