/** Every recorded position of a vehicle, for exact questions of where it was. */

import { calls } from '@greensward/contract'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readSamples } from './telemetryStore.ts'

/** Six thousand positions at ten a second. */
const LONGEST_MS = 600_000

export const telemetryRoute = (ctx: Context): Route =>
  route(calls.link.telemetry, async ({ params, query }) => {
    const [from, to] = [new Date(query.from), new Date(query.to)]
    const spanMs = to.getTime() - from.getTime()
    if (spanMs < 0) refuseFields({ 'query.to': said('beforeFrom') })
    if (spanMs > LONGEST_MS) refuseFields({ 'query.to': said('minutesAfterFrom', { count: 10 }) })
    return { items: await readSamples(ctx.db, params.id, from, to) }
  })
