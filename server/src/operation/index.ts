/** For whoever runs the server: is it alive, can it work. */
import { calls } from '@greensward/domain/contract'
import type { Feature } from '../feature.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/route.ts'

/** @param ping throws while the database does not answer */
export const operationFeature = (ping: () => Promise<void>): Feature => ({
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
})
