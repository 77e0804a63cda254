import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { saidShape } from '../common/saidShape.ts'
import { id, instant } from '../common/text.ts'
import { addDays, dayOf, momentOf, wallClock } from '../common/zonedTime.ts'
import { may, type RoleSlug } from '../people/people.ts'
import { clockTime } from '../schedule/timetable.ts'

export const notificationLevel = z.enum(['info', 'warning', 'alarm'])
export type NotificationLevel = z.infer<typeof notificationLevel>
export const notificationSubject = z.enum(['mower', 'cart', 'mission', 'zone', 'order', 'system'])
export type NotificationSubject = z.infer<typeof notificationSubject>

export const notification = z.strictObject({
  id,
  at: instant,
  level: notificationLevel,
  subject: notificationSubject,
  subjectId: z.string().nullable(),
  /** Machine-readable kind that the screen translates, such as missionDone; `values` fill the sentence. */
  kind: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), saidShape])),
  read: z.boolean(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: instant.nullable(),
})
export type Notification = z.infer<typeof notification>

/** Which notifications a person wants to be sent, beside seeing them all in the product. */
export const sentFrom = z.enum(['off', 'alarm', 'warning', 'info'])
export type SentFrom = z.infer<typeof sentFrom>

/** The languages that mail and pushed messages are written in. */
export const messageLanguage = z.enum(['en', 'de', 'es'])
export type MessageLanguage = z.infer<typeof messageLanguage>

export const notificationChoice = z.strictObject({
  /** The least level that is sent by e-mail. */
  email: sentFrom,
  /** The least level that is sent to the browsers that were put on the list for it. */
  push: sentFrom,
  /** The least level that is sent as a text message; left out it is `off`. */
  sms: sentFrom.optional(),
  /** Subjects that nothing but alarms is sent about; left out everything is. */
  silentSubjects: z.array(notificationSubject).max(notificationSubject.options.length).optional(),
  /** Nothing is sent between these times of the course's day, but alarms; past midnight where they end before they begin. */
  quietFrom: clockTime.nullable(),
  quietTo: clockTime.nullable(),
  /** Of the mail; a browser is notified in the language that was chosen there. */
  language: messageLanguage,
  /** The report of each week by e-mail, for those who may read reports; without it none is sent. */
  weeklyReport: z.boolean().optional(),
})
export type NotificationChoice = z.infer<typeof notificationChoice>

/** Alarms go to browsers from the start: a person who registers one wants notifications. */
export const DEFAULT_NOTIFICATION_CHOICE: NotificationChoice = {
  email: 'off',
  push: 'alarm',
  quietFrom: null,
  quietTo: null,
  language: 'en',
}

/** The notification as sent to a browser; the browser renders its text. */
export interface PushMessage extends Pick<Notification, 'id' | 'level' | 'subject' | 'subjectId' | 'kind' | 'values'> {
  readonly language: MessageLanguage
}

/** https at its usual port, and a name, so that an address of a network cannot be written in one of its many ways. */
const PUSH_ADDRESS = /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]\/[\x21-\x7e]*$/
const OWN_NETWORK =
  /^https:\/\/[^/]*\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa)\//

export const pushEndpoint = z
  .string()
  .max(1_000, fieldFault('tooLong'))
  .refine(text => PUSH_ADDRESS.test(text) && !OWN_NETWORK.test(text), fieldFault('pushAddress'))

/** A browser as its push service names it (RFC 8030), with the keys its messages are locked for (RFC 8291). */
export const pushSubscription = z.strictObject({
  endpoint: pushEndpoint,
  keys: z.strictObject({
    /** A point of the curve P-256, uncompressed, in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/, fieldFault('browserKey')),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, fieldFault('browserKey')),
  }),
  language: messageLanguage,
})
export type PushSubscriptionGiven = z.infer<typeof pushSubscription>

const RANK: Readonly<Record<Notification['level'], number>> = { info: 0, warning: 1, alarm: 2 }

/** Roles that may see the subject; some see carts only, and those of the restaurant alone its orders. */
export const mayBeNotified = (role: RoleSlug, subject: NotificationSubject): boolean => {
  if (!may(role, 'notifications.read')) return false
  if (subject === 'mower' || subject === 'mission' || subject === 'zone') return may(role, 'operations.read')
  if (subject === 'order') return may(role, 'restaurant.read')
  return true
}

/** An alarm passes the choice of subjects as it passes quiet hours: only a level of `off` keeps it. */
export const isSent = (
  { level, subject }: Pick<Notification, 'level' | 'subject'>,
  { sentFrom: from, silentSubjects }: { readonly sentFrom: SentFrom; readonly silentSubjects: readonly string[] },
): boolean => from !== 'off' && RANK[level] >= RANK[from] && (level === 'alarm' || !silentSubjects.includes(subject))

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
