import { z } from 'zod'

/** *sent* is never success: `noAnswer` says that nobody knows. */
export const commandOutcome = z.strictObject({
  outcome: z.enum(['accepted', 'rejected', 'noAnswer']),
  reason: z.string().nullable(),
  standingStill: z.boolean().nullable(),
})
export type CommandOutcome = z.infer<typeof commandOutcome>
