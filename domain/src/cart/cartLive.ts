/** A cart as staff and the player see it, beside its telemetry. */
import { z } from 'zod'
import { id, instant } from '../common/text.ts'
import type { LinkState } from '../garage/telemetry.ts'
import { cartPace } from './round/round.ts'

/** Phones and tablets report once in some seconds, not ten times a second: their links are judged more slowly. */
export const CART_STALE_AFTER_MS = 15_000
/** A cart without a report for longer than this is offline. */
export const CART_LOST_AFTER_MS = 60_000

export const cartLinkOf = (ageMs: number | null): LinkState =>
  ageMs === null ? 'never' : ageMs > CART_LOST_AFTER_MS ? 'lost' : ageMs > CART_STALE_AFTER_MS ? 'stale' : 'live'

/** `never`: no report so far; `offline`: no fix for a minute; `parked` at a garage; `staying` too long off it; `standing`; `driving`. */
export const cartStanding = z.enum(['never', 'offline', 'parked', 'staying', 'standing', 'driving'])
export type CartStanding = z.infer<typeof cartStanding>

/** `paths`: off the cart paths, while the course mode keeps carts to them. */
export const noGoKind = z.enum(['noGo', 'rain', 'paths'])
export type NoGoKind = z.infer<typeof noGoKind>

export const cartLive = z.strictObject({
  standing: cartStanding,
  /** Whether its last fix was at a garage: an offline cart is then most likely parked. */
  atGarage: z.boolean(),
  holeId: id.nullable(),
  onHoleSince: instant.nullable(),
  stayingSince: instant.nullable(),
  /** Of the round that is being played; null without one. */
  pace: cartPace.nullable(),
  /** Areas it is in and may not be; `isBlocked` where a fix good enough for a block says so. */
  noGo: z.array(z.strictObject({ id, title: z.string(), kind: noGoKind, isBlocked: z.boolean() })),
})
export type CartLive = z.infer<typeof cartLive>
