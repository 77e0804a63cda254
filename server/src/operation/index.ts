/** For whoever runs the server: is it alive, can it work; and the sweeping that no feature owns. */
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import { forgetOldAnswers } from '../http/idempotencyStore.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/route.ts'

const SWEEP_MS = 3_600_000

/** @param ping throws while the database does not answer */
export const operationFeature = (ctx: Context, ping: () => Promise<void>): Feature => {
  let timer: NodeJS.Timeout | undefined
  return {
    routes: [
      route(calls.operation.health, async () => {
        try {
          await ping()
        } catch {
          return refuse('unavailable', undefined, { details: { live: true, ready: false, degraded: ['database'] } })
        }
        return { live: true, ready: true, degraded: [] }
      }),
    ],
    start: async () => {
      timer = setInterval(() => {
        forgetOldAnswers(ctx.db, ctx.clock.now()).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'Old answers were not swept'),
        )
      }, SWEEP_MS)
      timer.unref()
    },
    stop: async () => clearInterval(timer),
  }
}
