/** Notifications as they are stored: addressed to roles, read by each person, acknowledged by one. */
import { GROUP_MS, groupedWith, groupKind, type Notification, type RoleSlug } from '@greensward/domain'
import { and, count, desc, eq, gt, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { orderOf, type PageQuery, pageOf } from '../../platform/db/listing.ts'
import { notificationReads, notifications } from '../../platform/db/schema/index.ts'

export interface Person {
  readonly id: number
  readonly role: RoleSlug
}

export interface NotificationQuery extends PageQuery {
  readonly level?: Notification['level'] | undefined
  readonly subject?: Notification['subject'] | undefined
  readonly subjectId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type Row = typeof notifications.$inferSelect

const onWire = ({ roles: _, ...row }: Row, read: boolean): Notification => ({
  ...row,
  at: row.at.toISOString(),
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  read,
})

const addressedTo = (role: RoleSlug): SQL => sql`${notifications.roles} @> array[${role}]::text[]`

const readBy = (userId: number): SQL | undefined =>
  and(eq(notificationReads.notificationId, notifications.id), eq(notificationReads.userId, userId))

const COLUMNS = { at: notifications.at, level: notifications.level, subject: notifications.subject }

/** Undefined for a sort that is not known. */
export const listNotifications = async (
  db: Reader,
  person: Person,
  query: NotificationQuery,
): Promise<{ items: Notification[]; total: number; unread: number } | undefined> => {
  const order = orderOf(query.sort ?? '-at', COLUMNS, notifications.id)
  if (order === undefined) return undefined
  const text = query.search?.trim().toLowerCase() ?? ''
  const where = and(
    addressedTo(person.role),
    query.level === undefined ? undefined : eq(notifications.level, query.level),
    query.subject === undefined ? undefined : eq(notifications.subject, query.subject),
    query.subjectId === undefined ? undefined : eq(notifications.subjectId, query.subjectId),
    query.from === undefined ? undefined : gte(notifications.at, new Date(query.from)),
    query.to === undefined ? undefined : lt(notifications.at, new Date(query.to)),
    text === ''
      ? undefined
      : sql`position(${text} in lower(${notifications.kind} || ' ' || ${notifications.values}::text)) > 0`,
  )
  const { limit, offset } = pageOf(query)
  const rows = await db
    .select({ notification: notifications, readerId: notificationReads.userId })
    .from(notifications)
    .leftJoin(notificationReads, readBy(person.id))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(notifications).where(where)
  const [unread] = await db
    .select({ unread: count() })
    .from(notifications)
    .leftJoin(notificationReads, readBy(person.id))
    .where(and(addressedTo(person.role), isNull(notificationReads.userId)))
  return {
    items: rows.map(({ notification, readerId }) => onWire(notification, readerId !== null)),
    total: counted?.total ?? 0,
    unread: unread?.unread ?? 0,
  }
}

/** A group as it is now, and as it was before. */
export interface Regrouped {
  readonly before: Notification
  readonly now: Notification
}

type NewRow = Omit<Row, 'id' | 'acknowledgedBy' | 'acknowledgedAt'> & { readonly id?: string }

/**
 * Puts it to a notification of its kind that is a few minutes old, which then is unread again.
 * @returns undefined where there is none, or it stays alone
 */
export const groupNotification = async (tx: Tx, row: NewRow): Promise<Regrouped | undefined> => {
  const many = groupKind(row)
  if (many === undefined) return undefined
  // Of a fleet that is stopped at once each mower notifies at the same moment.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${many}, 0))`)
  const [before] = await tx
    .select()
    .from(notifications)
    .where(
      and(
        inArray(notifications.kind, [row.kind, many]),
        gt(notifications.at, new Date(row.at.getTime() - GROUP_MS)),
        eq(notifications.subject, row.subject),
        sql`${notifications.roles} = ${sql.param([...row.roles])}::text[]`,
        isNull(notifications.acknowledgedAt),
      ),
    )
    .orderBy(desc(notifications.at))
    .limit(1)
  const grouped = before && groupedWith(before, row)
  if (before === undefined || grouped === undefined) return undefined
  const subjectId = grouped.kind === many ? null : before.subjectId
  const change = { ...grouped, subjectId }
  const [changed] = await tx.update(notifications).set(change).where(eq(notifications.id, before.id)).returning()
  if (changed === undefined) return undefined
  await tx.delete(notificationReads).where(eq(notificationReads.notificationId, before.id))
  return { before: onWire(before, false), now: onWire(changed, false) }
}

export const addNotification = async (tx: Reader, row: NewRow) => {
  const [added] = await tx.insert(notifications).values(row).returning()
  if (added === undefined) throw new Error('no notification came back')
  return onWire(added, false)
}

export const findNotification = async (reader: Reader, id: string): Promise<Notification | undefined> => {
  const [row] = await reader.select().from(notifications).where(eq(notifications.id, id))
  return row && onWire(row, false)
}

export const markAllRead = async (tx: Tx, person: Person): Promise<void> => {
  await tx.execute(sql`
    insert into ${notificationReads} (notification_id, user_id)
    select ${notifications.id}, ${person.id} from ${notifications} where ${addressedTo(person.role)}
    on conflict do nothing`)
}

export type Acknowledgement =
  | { readonly kind: 'acknowledged'; readonly notification: Notification }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'already'; readonly by: string }

/** The first to acknowledge is the one who did; acknowledging is reading too. */
export const acknowledge = async (
  tx: Tx,
  person: Person & { readonly fullname: string },
  id: string,
  now: Date,
): Promise<Acknowledgement> => {
  const [row] = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), addressedTo(person.role)))
    .for('update')
  if (row === undefined) return { kind: 'notFound' }
  if (row.acknowledgedBy !== null) return { kind: 'already', by: row.acknowledgedBy }
  const [changed] = await tx
    .update(notifications)
    .set({ acknowledgedBy: person.fullname, acknowledgedAt: now })
    .where(eq(notifications.id, id))
    .returning()
  if (changed === undefined) return { kind: 'notFound' }
  await tx.insert(notificationReads).values({ notificationId: id, userId: person.id }).onConflictDoNothing()
  return { kind: 'acknowledged', notification: onWire(changed, true) }
}

/** Keeps this number of the newest; an alarm that nobody acknowledged stays at any age. */
export const forgetOldNotifications = async (db: Reader, kept: number): Promise<void> => {
  const [newestGone] = await db
    .select({ at: notifications.at })
    .from(notifications)
    .orderBy(desc(notifications.at))
    .offset(kept)
    .limit(1)
  if (newestGone === undefined) return
  await db.execute(sql`
    delete from ${notifications}
    where ${lte(notifications.at, newestGone.at)} and (level <> 'alarm' or acknowledged_at is not null)`)
}
