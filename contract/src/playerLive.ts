/** Messages to a cart's tablet on its live socket. In its own file, so that no page of the staff loads it. */
import { z } from 'zod'
import { playerState } from './playerCalls.ts'

/** Data that a tablet has to re-read: its whole view, the course, the menu, its orders, the aerial pictures. */
const playerSubject = z.enum(['state', 'course', 'menu', 'orders', 'rasters'])
export type PlayerSubject = z.infer<typeof playerSubject>

/**
 * What a tablet receives on the channel `player` of its socket: where its own cart is, as it is known, newest wins; and
 * what changed, which it then reads by the calls below. After each connection it reads everything, so nothing is numbered.
 */
export const playerLive = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('now'),
    message: playerState.pick({ at: true, telemetry: true, state: true, mowers: true }),
  }),
  z.strictObject({ event: z.literal('changed'), message: z.strictObject({ subject: playerSubject }) }),
])
export type PlayerLive = z.infer<typeof playerLive>
export type PlayerNow = Extract<PlayerLive, { event: 'now' }>['message']
