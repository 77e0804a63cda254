/** Missions that get another time together. */
import { courseDay, fieldFault, id, instant, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

/** As many as a shift has. */
const MOST_IDS = 100

export const missionTimeCalls = {
  missionTimes: {
    putOff: call({
      method: 'POST',
      path: 'missions/put-off',
      who: 'missions.plan',
      body: z.strictObject({
        ids: z.array(id).min(1, fieldFault('empty')).max(MOST_IDS),
        /** Each is moved to its own hour of this day, or the next one at which its mower and its ground are free of work and golfers. */
        day: courseDay,
        /** No mission is moved to before it, nor into the past. */
        earliest: instant.nullable().default(null),
      }),
      result: z.strictObject({
        moved: z.array(z.strictObject({ id, title: z.string(), startsAt: instant })),
        /** Those without a free time on that day, and those that are no longer planned. */
        stayed: z.array(z.strictObject({ id, title: z.string(), why: saidShape })),
      }),
    }),
  },
} as const
