/** The SQL of the rounds being played, as the schedule needs it. */
import type { HolePlay } from '@greensward/domain'
import { and, asc, eq, gte, isNull } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { roundHoles, rounds } from '../../platform/db/schema/index.ts'

/** Nobody is on the course for longer: a round that began before was left open by chance. */
const LONGEST_ROUND_MS = 8 * 3_600_000

interface PlayingRound {
  readonly cartName: string
  readonly plays: readonly HolePlay[]
}

/** Rounds that are being played, each with its holes in the order of play. */
export const playingRounds = async (reader: Reader, nowMs: number): Promise<readonly PlayingRound[]> => {
  const rows = await reader
    .select({ id: rounds.id, cartName: rounds.cartName, hole: roundHoles })
    .from(rounds)
    .innerJoin(roundHoles, eq(roundHoles.roundId, rounds.id))
    .where(and(isNull(rounds.finishedAt), gte(rounds.startedAt, new Date(nowMs - LONGEST_ROUND_MS))))
    .orderBy(asc(rounds.id), asc(roundHoles.number))
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(holes => ({
    cartName: holes[0]?.cartName ?? '',
    plays: holes.map(({ hole }) => ({
      holeId: hole.holeId,
      begunMs: hole.begunAt.getTime(),
      leftMs: hole.leftAt?.getTime() ?? null,
      stayedMs: 0,
      passMinutes: hole.passMinutes,
      reachedGreen: hole.reachedGreen,
      wentUnseen: false,
    })),
  }))
}
