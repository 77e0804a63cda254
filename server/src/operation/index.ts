/** For whoever runs the server: is it alive, can it work; and the sweeping that no feature owns. */
import { calls } from '@greensward/domain/contract'
import type { Backups } from '../backup/schedule.ts'
import type { Context } from '../context.ts'
import type { Feature } from '../feature.ts'
import { forgetOldAnswers } from '../http/idempotencyStore.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/route.ts'

const SWEEP_MS = 3_600_000

export interface OperationDoors {
  /** Throws while the database does not answer. */
  ping(): Promise<void>
  readonly backups: Pick<Backups, 'isBehind'>
}

export const operationFeature = (ctx: Context, { ping, backups }: OperationDoors): Feature => {
  let timer: NodeJS.Timeout | undefined
  return {
    routes: [
      route(calls.operation.health, async () => {
        try {
          await ping()
        } catch {
          return refuse('unavailable', undefined, { details: { live: true, ready: false, degraded: ['database'] } })
        }
        const degraded = [...(ctx.bus.isConnected() ? [] : ['nats']), ...((await backups.isBehind()) ? ['backup'] : [])]
        return { live: true, ready: true, degraded }
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
