/** Dew and frost of the mornings: proposed, measured and seen. */

import { courseDay, fieldFault, instant, morning, seenGrass } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

const byDay = z.strictObject({ day: courseDay })

export const morningCalls = {
  mornings: {
    get: call({
      method: 'GET',
      path: 'weather/mornings/{day}',
      who: 'operations.read',
      params: byDay,
      result: morning,
    }),
    /** Today and two weeks before it, the newest first; a day of which nothing was kept is left out. */
    list: call({
      method: 'GET',
      path: 'weather/mornings',
      who: 'operations.read',
      result: z.strictObject({ items: z.array(morning) }),
    }),
    see: call({
      method: 'PUT',
      path: 'weather/mornings/{day}',
      who: 'missions.plan',
      params: byDay,
      body: z
        .strictObject({
          grass: seenGrass,
          /** When it was gone, on that day; null where that was not noted. */
          until: instant.nullable(),
        })
        .refine(({ grass, until }) => grass !== 'dry' || until === null, {
          path: ['until'],
          message: fieldFault('notAcceptable'),
        }),
      result: morning,
    }),
  },
} as const
