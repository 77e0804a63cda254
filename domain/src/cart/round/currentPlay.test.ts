import { describe, expect, test } from 'vitest'
import { PASS, RULES, range } from './round.fixture.ts'
import type { HolePlay, Round } from './round.ts'
import { expectedPlay, paceNow } from './roundPace.ts'

describe('the expected play', () => {
  const MINUTE_MS = 60_000
  const played = (count: number, minutes: number): Round => ({
    plays: range(1, count).map(n => ({
      holeId: `hole ${n}`,
      begunMs: (n - 1) * minutes * MINUTE_MS,
      leftMs: n === count ? null : n * minutes * MINUTE_MS,
      stayedMs: 0,
      passMinutes: PASS,
      reachedGreen: n < count,
      wentUnseen: false,
    })),
    finishedMs: null,
  })

  test('of a group is its hole now and each one ahead, one after the other and at its own pace', () => {
    const slow = PASS * 1.5
    const nowMs = (4 * slow + 2) * MINUTE_MS
    const expected = expectedPlay(played(5, slow), RULES, nowMs)
    expect(expected.map(({ holeId }) => holeId)).toEqual(range(5, 18).map(n => `hole ${n}`))
    expect(expected[0]).toEqual({ holeId: 'hole 5', fromMs: 4 * slow * MINUTE_MS, toMs: 5 * slow * MINUTE_MS })
    expect(expected[3]).toEqual({ holeId: 'hole 8', fromMs: 7 * slow * MINUTE_MS, toMs: 8 * slow * MINUTE_MS })
    const finishMs = paceNow(played(5, slow), null, RULES, nowMs)?.finishMs ?? 0
    expect(expected.at(-1)?.toMs).toBeCloseTo(finishMs, -3)
  })

  test('starts again with each minute that a hole takes too long, follows the round, and ends with it', () => {
    const nowMs = 100 * MINUTE_MS
    expect(expectedPlay(played(2, PASS), RULES, nowMs)[1]).toMatchObject({ holeId: 'hole 3', fromMs: nowMs })
    const tenth: Round = { plays: [{ ...played(1, PASS).plays[0], holeId: 'hole 10' } as HolePlay], finishedMs: null }
    const around = expectedPlay(tenth, RULES, 0).map(({ holeId }) => holeId)
    expect(around).toEqual([...range(10, 18), ...range(1, 9)].map(n => `hole ${n}`))
    expect(expectedPlay({ ...tenth, finishedMs: 1 }, RULES, 0)).toEqual([])
    const [fast] = expectedPlay(tenth, { ...RULES, rate: 20 }, 0)
    expect(fast?.toMs).toBe((PASS * MINUTE_MS) / 20)
  })
})
