import { saidShape } from '@greensward/domain'
import { z } from 'zod'

/** *sent* is never success: after `noAnswer` the outcome is unknown. */
export const commandOutcome = z.strictObject({
  outcome: z.enum(['accepted', 'rejected', 'noAnswer']),
  /** In English, with the machine's own words. */
  reason: z.string().nullable(),
  /** The same for the reader's language; null without a reason. */
  why: saidShape.nullable(),
  standingStill: z.boolean().nullable(),
})
export type CommandOutcome = z.infer<typeof commandOutcome>
