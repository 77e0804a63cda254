import { z } from 'zod'
import { missionWhy } from '../mission/missionWhy.ts'

/** *sent* is never success: `noAnswer` says that nobody knows. */
export const commandOutcome = z.strictObject({
  outcome: z.enum(['accepted', 'rejected', 'noAnswer']),
  /** In English, with the machine's own words. */
  reason: z.string().nullable(),
  /** The same for the reader's language; null where there is no reason. */
  why: missionWhy.nullable(),
  standingStill: z.boolean().nullable(),
})
export type CommandOutcome = z.infer<typeof commandOutcome>
