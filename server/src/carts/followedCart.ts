/** What is known of one cart's rounds while they are played. */
import {
  type CartFix,
  type CartPace,
  type Gap,
  NEW_ROUND_WATCH,
  type PaceRating,
  type PlayedLine,
  type RoundWatch,
} from '@greensward/domain'
import type { openRounds } from './roundsStore.ts'

/** A silence that is over: tell the newest first, and the rest will be followed in its turn. */
export interface OpenGap extends Omit<Gap, 'fixes'> {
  readonly fixes: CartFix[]
  readonly roundId: string | null
  readonly endedId: string | null
  /** Of the cart's first fix after it. */
  readonly heardMs: number
  /** Rounds that the fixes told so far made by themselves. */
  readonly begunIds: string[]
  /** `coming`: late ones came since the last look; `come`: and none since. */
  late: 'none' | 'coming' | 'come'
}

export interface Followed {
  readonly cartId: string
  cartName: string
  watch: RoundWatch
  /** Of the round that is being played. */
  roundId: string | null
  /** Of the one before, which a batch after a gap may go on with. */
  endedId: string | null
  pace: CartPace | null
  /** The last rating that staff heard of. */
  told: PaceRating
  gap: OpenGap | null
  /** Its positions arrive here: this server writes its rounds down and tells staff of them, all others only know them. */
  isOurs: boolean
}

export const NEW_FOLLOWED = {
  watch: NEW_ROUND_WATCH,
  roundId: null,
  endedId: null,
  pace: null,
  told: 'onTime',
  gap: null,
  isOurs: false,
} satisfies Partial<Followed>

/** What the server where a cart's positions arrive calls its rounds. */
export type RoundIds = Pick<Followed, 'roundId' | 'endedId'>

type WrittenPlay = Awaited<ReturnType<typeof openRounds>>[number]['holes'][number]

/** A round that was written down, as one that is followed. @param rate how many times faster than the clock players' time runs */
export const watchOfWritten = (
  played: readonly WrittenPlay[],
  lines: readonly PlayedLine[],
  rate: number,
  heardMs: number | null,
): RoundWatch | undefined => {
  const plays = played.map(play => ({
    holeId: play.holeId,
    begunMs: play.begunAt.getTime(),
    leftMs: play.leftAt?.getTime() ?? null,
    stayedMs: (play.stayedMinutes * 60_000) / rate,
    passMinutes: play.passMinutes,
    reachedGreen: play.reachedGreen,
    wentUnseen: play.leftAt !== null && play.minutes === null,
  }))
  const last = plays.at(-1)
  if (last === undefined) return undefined
  const hole = last.leftMs === null ? lines.find(({ id }) => id === last.holeId) : undefined
  return {
    ...NEW_ROUND_WATCH,
    // Whoever plays a hole came by its tee.
    visit: hole === undefined ? null : { hole, sinceMs: last.begunMs, wasAtTee: true, reachedGreen: last.reachedGreen },
    round: { plays, finishedMs: null },
    lastMs: Math.max(last.leftMs ?? last.begunMs, heardMs ?? 0),
  }
}
