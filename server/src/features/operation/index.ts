/** For operators of the server: is it alive, can it work; and the sweeping that no feature owns. */

import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/db/database.ts'
import { forgetOldEntries } from '../../platform/db/journalStore.ts'
import type { Feature } from '../../platform/feature.ts'
import { forgetOldAnswers } from '../../platform/http/idempotencyStore.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'

const SWEEP_MS = 3_600_000

export interface OperationPorts {
  /** Throws while the database does not answer. */
  ping(): Promise<void>
  degraded(): readonly string[]
  /** Deletes drafts of imports that nobody applied in time. */
  forgetOldDrafts(db: Database, now: Date): Promise<void>
}

export const operationFeature = (ctx: Context, { ping, degraded, forgetOldDrafts }: OperationPorts): Feature => {
  let timer: NodeJS.Timeout | undefined
  /** @throws Refusal while the database does not answer */
  const answers = async (): Promise<void> => {
    try {
      await ping()
    } catch {
      refuse(
        'unavailable',
        {},
        {
          details: { live: true, ready: false, degraded: ['database', ...degraded()] },
        },
      )
    }
  }
  return {
    routes: [
      route(lateCalls.operation.health, async () => {
        await answers()
        return { live: true, ready: true, degraded: [...degraded()] }
      }),
      route(lateCalls.operation.live, async () => ({ live: true })),
      route(lateCalls.operation.ready, async () => {
        await answers()
        return { ready: true }
      }),
    ],
    start: async () => {
      timer = setInterval(() => {
        forgetOldAnswers(ctx.db, ctx.clock.now()).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'Old answers were not swept'),
        )
        forgetOldEntries(ctx.db, ctx.clock.now()).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'Old entries of journals were not swept'),
        )
        forgetOldDrafts(ctx.db, ctx.clock.now()).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'Old drafts of imports were not swept'),
        )
      }, SWEEP_MS)
      timer.unref()
    },
    stop: async () => clearInterval(timer),
  }
}
