/** The past of all vehicles together, a span at a time, small enough that a player never waits for it. */

import { MOST_REPLAY_RUNS_S, MOST_REPLAY_STEPS } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { packTrack, type ReplayPlace } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readPlaces, readReplayRuns } from './telemetryStore.ts'

/** @throws Refusal where the span runs backwards or is longer than `mostS` */
const spanOf = (query: { readonly from: string; readonly to: string }, mostS: number, tooLong: Said) => {
  const [from, to] = [new Date(query.from), new Date(query.to)]
  const spanS = (to.getTime() - from.getTime()) / 1_000
  if (spanS < 0) refuseFields({ 'query.to': said('beforeFrom') })
  if (spanS > mostS) refuseFields({ 'query.to': tooLong })
  return { from, to }
}

export const replayRoutes = (ctx: Context): readonly Route[] => [
  route(lateCalls.replay.tracks, async ({ query }) => {
    const { stepS, vehicleId } = query
    const { from, to } = spanOf(query, MOST_REPLAY_STEPS * stepS, said('stepsAfterFrom', { count: MOST_REPLAY_STEPS }))
    const places = new Map<string, ReplayPlace[]>()
    for (const { vehicleId: id, step, lon, lat, headingDeg, bladeOn } of await readPlaces(
      ctx.db,
      from,
      to,
      stepS,
      vehicleId,
    )) {
      const place: ReplayPlace = { step, position: [lon, lat], headingDeg, bladeOn }
      const own = places.get(id)
      if (own === undefined) places.set(id, [place])
      else own.push(place)
    }
    return {
      from: from.toISOString(),
      stepS,
      tracks: [...places].map(([id, own]) => packTrack(id, own)),
    }
  }),
  route(lateCalls.replay.runs, async ({ query }) => {
    const { from, to } = spanOf(query, MOST_REPLAY_RUNS_S, said('hoursAfterFrom', { count: 24 }))
    return { items: await readReplayRuns(ctx.db, from, to) }
  }),
]
