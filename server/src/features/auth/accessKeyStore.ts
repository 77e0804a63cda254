/** Keys for other programs: which there are, and whose a given one is. */
import { and, desc, eq } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { accessKeys, users } from '../../platform/db/schema/index.ts'
import type { User } from '../../platform/http/route.ts'
import { isUseDue } from '../../platform/ownSecrets.ts'
import { tokenHash } from '../../platform/secrets.ts'

export type StoredAccessKey = typeof accessKeys.$inferSelect

export const listAccessKeys = (reader: Reader, userId: number): Promise<StoredAccessKey[]> =>
  reader.select().from(accessKeys).where(eq(accessKeys.userId, userId)).orderBy(desc(accessKeys.createdAt))

export const addAccessKey = async (
  tx: Tx,
  key: Pick<StoredAccessKey, 'userId' | 'name' | 'hash' | 'beginning' | 'mayEdit' | 'createdAt'>,
): Promise<StoredAccessKey> => {
  const [row] = await tx.insert(accessKeys).values(key).returning()
  if (row === undefined) throw new Error('no key came back')
  return row
}

export const removeAccessKey = async (tx: Tx, userId: number, id: string): Promise<StoredAccessKey | undefined> => {
  const [row] = await tx
    .delete(accessKeys)
    .where(and(eq(accessKeys.userId, userId), eq(accessKeys.id, id)))
    .returning()
  return row
}

/** The person whose key this is, with the role they have today; undefined for a key that was taken back. */
export const findUserByAccessKey = async (db: Database, key: string, now: Date): Promise<User | undefined> => {
  const [row] = await db
    .select({
      id: users.id,
      login: users.login,
      fullname: users.fullname,
      role: users.role,
      keyId: accessKeys.id,
      mayEdit: accessKeys.mayEdit,
      lastUsedAt: accessKeys.lastUsedAt,
    })
    .from(accessKeys)
    .innerJoin(users, eq(users.id, accessKeys.userId))
    .where(eq(accessKeys.hash, tokenHash(key)))
  if (row === undefined) return undefined
  const { keyId, mayEdit, lastUsedAt, ...user } = row
  if (isUseDue(lastUsedAt, now)) await db.update(accessKeys).set({ lastUsedAt: now }).where(eq(accessKeys.id, keyId))
  return { ...user, sessionId: keyId, ...(mayEdit ? {} : { onlyReads: true }) }
}
