/** The SQL of the address that tee sheets are read from. */
import { minutesToNextReading, type TeeSheetReading } from '@greensward/domain'
import { and, eq, lte, or, sql } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { teeSheetAddress } from '../../platform/db/schema/index.ts'

export type AddressRow = typeof teeSheetAddress.$inferSelect

const MINUTE_MS = 60_000

export const readAddress = async (reader: Reader): Promise<AddressRow | undefined> =>
  (await reader.select().from(teeSheetAddress))[0]

/** Stores another address, without the result of the last reading: it belonged to the address before. */
export const writeAddress = async (
  tx: Tx,
  before: AddressRow | undefined,
  change: { readonly sealedAddress: string; readonly host: string },
  now: Date,
): Promise<void> => {
  const row = {
    ...change,
    triedAt: null,
    dueAt: now,
    readAt: null,
    failures: 0,
    last: null,
    updatedAt: before === undefined ? now : laterThan(before.updatedAt, now),
  }
  await tx
    .insert(teeSheetAddress)
    .values({ name: 'only', ...row })
    .onConflictDoUpdate({ target: teeSheetAddress.name, set: row })
}

export const removeAddress = async (tx: Tx): Promise<void> => {
  await tx.delete(teeSheetAddress)
}

/** Takes the turn to read the address: one of several servers gets it. */
export const takeTurn = async (reader: Reader, now: Date, atOnce: boolean): Promise<AddressRow | undefined> => {
  const isDue = or(
    lte(teeSheetAddress.dueAt, now),
    // A clock that was set back must not leave the address unread until it has caught up.
    sql`${teeSheetAddress.triedAt} > ${now.toISOString()}::timestamptz + interval '1 minute'`,
  )
  const [row] = await reader
    .update(teeSheetAddress)
    .set({ triedAt: now, dueAt: new Date(now.getTime() + minutesToNextReading(0) * MINUTE_MS) })
    .where(atOnce ? undefined : isDue)
    .returning()
  return row
}

/** Stores the result of a reading, unless the address has changed since. */
export const storeReading = async (reader: Reader, of: AddressRow, last: TeeSheetReading, now: Date): Promise<void> => {
  const isRead = last.problem === null
  const failures = isRead ? 0 : of.failures + 1
  await reader
    .update(teeSheetAddress)
    .set({
      last,
      failures,
      dueAt: new Date(now.getTime() + minutesToNextReading(failures) * MINUTE_MS),
      ...(isRead ? { readAt: now } : {}),
    })
    .where(and(eq(teeSheetAddress.updatedAt, of.updatedAt), eq(teeSheetAddress.sealedAddress, of.sealedAddress)))
}
