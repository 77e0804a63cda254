import { describe, expect, test } from 'vitest'
import { holes, PASS, play, RULES, range } from './round.fixture.ts'
import { groupAhead, paceNow } from './roundPace.ts'

describe('pace', () => {
  const running = (numbers: readonly number[], minutes: number, startS = 0) => {
    const { watch, endS } = play(holes(numbers, minutes), startS)
    if (watch.round === null) throw new Error('no round is being played')
    return { round: watch.round, nowMs: endS * 1_000 }
  }

  test('is on time by the pace of the holes, and the finish is what they take', () => {
    const { round, nowMs } = running(range(1, 6), PASS)
    const now = paceNow(round, null, RULES, nowMs)
    expect(now).toMatchObject({ holeId: 'hole 6', holesPlayed: 5, holesOfRound: 18, rating: 'onTime', isHeldUp: false })
    expect(Math.abs(((now?.finishMs ?? 0) - nowMs) / 60_000 - 12 * PASS)).toBeLessThan(12)
  })

  test('is late by minutes, and behind by ten with an open hole in front', () => {
    const late = running(range(1, 4), PASS + 2)
    expect(paceNow(late.round, null, RULES, late.nowMs)).toMatchObject({ rating: 'late' })
    const behind = running(range(1, 5), PASS + 3)
    const now = paceNow(behind.round, { cartId: 'other', gapMinutes: 30 }, RULES, behind.nowMs)
    expect(now).toMatchObject({ rating: 'behind', isHeldUp: false })
    expect(now?.behindMinutes).toBeGreaterThanOrEqual(10)
    // A group that played slowly so far is expected to stay slow.
    expect(((now?.finishMs ?? 0) - behind.nowMs) / 60_000).toBeGreaterThan(13 * PASS + 20)
  })

  test('does not blame a group that the one in front holds up', () => {
    const first = running(range(1, 6), PASS + 4)
    const second = running(range(1, 5), PASS + 4, 600)
    const ahead = groupAhead({ cartId: 'b', round: second.round }, [{ cartId: 'a', round: first.round }], 1)
    expect(ahead?.cartId).toBe('a')
    expect(Math.abs((ahead?.gapMinutes ?? 0) - 10)).toBeLessThanOrEqual(1)
    expect(paceNow(second.round, ahead, RULES, second.nowMs)).toMatchObject({ rating: 'late', isHeldUp: true })
    expect(groupAhead({ cartId: 'a', round: first.round }, [{ cartId: 'b', round: second.round }], 1)).toBeNull()
  })
})
