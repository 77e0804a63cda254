/** Access requests, and the link that makes the first administrator. */
import { eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { type AccessSettings, settings, setUpLinks } from '../../platform/db/schema/index.ts'

export const readAccess = async (db: Reader): Promise<AccessSettings> => {
  const [row] = await db.select().from(settings).where(eq(settings.name, 'access'))
  return { selfRegistration: false, ...(row?.value as AccessSettings | undefined) }
}

export const changeAccess = async (tx: Tx, value: AccessSettings, now: Date): Promise<void> => {
  await tx
    .insert(settings)
    .values({ name: 'access', value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: now } })
}

/** Makes this link good, beside those of other servers that run or as the only one. */
export const storeSetUpLink = async (tx: Tx, hash: string, others: 'keep' | 'end', now: Date): Promise<void> => {
  if (others === 'end') await tx.delete(setUpLinks)
  await tx.insert(setUpLinks).values({ hash, createdAt: now })
}

/** The hashes of good links, locked in one order, so that two who use them at once do not both succeed. */
export const lockSetUpLinks = async (tx: Tx): Promise<readonly string[]> => {
  const rows = await tx.select({ hash: setUpLinks.hash }).from(setUpLinks).orderBy(setUpLinks.hash).for('update')
  return rows.map(({ hash }) => hash)
}

export const removeSetUpLinks = async (tx: Tx): Promise<void> => {
  await tx.delete(setUpLinks)
}
