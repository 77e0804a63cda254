/** The SQL of the ready texts of the course: one row of the settings. */
import type { ReadyTexts } from '@greensward/domain'
import { eq } from 'drizzle-orm'
import { inTurn } from '../../platform/db/alone.ts'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { settings } from '../../platform/db/schema/index.ts'

/** The row of the settings that holds them. */
export const READY_TEXTS = 'readyTexts'

export interface StoredReadyTexts extends ReadyTexts {
  /** Null where nobody has changed them yet. */
  readonly updatedAt: Date | null
}

export const readReadyTexts = async (reader: Reader): Promise<StoredReadyTexts> => {
  const [row] = await reader.select().from(settings).where(eq(settings.name, READY_TEXTS))
  if (row === undefined || !('texts' in row.value)) return { texts: [], hidesBuiltIn: false, updatedAt: null }
  return { ...row.value, updatedAt: row.updatedAt }
}

/** Nobody else changes them until the transaction ends. */
export const lockReadyTexts = (tx: Tx): Promise<void> => inTurn(tx, 'readyTexts')

export const writeReadyTexts = async (
  tx: Tx,
  before: StoredReadyTexts,
  value: ReadyTexts,
  now: Date,
): Promise<StoredReadyTexts> => {
  const updatedAt = before.updatedAt === null ? now : laterThan(before.updatedAt, now)
  await tx
    .insert(settings)
    .values({ name: READY_TEXTS, value, updatedAt })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } })
  return { ...value, updatedAt }
}
