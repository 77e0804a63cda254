/** Forgets positions that are older than the settings say, a little at a time. */
import type { LinkSettings } from '@greensward/domain'
import type { Context } from '../context.ts'
import { forgetChunks, forgetPositions } from './telemetryStore.ts'

const DAY_MS = 24 * 3_600_000
/** So many rows in one statement: nobody else waits for longer than that takes. */
const BATCH = 5_000
const PAUSE_MS = 100

/** @returns how many rows were forgotten */
export const forgetOldPositions = async (
  ctx: Pick<Context, 'db' | 'clock'>,
  { secondDays, fullRateDays }: Pick<LinkSettings, 'secondDays' | 'fullRateDays'>,
  isOver: () => boolean = () => false,
): Promise<number> => {
  const before = (days: number): Date => new Date(ctx.clock.now().getTime() - days * DAY_MS)
  let forgotten = 0
  const sweep = async (forget: typeof forgetChunks, days: number): Promise<void> => {
    while (!isOver()) {
      const count = await forget(ctx.db, before(days), BATCH)
      forgotten += count
      if (count < BATCH) return
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
  }
  await sweep(forgetChunks, fullRateDays)
  if (secondDays !== null) await sweep(forgetPositions, secondDays)
  return forgotten
}
