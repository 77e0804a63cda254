/** People as they are stored. */
import type { RoleSlug } from '@greensward/domain'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { matching, naturally, orderOf, type PageQuery, pageOf } from '../../platform/db/listing.ts'
import { sessions, users } from '../../platform/db/schema/index.ts'

export type StoredUser = typeof users.$inferSelect
export type NewUser = Omit<StoredUser, 'id'>
export type UserChange = { readonly [K in keyof NewUser]?: NewUser[K] | undefined }

const COLUMNS = {
  fullname: naturally(users.fullname),
  login: naturally(users.login),
  email: naturally(users.email),
  phone: users.phone,
  role: users.role,
  updatedAt: users.updatedAt,
}

/** Undefined for a sort that is not known. */
export const listUsers = async (
  db: Reader,
  query: PageQuery & { readonly role?: RoleSlug | undefined },
): Promise<{ rows: StoredUser[]; total: number } | undefined> => {
  const order = orderOf(query.sort ?? 'fullname', COLUMNS, users.id)
  if (order === undefined) return undefined
  const where = and(
    matching(query.search, [users.fullname, users.login, users.email, users.phone]),
    query.role === undefined ? undefined : eq(users.role, query.role),
  )
  const { limit, offset } = pageOf(query)
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(users).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export const findUser = async (db: Reader, id: number): Promise<StoredUser | undefined> => {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export const findUserByLogin = async (db: Reader, login: string): Promise<StoredUser | undefined> => {
  const [row] = await db
    .select()
    .from(users)
    .where(sql`lower(${users.login}) = lower(${login.normalize('NFC').trim()})`)
  return row
}

export const lockUser = async (tx: Tx, id: number): Promise<StoredUser | undefined> => {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row
}

export const addUser = async (tx: Reader, user: NewUser): Promise<StoredUser> => {
  const [row] = await tx.insert(users).values(user).returning()
  if (row === undefined) throw new Error('no user came back')
  return row
}

export const changeUser = async (tx: Tx, id: number, change: UserChange): Promise<StoredUser> => {
  const [row] = await tx
    .update(users)
    .set(change as Partial<NewUser>)
    .where(eq(users.id, id))
    .returning()
  if (row === undefined) throw new Error('no user came back')
  return row
}

export const removeUser = async (tx: Tx, id: number): Promise<void> => {
  await tx.delete(users).where(eq(users.id, id))
}

/** Locks them, so that two who remove each other cannot both succeed. */
export const lockAdministrators = async (tx: Tx): Promise<readonly number[]> => {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'ROLE_ADMIN'))
    .orderBy(users.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Everybody, with what they may do. */
export const peopleOf = (db: Reader): Promise<Pick<StoredUser, 'id' | 'role'>[]> =>
  db.select({ id: users.id, role: users.role }).from(users)

export const hasUsers = async (db: Reader): Promise<boolean> => (await db.$count(users)) > 0

export const sessionsOf = async (db: Reader, userId: number): Promise<readonly string[]> => {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  return rows.map(({ id }) => id)
}

/** Whether anybody ever has. */
export const hasSignedIn = async (db: Reader): Promise<boolean> => (await db.$count(sessions)) > 0
