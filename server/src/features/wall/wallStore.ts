/** The SQL of displays on a wall. */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { wallDisplays, wallPairings } from '../../platform/db/schema/index.ts'
import type { Display } from '../../platform/http/route.ts'
import { tokenHash } from '../../platform/secrets.ts'

/** A display that asks all day is written down once in this time. */
const SEEN_STEP_MS = 60_000

export const storePairing = async (tx: Tx, codeHash: string, expiresAt: Date): Promise<void> => {
  await tx.insert(wallPairings).values({ codeHash, expiresAt })
}

/** Whether the code was good; it is used up then. */
export const redeemPairing = async (tx: Tx, codeHash: string, now: Date): Promise<boolean> =>
  (
    await tx
      .delete(wallPairings)
      .where(and(eq(wallPairings.codeHash, codeHash), gt(wallPairings.expiresAt, now)))
      .returning({ codeHash: wallPairings.codeHash })
  ).length > 0

export const addDisplay = async (
  tx: Tx,
  display: Pick<typeof wallDisplays.$inferInsert, 'tokenHash' | 'name' | 'pairedAt'>,
): Promise<string> => {
  const [row] = await tx.insert(wallDisplays).values(display).returning({ id: wallDisplays.id })
  if (row === undefined) throw new Error('no row came back')
  return row.id
}

export const readDisplays = (reader: Reader) =>
  reader
    .select({
      id: wallDisplays.id,
      name: wallDisplays.name,
      pairedAt: wallDisplays.pairedAt,
      lastSeenAt: wallDisplays.lastSeenAt,
    })
    .from(wallDisplays)
    .orderBy(asc(wallDisplays.pairedAt), asc(wallDisplays.id))

/** The name of the display that was removed. */
export const removeDisplay = async (tx: Tx, id: string): Promise<string | undefined> => {
  const [row] = await tx.delete(wallDisplays).where(eq(wallDisplays.id, id)).returning({ name: wallDisplays.name })
  return row?.name
}

/** Undefined for a token that never was or was revoked. */
export const findDisplayByToken = async (db: Database, token: string, now: Date): Promise<Display | undefined> => {
  const [row] = await db
    .select({ id: wallDisplays.id, lastSeenAt: wallDisplays.lastSeenAt })
    .from(wallDisplays)
    .where(eq(wallDisplays.tokenHash, tokenHash(token)))
  if (row === undefined) return undefined
  if (row.lastSeenAt === null || now.getTime() - row.lastSeenAt.getTime() > SEEN_STEP_MS)
    await db.update(wallDisplays).set({ lastSeenAt: now }).where(eq(wallDisplays.id, row.id))
  return { id: row.id }
}
