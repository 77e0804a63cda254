import { z } from 'zod'
import { id, instant } from './text.ts'

export const notificationLevel = z.enum(['info', 'warning', 'alarm'])
export const notificationSubject = z.enum(['mower', 'cart', 'mission', 'zone', 'order', 'system'])

export const notification = z.strictObject({
  id,
  at: instant,
  level: notificationLevel,
  subject: notificationSubject,
  subjectId: z.string().nullable(),
  /** Machine-readable kind that the screen translates, such as missionDone; `values` fill the sentence. */
  kind: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  read: z.boolean(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: instant.nullable(),
})
export type Notification = z.infer<typeof notification>
