/** Keeps recorded positions by day, and forgets those that are older than the settings say. */
import type { LinkSettings } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { forgetDays, forgetRest, prepareDays, type RecordedTable } from './daysStore.ts'

const DAY_MS = 24 * 3_600_000
/** Rows in one statement: nobody else waits for longer than that takes. */
const BATCH = 5_000
const PAUSE_MS = 100

export interface Forgotten {
  readonly days: number
  /** Of those that lay in no day's part. */
  readonly rows: number
}

const forget = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  table: RecordedTable,
  keptDays: number,
  isOver: () => boolean,
): Promise<Forgotten> => {
  const before = new Date(clock.now().getTime() - keptDays * DAY_MS)
  const days = await forgetDays(db, table, before)
  let rows = 0
  while (!isOver()) {
    const count = await forgetRest(db, table, before, BATCH)
    rows += count
    if (count < BATCH) break
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  return { days, rows }
}

/** Run now and then: prepares partitions for the coming days, and drops data that is too old. */
export const keepPositions = async (
  ctx: Pick<Context, 'db' | 'clock'>,
  { secondDays, fullRateDays }: Pick<LinkSettings, 'secondDays' | 'fullRateDays'>,
  isOver: () => boolean = () => false,
): Promise<{ readonly seconds: Forgotten; readonly chunks: Forgotten }> => {
  await prepareDays(ctx.db, 'positions', ctx.clock.now())
  await prepareDays(ctx.db, 'telemetry_chunks', ctx.clock.now())
  return {
    chunks: await forget(ctx, 'telemetry_chunks', fullRateDays, isOver),
    seconds: secondDays === null ? { days: 0, rows: 0 } : await forget(ctx, 'positions', secondDays, isOver),
  }
}
