/** The SQL of the weekly mail: who gets the report of a week, each week once. */
import type { Day, MessageLanguage, NotificationChoice, RoleSlug } from '@greensward/domain'
import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { notificationChoices, users } from '../../platform/db/schema/index.ts'

export interface WeeklyReader extends Pick<NotificationChoice, 'quietFrom' | 'quietTo'> {
  readonly userId: number
  readonly email: string
  readonly language: MessageLanguage
}

const waiting = (monday: Day, roles: readonly RoleSlug[]) =>
  and(
    eq(notificationChoices.weeklyReport, true),
    or(isNull(notificationChoices.reportedWeek), lt(notificationChoices.reportedWeek, monday)),
    inArray(users.role, [...roles]),
    isNotNull(users.email),
  )

/** Whether somebody waits for the report of the week that begins with this Monday. */
export const isReportAwaited = async (reader: Reader, monday: Day, roles: readonly RoleSlug[]): Promise<boolean> => {
  const rows = await reader
    .select({ userId: notificationChoices.userId })
    .from(notificationChoices)
    .innerJoin(users, eq(users.id, notificationChoices.userId))
    .where(waiting(monday, roles))
    .limit(1)
  return rows.length > 0
}

/** Those who wait for it; from the end of the transaction on they do not any more. Another server takes others. */
export const takeWeeklyReaders = async (tx: Tx, monday: Day, roles: readonly RoleSlug[]): Promise<WeeklyReader[]> => {
  const rows = await tx
    .select({
      userId: notificationChoices.userId,
      email: users.email,
      language: notificationChoices.language,
      quietFrom: notificationChoices.quietFrom,
      quietTo: notificationChoices.quietTo,
    })
    .from(notificationChoices)
    .innerJoin(users, eq(users.id, notificationChoices.userId))
    .where(waiting(monday, roles))
    .for('update', { of: notificationChoices, skipLocked: true })
  if (rows.length > 0)
    await tx
      .update(notificationChoices)
      .set({ reportedWeek: monday })
      .where(
        inArray(
          notificationChoices.userId,
          rows.map(({ userId }) => userId),
        ),
      )
  return rows.flatMap(({ email, ...row }) => (email === null ? [] : [{ email, ...row }]))
}
