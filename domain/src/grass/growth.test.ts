import { describe, expect, test } from 'vitest'
import { addDays } from '../common/zonedTime.ts'
import { type DayMean, degreeDays, growthPotential, growthSince, newestDueCut, nextCut, wantedCuts } from './growth.ts'
import { type GrowthSettings, growthSettings } from './growthSettings.ts'

const fromF = (degreesF: number): number => ((degreesF - 32) * 5) / 9

describe('growth potential', () => {
  // Computed by hand from GP = 1 / e^(0.5 ((T - best) / spread)^2), to four places.
  test.each([
    [0, 0.0013, 0.0001],
    [5, 0.0243, 0.001],
    [10, 0.1915, 0.0111],
    [15, 0.6615, 0.0734],
    [20, 1, 0.2909],
    [25, 0.6615, 0.6926],
    [30, 0.1915, 0.9898],
    [31, 0.1353, 1],
    [35, 0.0243, 1],
  ])('at %d °C is %d in the cool season and %d in the warm one', (meanC, cool, warm) => {
    expect(growthPotential(meanC, 'cool')).toBeCloseTo(cool, 4)
    expect(growthPotential(meanC, 'warm')).toBeCloseTo(warm, 4)
  })

  // What PACE Turf and M. Woods publish of the model.
  test('is best at 68 °F for the cool season, and from 88 °F on for the warm one', () => {
    expect(growthPotential(fromF(68), 'cool')).toBe(1)
    expect(growthPotential(fromF(88), 'warm')).toBeGreaterThan(0.999)
    expect(growthPotential(fromF(100), 'warm')).toBe(1)
  })

  test('is good, above a half, between 60 and 75 °F in the cool season and from 80 °F on in the warm one', () => {
    for (const degreesF of [60, 75]) expect(growthPotential(fromF(degreesF), 'cool')).toBeGreaterThan(0.5)
    for (const degreesF of [80, 95]) expect(growthPotential(fromF(degreesF), 'warm')).toBeGreaterThan(0.5)
  })

  test('of the warm season passes that of the cool one at about 24.8 °C', () => {
    const ahead = (meanC: number): number => growthPotential(meanC, 'warm') - growthPotential(meanC, 'cool')
    expect(ahead(24.8)).toBeLessThan(0)
    expect(ahead(24.9)).toBeGreaterThan(0)
  })
})

test('degree days count from the base temperature, and cold takes none away', () => {
  expect([degreeDays(12.5, 0), degreeDays(-3, 0), degreeDays(12.5, 10), degreeDays(8, 10)]).toEqual([12.5, 0, 2.5, 0])
})

const CUT = '2026-06-01'
const days = (...meansC: number[]): DayMean[] => meansC.map((meanC, i) => ({ day: addDays(CUT, i + 1), meanC }))
const GREEN: GrowthSettings = { grass: 'cool', baseC: 0, heightMm: 6, mmPerDay: 1, leastDays: 2, mostDays: 6 }

describe('growth since the last cut', () => {
  test('adds up the days after it, up to today', () => {
    const growth = growthSince(GREEN, CUT, addDays(CUT, 2), days(20, 25, 20))
    expect(growth?.grownMm).toBeCloseTo(1.6615, 4)
    expect(growth?.degreeDays).toBe(45)
    expect(growthSince(GREEN, CUT, CUT, [])).toEqual({ grownMm: 0, degreeDays: 0 })
  })

  test('is not known where a day is missing', () => {
    expect(growthSince(GREEN, CUT, addDays(CUT, 4), days(20, 25, 20))).toBeUndefined()
  })
})

describe('the next cut', () => {
  const zone = { settings: GREEN, intervalDays: 4, lastCut: CUT, today: addDays(CUT, 2) }

  test('comes on the last day on which the grass has grown by half its height at most', () => {
    const next = nextCut({ ...zone, means: days(20, 20, 20, 20) })
    expect(next).toEqual({ day: addDays(CUT, 3), isDue: false, reason: { code: 'grown', grownMm: 2, limitMm: 3 } })
    expect(nextCut({ ...zone, today: addDays(CUT, 3), means: days(20, 20, 20) })?.isDue).toBe(true)
  })

  test('is never before the least interval, and never after the most', () => {
    const fast = nextCut({ ...zone, settings: { ...GREEN, mmPerDay: 5 }, means: days(20, 20) })
    expect(fast).toMatchObject({ day: addDays(CUT, 2), reason: { code: 'least' } })
    const slow = nextCut({ ...zone, means: days(2, 2) })
    expect(slow).toMatchObject({ day: addDays(CUT, 6), isDue: false, reason: { code: 'most' } })
  })

  test('goes by the last known days beyond the forecast', () => {
    expect(nextCut({ ...zone, means: days(25, 25) })?.day).toBe(addDays(CUT, 4))
  })

  test('falls back to the fixed interval without weather, and says so', () => {
    expect(nextCut({ ...zone, means: days(20) })).toEqual({
      day: addDays(CUT, 4),
      isDue: false,
      reason: { code: 'weather', intervalDays: 4, since: addDays(CUT, 2) },
    })
    expect(nextCut({ ...zone, intervalDays: null, means: [] })).toMatchObject({
      day: addDays(CUT, 6),
      reason: { code: 'weather', intervalDays: 6, since: addDays(CUT, 1) },
    })
    expect(nextCut({ ...zone, settings: null, means: [] })?.reason).toEqual({ code: 'fixed', intervalDays: 4 })
    expect(nextCut({ ...zone, settings: null, intervalDays: null, means: [] })).toBeUndefined()
  })

  test('after a cut that is only planned goes by the forecast, and beyond it by the last known days', () => {
    const planned = { ...zone, lastCut: addDays(CUT, 4), today: addDays(CUT, 2) }
    expect(nextCut({ ...planned, means: days(20, 20, 20, 20, 20) })).toEqual({
      day: addDays(CUT, 7),
      isDue: false,
      reason: { code: 'grown', grownMm: 0, limitMm: 3 },
    })
  })

  test('is due today for what was last cut on a day or before it, and for nothing later', () => {
    const { lastCut: _, ...growing } = { ...zone, today: addDays(CUT, 4) }
    const known = days(20, 20, 20, 20)
    expect(newestDueCut({ ...growing, means: known }, growing.today)).toBe(addDays(CUT, 1))
    expect(nextCut({ ...growing, lastCut: addDays(CUT, 1), means: known })?.isDue).toBe(true)
    expect(nextCut({ ...growing, lastCut: addDays(CUT, 2), means: known })?.isDue).toBe(false)
    const fixed = { ...growing, settings: null, intervalDays: 2, means: [] }
    expect(newestDueCut(fixed, growing.today)).toBe(addDays(CUT, 2))
    expect(newestDueCut({ ...fixed, intervalDays: null }, growing.today)).toBeUndefined()
    // One day earlier what was cut then was not due: today is the day on which it may be cut.
    expect(newestDueCut(fixed, addDays(growing.today, -1))).toBe(addDays(CUT, 1))
    expect(newestDueCut({ ...growing, means: known }, addDays(growing.today, -1))).toBe(CUT)
  })
})

describe('the cuts that days ask for', () => {
  const span = [1, 2, 3, 4, 5, 6].map(n => addDays(CUT, n))
  const warm = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7].map(n => ({ day: addDays(CUT, n), meanC: 20 }))
  const type = { settings: GREEN, intervalDays: 4 }

  test('are more where it grows fast, within the least and most interval', () => {
    // One millimetre a day, and three may grow: each third day.
    expect(wantedCuts(type, span, warm)).toEqual({ cuts: expect.closeTo(2, 9), byGrowth: expect.closeTo(2, 9) })
    const fast = { ...type, settings: { ...GREEN, mmPerDay: 9 } }
    expect(wantedCuts(fast, span, warm)?.cuts).toBeCloseTo(6 / GREEN.leastDays, 9)
  })

  test('are those of the fixed interval on days without weather, and add up to what growth asked for', () => {
    // The last two days have none, and so have no next day.
    const known = warm.filter(({ day }) => day < addDays(CUT, 5))
    const wanted = wantedCuts(type, span, known)
    expect(wanted?.byGrowth).toBeCloseTo(4 / 3, 9)
    expect(wanted?.cuts).toBeCloseTo(4 / 3 + 2 / 4, 9)
    expect(wantedCuts({ ...type, settings: null }, span, warm)).toEqual({ cuts: 1.5, byGrowth: 0 })
    expect(wantedCuts({ settings: null, intervalDays: null }, span, warm)).toBeUndefined()
  })
})

test('a most interval below the least is refused at its field', () => {
  const issues = growthSettings.safeParse({ ...GREEN, leastDays: 4, mostDays: 3 }).error?.issues
  expect(issues).toMatchObject([{ path: ['mostDays'], message: 'belowLeast' }])
  expect(growthSettings.safeParse({ ...GREEN, leastDays: 3, mostDays: 3 }).success).toBe(true)
})
