/** The state of one cart's rounds while they are played. */
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

/** A silence that is over: the newest position arrives first, and the rest follow in order. */
export interface OpenGap extends Omit<Gap, 'fixes'> {
  readonly fixes: CartFix[]
  readonly roundId: string | null
  readonly endedId: string | null
  /** Of the cart's first fix after it. */
  readonly receivedMs: number
  /** Rounds that the late fixes so far began by themselves. */
  readonly begunIds: string[]
  /** `arriving`: late fixes arrived since the last look; `arrived`: they did before it, and none since. */
  late: 'none' | 'arriving' | 'arrived'
}

export interface Followed {
  readonly cartId: string
  cartName: string
  watch: RoundWatch
  /** Of the round that is being played. */
  roundId: string | null
  /** The round before, which a batch after a gap may continue. */
  endedId: string | null
  pace: CartPace | null
  /** The last rating that staff were notified of. */
  reportedRating: PaceRating
  gap: OpenGap | null
  /** Its positions arrive here: this server writes its rounds down and notifies staff, the other servers only follow them. */
  isOurs: boolean
}

export const NEW_FOLLOWED = {
  watch: NEW_ROUND_WATCH,
  roundId: null,
  endedId: null,
  pace: null,
  reportedRating: 'onTime',
  gap: null,
  isOurs: false,
} satisfies Partial<Followed>

/** The ids that the server receiving a cart's positions gives its rounds. */
export type RoundIds = Pick<Followed, 'roundId' | 'endedId'>

type WrittenPlay = Awaited<ReturnType<typeof openRounds>>[number]['holes'][number]

/** A round that was written down, as one that is followed. @param rate how many times faster than the clock players' time runs */
export const watchOfWritten = (
  played: readonly WrittenPlay[],
  lines: readonly PlayedLine[],
  rate: number,
  receivedMs: number | null,
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
    // A cart that plays a hole came past its tee.
    visit: hole === undefined ? null : { hole, sinceMs: last.begunMs, wasAtTee: true, reachedGreen: last.reachedGreen },
    round: { plays, finishedMs: null },
    lastMs: Math.max(last.leftMs ?? last.begunMs, receivedMs ?? 0),
  }
}
