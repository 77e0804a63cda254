/** A program of its own: makes the demo's past in the database that its parent names, while the parent serves people. */
import { pino } from 'pino'
import { writeAudit } from '../../../platform/auditStore.ts'
import { loneBus } from '../../../platform/bus/bus.ts'
import { readConfig } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { createEvents } from '../../../platform/events.ts'
import { createLive } from '../../../platform/live/live.ts'
import { makeFortnight } from './fortnight.ts'

/** From the parent. */
export interface HistoryOrder {
  readonly databaseUrl: string
  readonly clockAheadS: number
}

/** To the parent. */
export type HistoryNews =
  | { readonly kind: 'progress'; readonly share: number }
  | {
      readonly kind: 'done'
      readonly missions: number
      readonly positions: number
      readonly todayIds: readonly string[]
    }

const report = (news: HistoryNews): void => {
  process.send?.(news)
}

const run = async ({ databaseUrl, clockAheadS }: HistoryOrder): Promise<void> => {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const database = openDatabase(databaseUrl, error => log.warn({ err: error }, 'A connection broke'), 4)
  const clock = {
    now: () => new Date(Date.now() + clockAheadS * 1_000),
    monotonicMs: () => performance.now(),
  }
  const ctx: Context = {
    config: readConfig({}),
    db: database.db,
    clock,
    log,
    // Nobody listens here: the parent passes on what its people have to see.
    events: createEvents(loneBus, (error, event) => log.error({ err: error, event }, 'A listener failed')),
    bus: loneBus,
    replicaId: 'demo history',
    live: createLive(loneBus),
    audit: (tx, entry) => writeAudit(tx, clock.now(), entry),
  }
  const { today, missions, positions } = await makeFortnight(ctx, share => report({ kind: 'progress', share }))
  await database.close()
  report({ kind: 'done', missions, positions, todayIds: today.map(({ id }) => id) })
}

// The parent's end is ours: the next start begins again where this one was.
process.once('disconnect', () => process.exit(1))
process.once('message', order => {
  run(order as HistoryOrder).then(
    () => {
      process.removeAllListeners('disconnect')
      process.disconnect?.()
      process.exit(0)
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      process.exit(1)
    },
  )
})
