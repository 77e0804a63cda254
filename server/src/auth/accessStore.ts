/** Who may ask for access, and the link that makes the first administrator. */
import { desc, eq } from 'drizzle-orm'
import type { Reader, Tx } from '../db/database.ts'
import { type AccessSettings, settings, setUpLinks } from '../db/schema/index.ts'

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

/** Makes this link the only good one. */
export const storeSetUpLink = async (tx: Tx, hash: string, now: Date): Promise<void> => {
  await tx.delete(setUpLinks)
  await tx.insert(setUpLinks).values({ hash, createdAt: now })
}

/** The hash of the good link, locked, so that two who use it at once do not both succeed. */
export const lockSetUpLink = async (tx: Tx): Promise<string | undefined> => {
  const [row] = await tx.select().from(setUpLinks).orderBy(desc(setUpLinks.createdAt)).limit(1).for('update')
  return row?.hash
}

export const removeSetUpLinks = async (tx: Tx): Promise<void> => {
  await tx.delete(setUpLinks)
}
