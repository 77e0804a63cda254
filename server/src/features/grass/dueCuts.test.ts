import { addDays } from '@greensward/domain'
import { cpuTimeMs } from '@greensward/testing/cpuTime'
import { expect, test } from 'vitest'
import { dueCut, rememberedDueCuts } from './dueCuts.ts'

const TODAY = '2026-06-01'
const days = {
  timeZone: 'Europe/London',
  today: TODAY,
  means: Array.from({ length: 116 }, (_, i) => ({ day: addDays(TODAY, i - 100), meanC: 14 + (i % 5) })),
}
const fairway = {
  id: '00000000-0000-4000-8000-000000000001',
  growth: { grass: 'cool' as const, baseC: 0, heightMm: 12, mmPerDay: 2.5, leastDays: 1, mostDays: 8 },
  intervalDays: 2,
}

test('due cuts of many zones over half a year take little time, and are the same', () => {
  const remembered = rememberedDueCuts(days)
  const since = cpuTimeMs()
  for (let zone = 0; zone < 300; zone++)
    for (let ahead = 0; ahead < 184; ahead++) remembered(fairway, addDays(TODAY, ahead))
  expect(cpuTimeMs() - since).toBeLessThan(500)
  for (const lastCut of [undefined, addDays(TODAY, -9), TODAY, addDays(TODAY, 20)])
    expect(remembered(fairway, lastCut)).toEqual(dueCut(fairway, lastCut, days))
})

test('types are kept apart', () => {
  const remembered = rememberedDueCuts(days)
  const rough = { ...fairway, id: '00000000-0000-4000-8000-000000000002', growth: null, intervalDays: 14 }
  remembered(fairway, TODAY)
  expect(remembered(rough, TODAY)?.reason).toEqual({ code: 'fixed', intervalDays: 14 })
})
