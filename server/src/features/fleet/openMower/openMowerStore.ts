/** The SQL of mowers that run OpenMower. */
import type { OpenMowerLink } from '@greensward/contract'
import { eq } from 'drizzle-orm'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import { openMowers } from '../../../platform/db/schema/index.ts'

export type StoredOpenMower = Omit<typeof openMowers.$inferSelect, 'updatedAt'>

export const readOpenMowers = async (reader: Reader): Promise<readonly StoredOpenMower[]> =>
  (await reader.select().from(openMowers)).map(({ updatedAt: _, ...stored }) => stored)

export const readOpenMower = async (reader: Reader, mowerId: string): Promise<StoredOpenMower | undefined> => {
  const [row] = await reader.select().from(openMowers).where(eq(openMowers.mowerId, mowerId))
  if (row === undefined) return undefined
  const { updatedAt: _, ...stored } = row
  return stored
}

export const saveOpenMower = async (tx: Tx, stored: StoredOpenMower, updatedAt: Date): Promise<void> => {
  const row = { ...stored, updatedAt }
  await tx.insert(openMowers).values(row).onConflictDoUpdate({ target: openMowers.mowerId, set: row })
}

export const removeOpenMower = async (tx: Tx, mowerId: string): Promise<void> => {
  await tx.delete(openMowers).where(eq(openMowers.mowerId, mowerId))
}

/** Without the password, which can be set and never read. */
export const shownOpenMower = (stored: StoredOpenMower): OpenMowerLink => {
  const { address, user, authority, prefix, datum, sealedPassword } = stored
  return { address, user, authority, prefix, datum, hasPassword: sealedPassword !== null }
}
