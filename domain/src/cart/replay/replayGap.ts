/**
 * The round of a cart whose tracker was silent and then sent the newest first: late fixes are followed as if they had come
 * in its turn. Pure: the same fixes in any order find the same round.
 */
import type { CartFix } from '../acceptFix.ts'
import type { CartGround } from '../cartGround.ts'
import { type CartRules, type CartState, followCart } from '../followCart.ts'
import {
  followRound,
  type RoundEvent,
  type RoundRules,
  type RoundSample,
  type RoundWatch,
} from '../round/followRound.ts'

/** The state of a cart before the silence, and all fixes since, in any order. */
export interface Gap {
  readonly cart: CartState
  readonly watch: RoundWatch
  readonly fixes: readonly CartFix[]
}

/** The part of a cart's state that a round needs; null before its first fix. */
export const roundSampleOf = ({ filter, hole, atGarage, stay }: CartState): RoundSample | null =>
  filter.last === null
    ? null
    : {
        atMs: filter.last.atMs,
        at: filter.last.at,
        holeId: hole.holeId,
        onHoleSinceMs: hole.sinceMs,
        atGarage,
        isStaying: stay.stayingSinceMs !== null,
      }

/** @param fastestMps as in `followCart` */
export const replayGap = (
  gap: Gap,
  ground: CartGround,
  rules: { readonly cart: CartRules; readonly round: RoundRules },
  fastestMps?: number,
): { readonly watch: RoundWatch; readonly events: readonly RoundEvent[] } => {
  let { cart, watch } = gap
  const events: RoundEvent[] = []
  // The fixes reported closed areas as they came.
  const course = { ...ground, noGo: [] }
  for (const fix of gap.fixes.toSorted((a, b) => a.atMs - b.atMs)) {
    const next = followCart(cart, fix, course, rules.cart, fix.atMs, fastestMps)
    cart = next.state
    const sample = next.verdict === 'taken' ? roundSampleOf(cart) : null
    if (sample === null) continue
    const followed = followRound(watch, sample, rules.round)
    watch = followed.watch
    events.push(...followed.events)
  }
  return { watch, events }
}
