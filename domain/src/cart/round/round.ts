/** A group's round as it is found from where its cart is: which holes, from when to when. */
import { z } from 'zod'
import { id, instant } from '../../common/text.ts'

/** `eighteen` or `nine` holes; `part` is any other number that a group went home after. */
export const roundKind = z.enum(['nine', 'eighteen', 'part'])
export type RoundKind = z.infer<typeof roundKind>

/** `onTime` or ahead; `late` by minutes, or held up by the group in front; `behind` with an open hole in front. */
export const paceRating = z.enum(['onTime', 'late', 'behind'])
export type PaceRating = z.infer<typeof paceRating>

/** One hole of a round: from when the cart came to it, so that waiting at its tee counts, until it left. */
export interface HolePlay {
  readonly holeId: string
  readonly begunMs: number
  /** Null while it is being played. */
  readonly leftMs: number | null
  /** Milliseconds of it that the cart was staying. */
  readonly stayedMs: number
  /** Minutes allowed for the hole when the group started it. */
  readonly passMinutes: number
  /** Whether the cart came from the tee to the green. */
  readonly reachedGreen: boolean
  /** Whether its tracker was silent on it for longer than a cart may be before it is offline. */
  readonly wentUnseen: boolean
}

/** Null while it is being played, and where nobody saw when it was left. */
export const playedMs = ({ begunMs, leftMs, reachedGreen, wentUnseen }: HolePlay): number | null =>
  leftMs === null || (wentUnseen && !reachedGreen) ? null : leftMs - begunMs

export interface Round {
  /** In the order of play, at least one. */
  readonly plays: readonly HolePlay[]
  readonly finishedMs: number | null
}

/** A running round compared with the pace of its holes; minutes are those of the players. */
export const cartPace = z.strictObject({
  roundId: id,
  startedAt: instant,
  /** The hole of the round, which is kept while the cart crosses another; null between two. */
  holeId: id.nullable(),
  /** Where it was begun: 1 and 10 of a two-tee start, any of a shotgun start. */
  firstHoleId: id,
  holesPlayed: z.number().int(),
  holesOfRound: z.number().int(),
  holeMinutes: z.number().int(),
  /** Whole minutes; below 0 the group is ahead. */
  behindMinutes: z.number().int(),
  rating: paceRating,
  /** The group in front is the cause: it is not farther ahead than the time this hole takes. */
  isHeldUp: z.boolean(),
  /** Minutes after the group in front at the tee of the hole; null where nobody played it before. */
  gapMinutes: z.number().int().nullable(),
  aheadCartId: id.nullable(),
  finishAt: instant,
})
export type CartPace = z.infer<typeof cartPace>

/** `Hole 7` is 7 where the word is beside it already; a name without a number is kept. */
export const holeNumberOf = (name: string): string => /\d+/.exec(name)?.[0] ?? name

export const NINE = 9
export const EIGHTEEN = 18

export const roundKindOf = (holesPlayed: number): RoundKind =>
  holesPlayed === NINE ? 'nine' : holesPlayed === EIGHTEEN ? 'eighteen' : 'part'
