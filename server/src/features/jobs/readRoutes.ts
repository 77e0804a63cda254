/** The jobs for people of a day, and who can be given some. */
import { calls } from '@greensward/contract'
import { type Day, dayOf, type StaffJob } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { readJobs, readJobsOf, readPeople, shownJob } from './jobStore.ts'
import { makeRepeated } from './newJobs.ts'

/** With the repeated ones, in the order of the holes. */
export const jobsOfDay = async (ctx: Context, course: CurrentCourse, day: Day): Promise<StaffJob[]> => {
  await makeRepeated(ctx, course, day)
  return (await readJobs(ctx.db, day)).map(shownJob)
}

export const readRoutes = (ctx: Context, course: CurrentCourse): readonly Route[] => [
  route(calls.jobs.list, async ({ query: { day } }) => {
    const items = await jobsOfDay(ctx, course, day)
    return { items, total: items.length }
  }),
  route(calls.jobs.mine, async ({ query, user }) => {
    const day = query.day ?? dayOf(ctx.clock.now(), await readTimeZone(ctx.db))
    await makeRepeated(ctx, course, day)
    return { day, items: (await readJobsOf(ctx.db, day, user.id)).map(shownJob) }
  }),
  route(calls.jobs.people, async () => {
    const items = await readPeople(ctx.db)
    return { items, total: items.length }
  }),
]
