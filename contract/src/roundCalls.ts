/** Rounds that were found, and how long the holes take. */

import { cartPace, fieldFault, id, instant, isDay, roundKind } from '@greensward/domain'
import { z } from 'zod'
import { call, listOf } from './call.ts'

const day = z.string().refine(isDay, fieldFault('day'))

export const playedHole = z.strictObject({
  holeId: id,
  holeName: z.string(),
  begunAt: instant,
  leftAt: instant.nullable(),
  /** Of the players; null while it is being played, and where nobody saw when it was left. */
  minutes: z.number().nullable(),
  /** Of these the cart was staying. */
  stayedMinutes: z.number(),
  passMinutes: z.number().int(),
})

export const playedRound = z.strictObject({
  id,
  /** Null once the cart is gone. */
  cartId: id.nullable(),
  cartName: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** Null while it is being played. */
  kind: roundKind.nullable(),
  /** Whole minutes against the holes that were played; of a running round as it is now. */
  behindMinutes: z.number().int(),
  holes: z.array(playedHole),
  /** Null once it is finished, or its cart is silent. */
  pace: cartPace.nullable(),
})
export type PlayedRound = z.infer<typeof playedRound>

export const paceHistory = z.strictObject({
  /** Of finished rounds, in the order of play. */
  holes: z.array(
    z.strictObject({
      holeId: id,
      holeName: z.string(),
      passMinutes: z.number(),
      plays: z.number().int(),
      medianMinutes: z.number(),
      /** Nine of ten groups were faster. */
      slowMinutes: z.number(),
    }),
  ),
  /** Days of the course with finished rounds, oldest first. */
  days: z.array(
    z.strictObject({
      day,
      rounds: z.number().int(),
      /** A hole against its pace, the middle of all: 1 is on time. */
      paceShare: z.number(),
      /** Minutes of the middle eighteen-hole round; null where none was played. */
      eighteenMinutes: z.number().nullable(),
    }),
  ),
})
export type PaceHistory = z.infer<typeof paceHistory>

export const roundCalls = {
  rounds: {
    list: call({
      method: 'GET',
      path: 'rounds',
      who: 'course.read',
      query: z.strictObject({ day: day.optional(), cartId: id.optional() }),
      result: listOf(playedRound),
    }),
    history: call({
      method: 'GET',
      path: 'rounds/history',
      who: 'course.read',
      query: z.strictObject({ from: day, to: day }),
      result: paceHistory,
    }),
  },
} as const
