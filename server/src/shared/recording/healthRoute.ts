/** How a vehicle has been: its battery and its fix over hours and days. */

import { calls } from '@greensward/contract'
import type { FixType } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readHealth } from './telemetryStore.ts'

const LONGEST_MS = 8 * 86_400_000
const STEPS = 300

/** Poorest first. */
const FIXES: readonly FixType[] = ['noGps', 'noFix', 'fix2d', 'fix3d', 'dgps', 'rtkFloat', 'rtkFixed']

export const healthRoute = (ctx: Context): Route =>
  route(calls.health.get, async ({ params, query }) => {
    const [from, to] = [new Date(query.from), new Date(query.to)]
    const spanMs = to.getTime() - from.getTime()
    if (spanMs <= 0) refuseFields({ 'query.to': said('notAfterFrom') })
    if (spanMs > LONGEST_MS) refuseFields({ 'query.to': said('daysAfterFrom', { count: 8 }) })
    const stepS = Math.max(1, Math.ceil(spanMs / 1_000 / STEPS))
    const rows = await readHealth(ctx.db, params.id, from, to, stepS, FIXES)
    return {
      stepS,
      items: rows.map(({ step, battery, fix }) => ({
        at: new Date(from.getTime() + step * stepS * 1_000).toISOString(),
        battery: battery === null ? null : Math.round(battery * 1_000) / 1_000,
        fix: fix === null ? null : (FIXES[fix] ?? null),
      })),
    }
  })
