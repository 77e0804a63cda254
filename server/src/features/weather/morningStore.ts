/** The SQL of what was proposed for the last mornings, and of what people saw. */
import type { Day, MorningGrass, SeenGrass } from '@greensward/domain'
import { and, desc, eq, gte, lt, lte } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { mornings } from '../../platform/db/schema/index.ts'

export type MorningRow = typeof mornings.$inferSelect

export const readMorning = async (reader: Reader, day: Day): Promise<MorningRow | undefined> =>
  (await reader.select().from(mornings).where(eq(mornings.day, day)))[0]

/** The newest first. */
export const readMornings = (reader: Reader, first: Day, last: Day): Promise<MorningRow[]> =>
  reader
    .select()
    .from(mornings)
    .where(and(gte(mornings.day, first), lte(mornings.day, last)))
    .orderBy(desc(mornings.day))

export const storeProposal = async (tx: Tx, day: Day, proposal: MorningGrass, now: Date): Promise<void> => {
  const set = { proposal, proposedAt: now }
  await tx
    .insert(mornings)
    .values({ day, ...set })
    .onConflictDoUpdate({ target: mornings.day, set })
}

export interface Seen {
  readonly seen: SeenGrass
  readonly seenUntil: Date | null
  readonly seenBy: string
  readonly seenAt: Date
}

export const storeSeen = async (tx: Tx, day: Day, seen: Seen): Promise<void> => {
  await tx
    .insert(mornings)
    .values({ day, ...seen })
    .onConflictDoUpdate({ target: mornings.day, set: seen })
}

export const forgetMorningsBefore = async (tx: Tx, day: Day): Promise<void> => {
  await tx.delete(mornings).where(lt(mornings.day, day))
}
