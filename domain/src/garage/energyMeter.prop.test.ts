/** Simulated use and charging, reported in whole percents, and what is learned from the reports. */
import { localFrame } from '@greensward/geometry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Position } from '../course/course.ts'
import { type EnergyUse, learnCharge, learnUse, NOTHING_LEARNED, useRates } from './energy.ts'
import { createEnergyMeter, type EnergyMeter, LEAST_USED } from './energyMeter.ts'

const FRAME = localFrame([-0.6, 51.4])
const GUESS_RANGE_M = 15_000

const positionAt = (eastM: number): Position => {
  const [lon, lat] = FRAME.toLonLat([eastM, 0])
  return [lon, lat]
}

/** A mower whose gauge shows whole percents. */
const simulate = (seed: { readonly mowingPerM: number; readonly drivingPerM: number; readonly start: number }) => {
  const meter = createEnergyMeter()
  let share = seed.start
  let eastM = 0
  let atMs = 0
  const report = (bladeOn: boolean | null, isDriven: boolean, isAtCharger = false): void =>
    meter.note({
      atMs,
      isDriven,
      isAtCharger,
      telemetry: {
        position: positionAt(eastM),
        bladeOn,
        battery: Math.round(share * 100) / 100,
        charging: null,
        link: 'live',
      },
    })
  return {
    meter,
    get share() {
      return share
    },
    drive: (metres: number, bladeOn: boolean, isDriven = true): void => {
      for (let driven = 0; driven < metres && share > 0.05; driven += 1.5) {
        eastM += 1.5
        atMs += 1_000
        share -= 1.5 * (bladeOn ? seed.mowingPerM : seed.drivingPerM)
        report(bladeOn, isDriven)
      }
    },
    stand: (seconds: number, perS = 0): void => {
      for (let i = 0; i < seconds; i++) {
        atMs += 1_000
        share -= perS
        report(false, false)
      }
    },
    charge: (perH: number, to: number): void => {
      while (share < to) {
        atMs += 1_000
        share = Math.min(1, share + perH / 3_600)
        report(false, false, true)
      }
    },
  }
}

const learned = (meter: EnergyMeter, known: EnergyUse = NOTHING_LEARNED): EnergyUse =>
  meter.take().uses.reduce((so, one) => learnUse(so, one, 1 / GUESS_RANGE_M), known)

test('from whole percents, both figures come within 6 % of what the mower really uses', () => {
  fc.assert(
    fc.property(
      fc.record({
        mowingRangeM: fc.integer({ min: 5_000, max: 40_000 }),
        drivingRatio: fc.double({ min: 0.4, max: 1.2, noNaN: true }),
        starts: fc.array(fc.double({ min: 0.9, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
        pieceM: fc.integer({ min: 20, max: 200 }),
      }),
      ({ mowingRangeM, drivingRatio, starts, pieceM }) => {
        const rates = { mowingPerM: 1 / mowingRangeM, drivingPerM: drivingRatio / mowingRangeM }
        let known = NOTHING_LEARNED
        for (const [i, start] of starts.entries()) {
          const mower = simulate({ ...rates, start })
          // Days of rows with short transits, and days of long drives.
          if (i % 2 === 0)
            for (let mown = 0; mown < mowingRangeM * 0.4; mown += 10 * pieceM) {
              mower.drive(9 * pieceM, true)
              mower.drive(pieceM, false)
            }
          else mower.drive(mowingRangeM * 0.3, false)
          known = learned(mower.meter, known)
        }
        const found = useRates({ batteryRangeM: GUESS_RANGE_M, energyUse: known })
        expect(found.mowingPerM / rates.mowingPerM).toBeGreaterThan(0.94)
        expect(found.mowingPerM / rates.mowingPerM).toBeLessThan(1.06)
        expect(found.drivingPerM / rates.drivingPerM).toBeGreaterThan(0.94)
        expect(found.drivingPerM / rates.drivingPerM).toBeLessThan(1.06)
      },
    ),
    { numRuns: 20 },
  )
})

test('a drive that uses less than a stretch says nothing, and several short ones after each other make a stretch', () => {
  const mower = simulate({ mowingPerM: 1 / 10_000, drivingPerM: 1 / 10_000, start: 1 })
  for (let i = 0; i < 2; i++) mower.drive(100, true)
  expect(mower.meter.take().uses).toEqual([])
  for (let i = 0; i < 6; i++) {
    mower.drive(100, true)
    mower.stand(30)
  }
  const { uses } = mower.meter.take()
  expect(uses.length).toBeGreaterThan(0)
  for (const { mowingM, used } of uses) {
    expect(used).toBeGreaterThanOrEqual(LEAST_USED - 1e-6)
    expect(mowingM / used).toBeGreaterThan(9_800)
    expect(mowingM / used).toBeLessThan(10_200)
  }
})

test.each([
  ['a long rest', (mower: ReturnType<typeof simulate>) => mower.stand(400, 0.00005)],
  ['a drive by hand', (mower: ReturnType<typeof simulate>) => mower.drive(50, false, false)],
  ['a lost link', (mower: ReturnType<typeof simulate>) => mower.meter.interrupt()],
])('%s ends a stretch', (_, between) => {
  const mower = simulate({ mowingPerM: 1 / 10_000, drivingPerM: 1 / 2_000, start: 1 })
  mower.drive(300, true)
  between(mower)
  mower.drive(1_000, true)
  const { uses } = mower.meter.take()
  expect(uses.length).toBeGreaterThan(0)
  for (const { mowingM, drivingM, used } of uses) {
    expect(drivingM).toBe(0)
    expect(mowingM / used).toBeGreaterThan(9_700)
    expect(mowingM / used).toBeLessThan(10_300)
  }
})

test('another battery and a wavering gauge teach nothing wrong', () => {
  const meter = createEnergyMeter()
  let eastM = 0
  const note = (battery: number): void => {
    eastM += 25
    meter.note({
      atMs: eastM * 1_000,
      isDriven: true,
      isAtCharger: false,
      telemetry: { position: positionAt(eastM), bladeOn: true, battery, charging: null, link: 'live' },
    })
  }
  // A percent each 100 m, wavering at each step.
  for (let percent = 60; percent > 50; percent--)
    for (const step of [percent, percent + 1, percent, percent]) note(step / 100)
  note(0.95)
  for (let percent = 95; percent > 88; percent--) for (let i = 0; i < 4; i++) note(percent / 100)
  const { uses } = meter.take()
  expect(uses).toHaveLength(3)
  for (const { mowingM, used } of uses) expect(mowingM / used / 10_000).toBeCloseTo(1, 1)
})

test('a charger is learned in both parts of its curve, none across the knee', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1.5, noNaN: true }),
      fc.double({ min: 0.2, max: 0.9, noNaN: true }),
      (perH, ratio) => {
        const mower = simulate({ mowingPerM: 0, drivingPerM: 0, start: 0.234 })
        mower.charge(perH, 0.8)
        mower.charge(perH * ratio, 1)
        const { charges } = mower.meter.take()
        for (const { from, to } of charges) expect(from < 0.8 && to > 0.81).toBe(false)
        const { charging, topping } = charges.reduce(learnCharge, NOTHING_LEARNED)
        expect(Math.abs((charging?.rate ?? 0) / perH - 1)).toBeLessThan(0.05)
        expect(Math.abs((topping?.rate ?? 0) / (perH * ratio) - 1)).toBeLessThan(0.08)
      },
    ),
    { numRuns: 20 },
  )
})
