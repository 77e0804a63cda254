import { expect, test } from 'vitest'
import { thinned } from './thinned.ts'

const MOST = 500
const fixAt = (s: number) => ({ at: new Date(s * 1_000).toISOString(), s })

test('keeps the whole path of a two-hour gap evenly, from the first position to the last', () => {
  let kept: readonly { at: string; s: number }[] = []
  for (let s = 0; s <= 7_200; s += 1) kept = thinned([...kept, fixAt(s)], MOST)
  expect(kept.length).toBe(MOST)
  expect([kept[0]?.s, kept.at(-1)?.s]).toEqual([0, 7_200])
  const steps = kept.slice(1).map(({ s }, n) => s - (kept[n]?.s ?? 0))
  expect(Math.min(...steps)).toBeGreaterThan(0)
  expect(Math.max(...steps)).toBeLessThanOrEqual(4 * (7_200 / MOST))
})

test('nothing of a short gap is left out', () => {
  const fixes = Array.from({ length: MOST }, (_, s) => fixAt(s))
  expect(thinned(fixes, MOST)).toEqual(fixes)
  expect(thinned([], MOST)).toEqual([])
})
