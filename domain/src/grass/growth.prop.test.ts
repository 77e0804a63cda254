import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../common/zonedTime.ts'
import { newestDueCut, nextCut, wantedCuts } from './growth.ts'
import type { GrowthSettings } from './growthSettings.ts'

const TODAY = '2026-06-15'
const interval = fc.integer({ min: 1, max: 12 })
const settings = fc.record({
  grass: fc.constantFrom('cool' as const, 'warm' as const),
  baseC: fc.constant(0),
  heightMm: fc.integer({ min: 2, max: 30 }),
  mmPerDay: fc.integer({ min: 1, max: 6 }),
  leastDays: interval,
  more: fc.integer({ min: 0, max: 8 }),
})

const settingsOf = ({ more, ...given }: Omit<GrowthSettings, 'mostDays'> & { readonly more: number }) => ({
  ...given,
  mostDays: given.leastDays + more,
})

test('a day asks for one cut in as many days as the newest cut that is due on it lies back', () => {
  fc.assert(
    fc.property(
      fc.option(settings),
      fc.option(interval),
      // The day after today first, then back; some days have no weather.
      fc.array(fc.option(fc.integer({ min: -5, max: 38 }), { freq: 12 }), { maxLength: 40 }),
      (given, intervalDays, temperatures) => {
        const means = temperatures.flatMap((meanC, n) =>
          meanC === null ? [] : [{ day: addDays(TODAY, 1 - n), meanC }],
        )
        const zone = { settings: given === null ? null : settingsOf(given), intervalDays, today: TODAY, means }
        const newest = newestDueCut(zone, TODAY)
        const wanted = wantedCuts(zone, [TODAY], means)
        if (newest === undefined) {
          expect(wanted).toBeUndefined()
          return
        }
        expect(wanted?.cuts).toBeCloseTo(1 / daysBetween(newest, TODAY), 9)
        const code = nextCut({ ...zone, lastCut: newest })?.reason.code
        expect(wanted?.byGrowth).toBe(code === 'fixed' || code === 'weather' ? 0 : wanted?.cuts)
      },
    ),
    { numRuns: 200 },
  )
})
