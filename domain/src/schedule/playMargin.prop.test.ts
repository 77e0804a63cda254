import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isShort, playAheadOf, playMarginOf } from './playMargin.ts'

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

test('what starts by itself keeps the margin before the first group, and is on no field with a later one', () => {
  const groupsOfDay = groups.map(all =>
    all.toSorted((a, b) => a.from - b.from).map((one, i) => ({ ...one, isFirst: i === 0 })),
  )
  fc.assert(
    fc.property(mission, groupsOfDay, fc.integer({ min: 0, max: 30 }), (one, all, waitMinutes) => {
      const ahead = playAheadOf(one, all, waitMinutes * MINUTE_MS)
      if (ahead.kind === 'cutsIn') return
      const from = ahead.kind === 'clear' ? one.from : ahead.fromMs
      const to = from + one.to - one.from
      expect(from - one.from).toBeLessThanOrEqual(waitMinutes * MINUTE_MS)
      for (const group of all) {
        expect(group.to <= from || group.from >= to).toBe(true)
        if (group.isFirst && group.to > from) expect(group.from - to).toBeGreaterThanOrEqual(20 * MINUTE_MS)
      }
    }),
  )
})

test.each([
  ['21 min ahead of the first group', 21, true, 'clear'],
  ['19 min ahead of the first group', 19, true, 'cutsIn'],
  ['1 min before a later group', 1, false, 'clear'],
  ['into a later group that stays', -1, false, 'cutsIn'],
] as const)('%s', (_, minutes, isFirst, kind) => {
  const at = Date.UTC(2026, 5, 1, 5)
  const one = { title: 'Green 7', wantedMinutes: 20, from: at, to: at + 30 * MINUTE_MS }
  const from = one.to + minutes * MINUTE_MS
  expect(playAheadOf(one, [{ from, to: from + 60 * MINUTE_MS, isFirst }], 10 * MINUTE_MS).kind).toBe(kind)
})

test('a group that leaves within the wait is waited for', () => {
  const at = Date.UTC(2026, 5, 1, 9)
  const one = { title: 'Green 7', wantedMinutes: 20, from: at, to: at + 30 * MINUTE_MS }
  const group = { from: at - MINUTE_MS, to: at + 5 * MINUTE_MS, isFirst: false }
  expect(playAheadOf(one, [group], 10 * MINUTE_MS)).toEqual({ kind: 'later', fromMs: group.to })
  expect(playAheadOf(one, [group], 4 * MINUTE_MS).kind).toBe('cutsIn')
})
