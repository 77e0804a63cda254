/** The choices of each person about their notifications. */
import {
  DEFAULT_NOTIFICATION_CHOICE,
  type MessageLanguage,
  type NotificationChoice,
  type NotificationSubject,
  type RoleSlug,
  type SentFrom,
} from '@greensward/domain'
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { notificationChoices, pushBrowsers, settings, users } from '../../platform/db/schema/index.ts'

export const readChoice = async (db: Reader, userId: number): Promise<NotificationChoice> => {
  const [row] = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId))
  if (row === undefined) return DEFAULT_NOTIFICATION_CHOICE
  const { userId: _, reportedWeek: __, ...choice } = row
  return choice
}

export const storeChoice = async (tx: Tx, userId: number, choice: NotificationChoice): Promise<void> => {
  const whole = { sms: 'off' as const, weeklyReport: false, silentSubjects: [], ...choice }
  await tx
    .insert(notificationChoices)
    .values({ userId, ...whole })
    .onConflictDoUpdate({ target: notificationChoices.userId, set: whole })
}

/** What a person wants to be sent one way, and when. */
export interface Wanted extends Pick<NotificationChoice, 'quietFrom' | 'quietTo'> {
  readonly sentFrom: SentFrom
  readonly silentSubjects: readonly NotificationSubject[]
}

export interface Addressee extends Wanted {
  readonly email: string
  readonly language: MessageLanguage
}

/** People of these roles who want any mail at all. */
export const readAddressees = async (tx: Reader, roles: readonly RoleSlug[]): Promise<readonly Addressee[]> => {
  if (roles.length === 0) return []
  const rows = await tx
    .select({
      email: users.email,
      language: notificationChoices.language,
      sentFrom: notificationChoices.email,
      quietFrom: notificationChoices.quietFrom,
      quietTo: notificationChoices.quietTo,
      silentSubjects: notificationChoices.silentSubjects,
    })
    .from(notificationChoices)
    .innerJoin(users, eq(users.id, notificationChoices.userId))
    .where(and(inArray(users.role, [...roles]), ne(notificationChoices.email, 'off'), isNotNull(users.email)))
  return rows.flatMap(({ email, ...row }) => (email === null ? [] : [{ email, ...row }]))
}

export interface AddressedPhone extends Wanted {
  readonly userId: number
  readonly phone: string
  readonly language: MessageLanguage
}

/** People of these roles who want text messages and have a number. */
export const readPhones = async (tx: Reader, roles: readonly RoleSlug[]): Promise<readonly AddressedPhone[]> => {
  if (roles.length === 0) return []
  return tx
    .select({
      userId: users.id,
      phone: users.phone,
      language: notificationChoices.language,
      sentFrom: notificationChoices.sms,
      quietFrom: notificationChoices.quietFrom,
      quietTo: notificationChoices.quietTo,
      silentSubjects: notificationChoices.silentSubjects,
    })
    .from(notificationChoices)
    .innerJoin(users, eq(users.id, notificationChoices.userId))
    .where(and(inArray(users.role, [...roles]), ne(notificationChoices.sms, 'off'), ne(users.phone, '')))
}

/** A person's own number; empty where there is none. */
export const readPhone = async (reader: Reader, userId: number): Promise<string> =>
  (await reader.select({ phone: users.phone }).from(users).where(eq(users.id, userId)))[0]?.phone ?? ''

export interface AddressedBrowser extends Wanted {
  readonly browserId: string
  readonly language: MessageLanguage
}

/** The browsers of people of these roles. */
export const readBrowsers = async (tx: Reader, roles: readonly RoleSlug[]): Promise<readonly AddressedBrowser[]> => {
  if (roles.length === 0) return []
  const rows = await tx
    .select({
      browserId: pushBrowsers.id,
      language: pushBrowsers.language,
      sentFrom: notificationChoices.push,
      quietFrom: notificationChoices.quietFrom,
      quietTo: notificationChoices.quietTo,
      silentSubjects: notificationChoices.silentSubjects,
    })
    .from(pushBrowsers)
    .innerJoin(users, eq(users.id, pushBrowsers.userId))
    .leftJoin(notificationChoices, eq(notificationChoices.userId, pushBrowsers.userId))
    .where(inArray(users.role, [...roles]))
  return rows.map(({ silentSubjects, ...row }) => ({
    ...row,
    sentFrom: row.sentFrom ?? DEFAULT_NOTIFICATION_CHOICE.push,
    silentSubjects: silentSubjects ?? [],
  }))
}

/** The course's name and time zone, for the words of a mail. */
export const readCourse = async (db: Reader): Promise<{ name: string; timeZone: string }> => {
  const [row] = await db
    .select({
      name: sql<string | null>`${settings.value} ->> 'courseName'`,
      timeZone: sql<string | null>`${settings.value} ->> 'timeZone'`,
    })
    .from(settings)
    .where(eq(settings.name, 'map'))
  return { name: row?.name ?? 'Golf course', timeZone: row?.timeZone ?? 'UTC' }
}
