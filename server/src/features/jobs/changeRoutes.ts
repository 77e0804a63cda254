/** Jobs for people are planned, given, started, ended, deleted and restored. */
import { calls } from '@greensward/contract'
import { afterStep, MOST_STAFF_JOBS, may, placeName } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { changeJob, countJobs, type JobRow, lockJob, lockJobs, lockSomeJobs, readPeople, shownJob } from './jobStore.ts'
import { checkWork, makeJobs } from './newJobs.ts'

/** For the audit log: which job, in words. */
const named = ({ kind, place, holeId, day, person }: JobRow) => ({
  day,
  kind,
  place: placeName({ holeId, place }),
  person,
})

const isEnded = ({ status }: JobRow): boolean => status === 'done' || status === 'notDone'

const personOf = async (
  tx: Tx,
  personId: number | null,
): Promise<{ personId: number | null; person: string | null }> => {
  if (personId === null) return { personId: null, person: null }
  const person = (await readPeople(tx)).find(({ id }) => id === personId)
  return person === undefined
    ? refuseFields({ 'body.personId': said('noSuchPerson') })
    : { personId, person: person.fullname }
}

/** A job that goes to another person has not been started by that person. */
const given = (row: JobRow, to: { personId: number | null; person: string | null }) =>
  row.personId === to.personId && row.person === to.person
    ? {}
    : { ...to, ...(row.status === 'working' ? { status: 'planned' as const, startedAt: null } : {}) }

const stepRoute = (ctx: Context, changed: () => void): Route =>
  route(calls.jobs.step, async ({ params, body, user, write }) => {
    if (body.step === 'notDone' && body.reason === null) refuseFields({ 'body.reason': said('required') })
    const now = ctx.clock.now()
    // A phone whose clock is ahead must not block later steps.
    const at = new Date(Math.min(Date.parse(body.at), now.getTime()))
    const answer = await write(async tx => {
      const row = (await lockJob(tx, params.id)) ?? refuse('notFound')
      refuseOthersJob(row, user)
      const isOld = row.steppedAt !== null && at <= row.steppedAt
      const after = isOld ? undefined : afterStep(shownJob(row), { ...body, at: at.toISOString() })
      if (after === undefined) return shownJob(row)
      const isOpen = row.person === null
      const stepped = await changeJob(
        tx,
        row,
        {
          ...after,
          startedAt: after.startedAt === null ? null : new Date(after.startedAt),
          endedAt: after.endedAt === null ? null : new Date(after.endedAt),
          steppedAt: at,
          // Who starts or ends an open job takes it.
          ...(isOpen && body.step !== 'reopen' ? { personId: user.id, person: user.fullname } : {}),
        },
        now,
      )
      await ctx.audit(tx, {
        user,
        action: `job.${body.step}`,
        subject: 'job',
        subjectId: row.id,
        details: { ...named(stepped), at: at.toISOString(), minutes: stepped.minutes, reason: stepped.reason },
      })
      return shownJob(stepped)
    })
    changed()
    return answer
  })

const refuseOthersJob = (row: JobRow, user: User): void => {
  const isOwn = row.personId === user.id
  if (row.person !== null && !isOwn && !may(user.role, 'jobs.plan')) refuse('jobNotYours', { who: row.person })
}

export const changeRoutes = (ctx: Context, course: CurrentCourse, changed: () => void): readonly Route[] => [
  route(calls.jobs.plan, async ({ body, user, write }) => {
    const { day, ...work } = body
    const { features } = await course.read()
    const answer = await write(async tx => {
      await lockJobs(tx)
      await checkWork(tx, work, features, undefined)
      if ((await countJobs(tx, day)) + work.places.length > MOST_STAFF_JOBS)
        refuse('jobsFull', { count: MOST_STAFF_JOBS })
      const rows = await makeJobs(tx, { day, work, repeatId: null }, features, ctx.clock.now())
      await ctx.audit(tx, {
        user,
        action: 'job.plan',
        subject: 'job',
        subjectId: day,
        details: { day, jobs: rows.map(named) },
      })
      return { items: rows.map(shownJob) }
    })
    changed()
    return answer
  }),

  route(calls.jobs.update, async ({ params, body, user, write }) => {
    const answer = await write(async tx => {
      const row = (await lockJob(tx, params.id)) ?? refuse('notFound')
      const before = shownJob(row)
      if (before.updatedAt !== new Date(body.updatedAt).toISOString()) refuse('conflict', {}, { details: before })
      if (body.minutes !== undefined && !isEnded(row)) refuseFields({ 'body.minutes': said('notAcceptable') })
      const after = await changeJob(
        tx,
        row,
        {
          ...(body.personId === undefined ? {} : given(row, await personOf(tx, body.personId))),
          ...(body.plannedMinutes === undefined ? {} : { plannedMinutes: body.plannedMinutes }),
          ...(body.note === undefined ? {} : { note: body.note }),
          ...(body.minutes === undefined ? {} : { minutes: body.minutes }),
        },
        ctx.clock.now(),
      )
      await ctx.audit(tx, {
        user,
        action: 'job.update',
        subject: 'job',
        subjectId: row.id,
        details: { before, after: shownJob(after) },
      })
      return shownJob(after)
    })
    changed()
    return answer
  }),

  route(calls.jobs.give, async ({ body, user, write }) => {
    const answer = await write(async tx => {
      const to = await personOf(tx, body.personId)
      const rows = (await lockSomeJobs(tx, body.ids, false)).filter(row => !isEnded(row))
      const items: JobRow[] = []
      for (const row of rows) items.push(await changeJob(tx, row, given(row, to), ctx.clock.now()))
      await ctx.audit(tx, {
        user,
        action: 'job.give',
        subject: 'job',
        details: { person: to.person, jobs: rows.map(named) },
      })
      return { items: items.map(shownJob) }
    })
    changed()
    return answer
  }),

  ...(['remove', 'restore'] as const).map(
    (act): Route =>
      route(calls.jobs[act], async ({ body, user, write }) => {
        const now = ctx.clock.now()
        await write(async tx => {
          const rows = await lockSomeJobs(tx, body.ids, act === 'restore')
          if (rows.length === 0) return {}
          const days = Map.groupBy(rows, ({ day }) => day)
          if (act === 'restore') {
            await lockJobs(tx)
            for (const [day, own] of days)
              if ((await countJobs(tx, day)) + own.length > MOST_STAFF_JOBS)
                refuse('jobsFull', { count: MOST_STAFF_JOBS })
          }
          for (const row of rows) await changeJob(tx, row, { deletedAt: act === 'remove' ? now : null }, now)
          await ctx.audit(tx, {
            user,
            action: act === 'remove' ? 'job.delete' : 'job.restore',
            subject: 'job',
            details: { jobs: rows.map(named) },
          })
          return {}
        })
        changed()
        return {}
      }),
  ),
  stepRoute(ctx, changed),
]
