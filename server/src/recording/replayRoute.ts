/** The past of all vehicles together, a span at a time, small enough that a player never waits for it. */
import { packTrack, type ReplayPlace } from '@greensward/domain'
import { calls, MOST_REPLAY_STEPS } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { type Route, route } from '../http/route.ts'
import { readPlaces } from './telemetryStore.ts'

export const replayRoute = (ctx: Context): Route =>
  route(calls.replay.tracks, async ({ query }) => {
    const { stepS } = query
    const [from, to] = [new Date(query.from), new Date(query.to)]
    const spanS = (to.getTime() - from.getTime()) / 1_000
    if (spanS < 0) refuse('invalid', undefined, { fields: { 'query.to': 'must not be before from' } })
    if (spanS / stepS > MOST_REPLAY_STEPS)
      refuse('invalid', undefined, { fields: { 'query.to': `must be within ${MOST_REPLAY_STEPS} steps of from` } })
    const places = new Map<string, ReplayPlace[]>()
    for (const { vehicleId, step, lon, lat, headingDeg, bladeOn } of await readPlaces(ctx.db, from, to, stepS)) {
      const place: ReplayPlace = { step, position: [lon, lat], headingDeg, bladeOn }
      const own = places.get(vehicleId)
      if (own === undefined) places.set(vehicleId, [place])
      else own.push(place)
    }
    return {
      from: from.toISOString(),
      stepS,
      tracks: [...places].map(([vehicleId, own]) => packTrack(vehicleId, own)),
    }
  })
