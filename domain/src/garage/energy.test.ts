import { describe, expect, test } from 'vitest'
import {
  chargeRates,
  DEFAULT_ENERGY,
  ENOUGH_STRETCHES,
  type EnergyUse,
  energyUse,
  hoursToCharge,
  learnCharge,
  learnUse,
  NOTHING_LEARNED,
  needsConfirmation,
  shareUsed,
  surenessOf,
  type UseStretch,
  useRates,
} from './energy.ts'

const RANGE_M = 20_000
const GUESS = 1 / RANGE_M

const stretch = (mowingM: number, drivingM: number, factor: number, driveFactor = factor): UseStretch => ({
  mowingM,
  drivingM,
  used: (mowingM * factor + drivingM * driveFactor) * GUESS,
})
const learn = (stretches: readonly UseStretch[], from: EnergyUse = NOTHING_LEARNED): EnergyUse =>
  stretches.reduce((known, one) => learnUse(known, one, GUESS), from)
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

describe('what is learned of use', () => {
  test('the entered range counts until there are enough stretches', () => {
    const few = learn(times(ENOUGH_STRETCHES - 1, stretch(800, 0, 1.3)))
    expect(useRates({ batteryRangeM: RANGE_M, energyUse: few })).toEqual({ mowingPerM: GUESS, drivingPerM: GUESS })
    const enough = learn(times(ENOUGH_STRETCHES, stretch(800, 0, 1.3)))
    expect(useRates({ batteryRangeM: RANGE_M, energyUse: enough }).mowingPerM / GUESS).toBeCloseTo(1.3, 2)
    expect(energyUse.parse(enough)).toEqual(enough)
  })

  test('a kind of which nothing is known yet is expected to be off as the other is, but never to take less', () => {
    const hungry = learn(times(5, stretch(800, 0, 1.3)))
    expect(useRates({ batteryRangeM: RANGE_M, energyUse: hungry }).drivingPerM / GUESS).toBeGreaterThan(1.2)
    expect(useRates({ batteryRangeM: RANGE_M, energyUse: hungry }).drivingPerM / GUESS).toBeLessThan(1.3)
    const thrifty = learn(times(5, stretch(800, 0, 0.7)))
    expect(useRates({ batteryRangeM: RANGE_M, energyUse: thrifty }).drivingPerM).toBe(GUESS)
  })

  test('mowing and driving are learned separately, from mixed stretches too', () => {
    const stretches = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0 ? stretch(60, 900, 1.6, 0.6) : stretch(700, 150, 1.6, 0.6),
    )
    const { mowing, driving } = learn(stretches)
    expect((mowing?.rate ?? 0) / GUESS).toBeGreaterThan(1.5)
    expect((mowing?.rate ?? 0) / GUESS).toBeLessThan(1.7)
    expect((driving?.rate ?? 0) / GUESS).toBeGreaterThan(0.54)
    expect((driving?.rate ?? 0) / GUESS).toBeLessThan(0.66)
  })

  test('one odd day changes a settled figure little, and a stretch far beyond it nothing', () => {
    const settled = learn(times(10, stretch(800, 0, 1)))
    const odd = learn([stretch(800, 0, 2)], settled)
    expect((odd.mowing?.rate ?? 0) / GUESS).toBeLessThan(1.06)
    expect(learn([stretch(800, 0, 2.6)], settled)).toBe(settled)
    expect(learn([stretch(800, 0, 0.3)], settled)).toBe(settled)
    expect(learn([{ mowingM: 0, drivingM: 0, used: 0.03 }], settled)).toBe(settled)
  })

  test('it follows a battery that ages', () => {
    const old = learn(times(40, stretch(800, 0, 1.2)), learn(times(30, stretch(800, 0, 1))))
    expect((old.mowing?.rate ?? 0) / GUESS).toBeGreaterThan(1.19)
  })

  test('it says how sure it is: not before enough stretches, and less where they differ', () => {
    expect(surenessOf(null)).toBe('guess')
    expect(surenessOf(learn(times(2, stretch(800, 0, 1))).mowing)).toBe('guess')
    expect(surenessOf(learn(times(3, stretch(800, 0, 1))).mowing)).toBe('rough')
    expect(surenessOf(learn(times(8, stretch(800, 0, 1))).mowing)).toBe('sure')
    const wild = learn(Array.from({ length: 8 }, (_, i) => stretch(800, 0, i % 2 === 0 ? 0.7 : 1.4)))
    expect(surenessOf(wild.mowing)).toBe('rough')
    expect(wild.mowing?.spread).toBeGreaterThan(0.15)
    expect(wild.mowing?.error).toBeGreaterThan(0.05)
  })

  test('a plan takes its mown metres at one rate and the rest at the other', () => {
    const known = learn([...times(4, stretch(800, 0, 2)), ...times(4, stretch(0, 800, 0.5))])
    expect(shareUsed({ batteryRangeM: RANGE_M, energyUse: known }, { lengthM: 3_000, mownLengthM: 2_000 })).toBeCloseTo(
      (2_000 * 2 + 1_000 * 0.5) * GUESS,
      2,
    )
    expect(shareUsed({ batteryRangeM: RANGE_M }, { lengthM: 3_000, mownLengthM: 2_000 })).toBeCloseTo(0.15, 9)
  })
})

describe('what is learned of the charger', () => {
  const energy = { ...DEFAULT_ENERGY, fullChargeH: 4 }

  test('the entered hours are those from empty to full, and the last fifth takes longer', () => {
    expect(hoursToCharge({ energy }, 0, 1)).toBeCloseTo(4, 9)
    const first = hoursToCharge({ energy }, 0.6, 0.8) ?? 0
    expect((hoursToCharge({ energy }, 0.8, 1) ?? 0) / first).toBeCloseTo(2.5, 9)
    expect(hoursToCharge({ energy }, 0.5, 0.4)).toBe(0)
    expect(hoursToCharge({}, 0.2, 1)).toBeNull()
  })

  test('both parts of the curve are learned, each from its own stretches', () => {
    let known = NOTHING_LEARNED
    for (let i = 0; i < 4; i++) known = learnCharge(known, { from: 0.3, to: 0.4, hours: 0.2 })
    expect(chargeRates({ energy, energyUse: known })).toMatchObject({
      chargingPerH: expect.closeTo(0.5, 6),
      toppingPerH: expect.closeTo(0.2, 6),
    })
    for (let i = 0; i < 4; i++) known = learnCharge(known, { from: 0.85, to: 0.9, hours: 0.5 })
    expect(chargeRates({ energyUse: known })?.toppingPerH).toBeCloseTo(0.1, 6)
    expect(learnCharge(known, { from: 0.3, to: 0.4, hours: 0 })).toBe(known)
  })
})

test('a person has to say that it is full where the mower does not report it, or has a tank', () => {
  expect(needsConfirmation({}, 0.4)).toBe(false)
  expect(needsConfirmation({}, null)).toBe(true)
  expect(needsConfirmation({ energy: { ...DEFAULT_ENERGY, source: 'tank' } }, 0.4)).toBe(true)
})
