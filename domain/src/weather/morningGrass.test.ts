import { describe, expect, test } from 'vitest'
import { dewPointC, humidityPercent } from './figures.ts'
import { hasDew, hasFrost, judgeMorning, type MorningHour, windAtHeight } from './morningGrass.ts'

describe('dew by CART/SLD', () => {
  // Computed by hand from the two inequalities and the limits 3.7 K, 2.5 m/s and 87.8 %.
  test.each([
    [15, 0.5, 97, 0.8, true],
    [15, 3, 82, 1, false],
    [10, 1, 93, 1, true],
    [10, 2.6, 84, 1, false],
    [20, 2, 88, 1, true],
    [20, 3.5, 80.5, 2.4, false],
    [25, 1, 94, 0.5, true],
    [12, 2, 87, 3, false],
    [12, 2, 88, 3, false],
    // The second inequality: 0.7921 × 3 + 0.0046 × 90 - 2.3889 × 60 - 0.039 × 9 × 60 + 1.0613 × 60 × 3.6 = 67.6.
    [9, 3.6, 90, 60, true],
  ])(
    'at %d °C, %d K above the dew point, %d %% and %d m/s is %s',
    (temperatureC, depression, humidity, windMps, is) => {
      expect(hasDew({ temperatureC, depression, humidityPercent: humidity, windMps })).toBe(is)
    },
  )

  // B. Chaulagain, "How to estimate leaf wetness duration using the CART method in R" (2019): hours that its table says are dry.
  test.each([
    [19, 4.5, 77, 2.5],
    [14, 4.5, 98, 3.5],
    [20, 1.5, 63, 3.5],
    [5, 1.5, 97, 4.5],
  ])('is absent in the published hour of %d °C, %d K, %d %%, %d m/s', (temperatureC, depression, humidity, windMps) => {
    expect(hasDew({ temperatureC, depression, humidityPercent: humidity, windMps })).toBe(false)
  })

  test('is not judged below freezing, and never where the air is 3.7 K above its dew point', () => {
    const wet = { temperatureC: 10, depression: 1, humidityPercent: 93, windMps: 1 }
    expect(hasDew(wet)).toBe(true)
    expect(hasDew({ ...wet, temperatureC: -0.1 })).toBe(false)
    expect(hasDew({ ...wet, depression: 3.7 })).toBe(false)
  })
})

test('wind over grass is that of the example in FAO 56: 3.2 m/s at 10 m is 2.4 m/s at 2 m', () => {
  expect(windAtHeight(3.2, 2)).toBeCloseTo(2.4, 1)
  expect(windAtHeight(3.2, 10)).toBeCloseTo(3.2, 9)
  expect(windAtHeight(10, 0.3)).toBeCloseTo(4.15, 2)
})

test('humidity and dew point are the inverse of each other', () => {
  for (const [temperature, humidity] of [
    [20, 50],
    [2, 96],
    [-4, 88],
  ] as const)
    expect(humidityPercent(temperature, dewPointC(temperature, humidity) ?? Number.NaN)).toBeCloseTo(humidity, 1)
})

test.each([
  ['a calm night at 36 °F', 2.2, 1, 1, true],
  ['more than 36 °F', 2.3, 1, 1, false],
  ['wind that mixes the air', 2, 1, 3.4, false],
  ['freezing air in wind', -1, 1, 8, true],
  ['dry freezing air', -1, 5, 1, false],
])('frost in %s', (_, temperatureC, depression, windMps, is) => {
  expect(hasFrost(temperatureC, depression, windMps)).toBe(is)
})

const AT = (clock: string): number => Date.parse(`2026-05-04T${clock}:00Z`)
const hour = (clock: string, temperatureC: number, dew: number, windMps = 1, isObserved = false): MorningHour => ({
  at: new Date(AT(clock)).toISOString(),
  isObserved,
  temperatureC,
  dewPointC: dew,
  windMps,
})
const clocks = ['04:00', '05:00', '06:00', '07:00', '08:00', '09:00', '10:00', '11:00', '12:00']
/** Temperatures from four o'clock on, with one dew point. */
const warming = (temperatures: readonly number[], dew: number): MorningHour[] =>
  clocks.map((clock, n) => hour(clock, temperatures[n] ?? 0, dew))
const judge = (hours: readonly MorningHour[]) => judgeMorning(hours, AT('04:00'), AT('12:00'))
const clockOf = (at: string | null): string | undefined => at?.slice(11, 16)

describe('a morning', () => {
  test('has dew until it dries between two hours', () => {
    const found = judge(warming([9, 9, 9.5, 10, 12, 14, 16, 17, 18], 8.8))
    expect(found).toMatchObject({ missing: [], frostUntil: null, isLasting: false })
    // By the first inequality 11.67 °C at 07:50 is the last wet step (14.70), and 12 °C at 08:00 is dry (14.45).
    expect(clockOf(found.dewUntil)).toBe('08:00')
  })

  test('has frost until 36 °F and dew after it', () => {
    const found = judge(warming([-2, -2, -1.5, -1, 0.5, 2, 3, 5, 8], -2.5))
    // Moist only until 3.7 K above the dew point, at 1.2 °C: half past eight.
    expect(clockOf(found.frostUntil)).toBe('08:30')
    expect(found.dewUntil).toBeNull()
    const moist = judge(clocks.map((clock, n) => hour(clock, n - 1, n - 1.5)))
    expect(clockOf(moist.frostUntil)).toBe('07:20')
    expect([clockOf(moist.dewUntil), moist.isLasting]).toEqual(['12:00', true])
  })

  test('is dry in dry or windy air', () => {
    expect(judge(warming([9, 9, 9, 10, 11, 12, 13, 14, 15], 4))).toMatchObject({ missing: [], dewUntil: null })
    expect(judge(clocks.map(clock => hour(clock, 12, 10.2, 9)))).toMatchObject({ missing: [], dewUntil: null })
  })

  test('of which a figure is missing says nothing but which', () => {
    const hours = warming([9, 9, 9.5, 10, 12, 14, 16, 17, 18], 8.8)
    const windless = hours.map((each, n) => (n === 3 ? { ...each, windMps: null } : each))
    expect(judge(windless)).toMatchObject({ missing: ['windMps'], dewUntil: null, frostUntil: null, isLasting: false })
    expect(judge(hours.filter((_, n) => n !== 5)).missing).toEqual(['temperatureC', 'dewPointC', 'windMps'])
    expect(judge([]).missing).toEqual(['temperatureC', 'dewPointC', 'windMps'])
    // The hour after the morning is not needed.
    expect(judge(hours.slice(0, -1)).missing).toEqual([])
  })

  test('takes a measured hour for its middle', () => {
    const measured = warming([9, 9, 9.5, 10, 12, 14, 16, 17, 18], 8.8).map(each => ({ ...each, isObserved: true }))
    expect(clockOf(judge(measured).dewUntil)).toBe('08:30')
  })

  test('counts from the clock of a course whose hours are not those of UTC', () => {
    const found = judgeMorning(warming([9, 9, 9.5, 10, 12, 14, 16, 17, 18], 8.8), AT('04:30'), AT('11:30'))
    expect([found.hours[0]?.at, clockOf(found.dewUntil)]).toEqual([new Date(AT('04:00')).toISOString(), '08:00'])
  })
})
