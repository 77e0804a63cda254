/** Jobs for people: their kinds, the jobs of a day, what comes again, the steps that people take, and their hours. */

import { calls } from '@greensward/contract'
import { dayOf, MOST_JOB_KINDS, MOST_JOB_REPEATS, type StaffJobRepeat } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { crudRoutes } from '../../platform/crud/crudRoutes.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { changeRoutes } from './changeRoutes.ts'
import { hoursRoutes } from './hoursRoutes.ts'
import {
  countKinds,
  countRepeats,
  dropUntouched,
  isKindRepeated,
  jobKindStore,
  jobRepeatStore,
  lockJobs,
  renameKind,
} from './jobStore.ts'
import { checkWork } from './newJobs.ts'
import { readRoutes } from './readRoutes.ts'

export const createJobsFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const changed = (): void => ctx.live.publish('settings', 'changed', { subject: 'jobs' })
  const today = async (): Promise<string> => dayOf(ctx.clock.now(), await readTimeZone(ctx.db))

  return {
    routes: [
      ...crudRoutes(calls.jobKinds, jobKindStore, {
        noun: 'jobKind',
        check: async (tx, item, before) => {
          if (before === undefined) {
            await lockJobs(tx)
            if ((await countKinds(tx)) >= MOST_JOB_KINDS) refuse('jobsFull', { count: MOST_JOB_KINDS })
          } else if (item.name !== before.name) await renameKind(tx, before.id, String(item.name))
        },
        checkRemoval: async (tx, id) => {
          if (await isKindRepeated(tx, id)) refuse('inUse')
        },
        changed,
      }),
      ...crudRoutes(calls.jobRepeats, jobRepeatStore, {
        noun: 'jobRepeat',
        check: async (tx, item, before) => {
          const old = before as unknown as StaffJobRepeat | undefined
          if (old === undefined) {
            await lockJobs(tx)
            if ((await countRepeats(tx)) >= MOST_JOB_REPEATS) refuse('jobsFull', { count: MOST_JOB_REPEATS })
          }
          await checkWork(tx, item as unknown as StaffJobRepeat, (await course.read()).features, old)
          // Days that were made of it already are made again when they are read next.
          if (old !== undefined) await dropUntouched(tx, old.id, await today())
        },
        checkRemoval: async (tx, id) => dropUntouched(tx, id, await today()),
        changed,
      }),
      ...readRoutes(ctx, course),
      ...changeRoutes(ctx, course, changed),
      ...hoursRoutes(ctx),
    ],
  }
}
