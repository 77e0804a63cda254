/** Rounds of a day, and what the days say of the holes. */

import { calls, type PlayedRound } from '@greensward/contract'
import { addDays, dayOf, type MapSettings, roundKindOf, startOfDay } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CartFleet } from './cartFleet.ts'
import { paceHistoryOf, roundsBetween, type StoredRound } from './roundsStore.ts'

/** A span of more than a year is not a question of pace. */
const MOST_DAYS = 400
const DAY_MS = 86_400_000

const behindOf = ({ holes }: StoredRound): number =>
  Math.trunc(holes.reduce((sum, { minutes, passMinutes }) => (minutes === null ? sum : sum + minutes - passMinutes), 0))

export const roundRoutes = (ctx: Context, fleet: CartFleet): readonly Route[] => {
  const zone = (): MapSettings['timeZone'] => fleet.settings.map.timeZone

  const shown = (row: StoredRound): PlayedRound => {
    const pace = row.cartId === null || row.finishedAt !== null ? null : fleet.rounds.paceOf(row.cartId)
    const running = pace?.roundId === row.id ? pace : null
    return {
      id: row.id,
      cartId: row.cartId,
      cartName: row.cartName,
      startedAt: row.startedAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      kind: row.finishedAt === null ? null : roundKindOf(row.holes.length),
      behindMinutes: running?.behindMinutes ?? behindOf(row),
      holes: row.holes.map(({ holeId, holeName, begunAt, leftAt, minutes, stayedMinutes, passMinutes }) => ({
        holeId,
        holeName,
        begunAt: begunAt.toISOString(),
        leftAt: leftAt?.toISOString() ?? null,
        minutes,
        stayedMinutes,
        passMinutes,
      })),
      pace: running,
    }
  }

  return [
    route(calls.rounds.list, async ({ query }) => {
      const day = query.day ?? dayOf(ctx.clock.now(), zone())
      const from = startOfDay(day, zone())
      const items = (await roundsBetween(ctx.db, from, startOfDay(addDays(day, 1), zone()), query.cartId)).map(shown)
      return { items, total: items.length }
    }),
    route(calls.rounds.history, async ({ query }) => {
      const [from, to] = [startOfDay(query.from, zone()), startOfDay(addDays(query.to, 1), zone())]
      if (to <= from) refuseFields({ to: said('beforeFrom') })
      if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS)
        refuseFields({ from: said('daysBeforeTo', { count: MOST_DAYS }) })
      const { holes, days } = await paceHistoryOf(ctx.db, from, to, zone())
      const order = new Map(fleet.course.features.flatMap(f => (f.kind === 'hole' ? [[f.id, f.properties.sort]] : [])))
      return { days, holes: holes.toSorted((a, b) => (order.get(a.holeId) ?? 1e6) - (order.get(b.holeId) ?? 1e6)) }
    }),
  ]
}
