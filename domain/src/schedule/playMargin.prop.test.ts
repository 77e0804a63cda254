import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isShort, playMarginOf } from './playMargin.ts'

const MINUTE_MS = 60_000
const moment = fc.integer({ min: 0, max: 24 * 60 }).map(minutes => Date.UTC(2026, 5, 1) + minutes * MINUTE_MS)
const span = fc
  .tuple(moment, fc.integer({ min: 1, max: 120 }))
  .map(([from, minutes]) => ({ from, to: from + minutes * MINUTE_MS }))
const groups = fc.array(
  span.map(one => ({ ...one, isFirst: false })),
  { maxLength: 30 },
)
const mission = span.map(one => ({ ...one, title: 'Green 7', wantedMinutes: 20 }))

test('the margin is to the earliest group that has not left, however the groups are ordered', () => {
  fc.assert(
    fc.property(mission, groups, (one, all) => {
      const margin = playMarginOf(one, all)
      const ahead = all.filter(({ to }) => to > one.from).map(({ from }) => from)
      const next = Math.min(...ahead)
      const isSoon = next - one.to <= 12 * 60 * MINUTE_MS
      expect([margin?.minutes, margin?.groupAt]).toEqual(
        isSoon ? [(next - one.to) / MINUTE_MS, new Date(next).toISOString()] : [undefined, undefined],
      )
      expect(playMarginOf(one, all.toReversed())).toEqual(margin)
    }),
  )
})

test('a mission that starts earlier never has a smaller margin before a group that both are ahead of', () => {
  fc.assert(
    fc.property(mission, groups, fc.integer({ min: 1, max: 60 }), (one, all, minutes) => {
      const shiftMs = minutes * MINUTE_MS
      const [late, early] = [
        playMarginOf(one, all),
        playMarginOf({ ...one, from: one.from - shiftMs, to: one.to - shiftMs }, all),
      ]
      if (late === undefined || early === undefined || late.groupAt !== early.groupAt) return
      expect(early.minutes).toBe(late.minutes + minutes)
      expect(isShort(late) || !isShort(early)).toBe(true)
    }),
  )
})
