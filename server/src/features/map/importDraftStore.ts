/** The SQL of drafts of imports. They are in the database, where each of several servers finds them. */
import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { importDrafts } from '../../platform/db/schema/index.ts'

const KEPT_MS = 24 * 3_600_000
/** Each change of a target makes another draft: of one person the newest stay. */
const MOST_EACH = 5

export const draftExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + KEPT_MS)

export interface NewDraft {
  readonly id: string
  readonly userId: number
  readonly createdAt: Date
  readonly content: Uint8Array
}

/** Adds a draft; older ones of the same person give way. */
export const addDraft = async (tx: Tx, draft: NewDraft): Promise<void> => {
  await tx.insert(importDrafts).values(draft)
  const older = tx
    .select({ id: importDrafts.id })
    .from(importDrafts)
    .where(and(eq(importDrafts.userId, draft.userId), ne(importDrafts.id, draft.id)))
    .orderBy(desc(importDrafts.createdAt))
    .offset(MOST_EACH - 1)
  await tx.delete(importDrafts).where(inArray(importDrafts.id, older))
}

/**
 * The content of a person's draft, which becomes theirs to apply: a second one waits for the transaction and then finds
 * it applied.
 * @returns undefined where there is none or it has expired, null where it was applied
 */
export const takeContent = async (
  tx: Tx,
  { id, userId }: Pick<NewDraft, 'id' | 'userId'>,
  now: Date,
): Promise<Uint8Array | null | undefined> => {
  const isTheirs = and(
    eq(importDrafts.id, id),
    eq(importDrafts.userId, userId),
    gt(importDrafts.createdAt, new Date(now.getTime() - KEPT_MS)),
  )
  const [row] = await tx.select({ content: importDrafts.content }).from(importDrafts).where(isTheirs).for('update')
  if (row === undefined) return undefined
  await tx.update(importDrafts).set({ content: null }).where(eq(importDrafts.id, id))
  return row.content
}

export const forgetOldDrafts = async (db: Reader, now: Date): Promise<void> => {
  await db.delete(importDrafts).where(lte(importDrafts.createdAt, new Date(now.getTime() - KEPT_MS)))
}
