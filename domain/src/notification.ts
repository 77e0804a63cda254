import { z } from 'zod'
import { id, instant } from './text.ts'
import { clockTime } from './timetable.ts'
import { addDays, dayOf, momentOf, wallClock } from './zonedTime.ts'

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

/** Which notifications a person wants to be sent, beside seeing them all in the product. */
export const sentFrom = z.enum(['off', 'alarm', 'warning', 'info'])
export type SentFrom = z.infer<typeof sentFrom>

export const notificationChoice = z.strictObject({
  /** The least level that is sent by e-mail. */
  email: sentFrom,
  /** No mail between these times of the course's day, but for alarms; past midnight where they end before they begin. */
  quietFrom: clockTime.nullable(),
  quietTo: clockTime.nullable(),
})
export type NotificationChoice = z.infer<typeof notificationChoice>

export const DEFAULT_NOTIFICATION_CHOICE: NotificationChoice = { email: 'off', quietFrom: null, quietTo: null }

const RANK: Readonly<Record<Notification['level'], number>> = { info: 0, warning: 1, alarm: 2 }

export const isSent = (level: Notification['level'], from: SentFrom): boolean =>
  from !== 'off' && RANK[level] >= RANK[from]

const minutesOf = (clock: string): readonly [hour: number, minute: number] => [
  Number(clock.slice(0, 2)),
  Number(clock.slice(3)),
]

/** When a message of this level goes out that is ready now: at once, or when the quiet hours of the course's day end. */
export const sentAt = (
  now: Date,
  level: Notification['level'],
  { quietFrom, quietTo }: Pick<NotificationChoice, 'quietFrom' | 'quietTo'>,
  timeZone: string,
): Date => {
  if (level === 'alarm' || quietFrom === null || quietTo === null || quietFrom === quietTo) return now
  const { hour, minute } = wallClock(now, timeZone)
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  const isPastMidnight = quietFrom > quietTo
  const isQuiet = isPastMidnight ? clock >= quietFrom || clock < quietTo : clock >= quietFrom && clock < quietTo
  if (!isQuiet) return now
  const today = dayOf(now, timeZone)
  return momentOf(isPastMidnight && clock >= quietFrom ? addDays(today, 1) : today, ...minutesOf(quietTo), timeZone)
}
