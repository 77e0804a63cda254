import { expect, test } from 'vitest'
import type { VehicleView } from '../api/liveStore.ts'
import { makeFleet } from './fleet.ts'

/** About 0.6 m on the ground: a whole course on a screen. */
const UNITS_PER_PIXEL = 1

let at = 0
const fleet = () =>
  makeFleet(
    () => at,
    () => at,
  )
/** A degree of longitude is 111,319 units of the map. */
const mower = (eastUnits: number, telemetry: object = {}, more: object = {}): VehicleView =>
  ({
    id: 'm1',
    kind: 'mower',
    receivedAt: at,
    progress: null,
    ...more,
    telemetry: {
      position: [eastUnits / 111_319.49, 0],
      headingDeg: 90,
      ageMs: 100,
      speedMps: 0,
      bladeOn: false,
      ...telemetry,
    },
  }) as VehicleView

test('a parked mower that keeps sending looks the same, and trembles unseen', () => {
  const drawn = fleet()
  const put = (vehicle: VehicleView): boolean => {
    at += 100
    return drawn.put([vehicle], false, UNITS_PER_PIXEL)
  }
  expect(put(mower(0))).toBe(true)
  expect([0, 0.05, -0.05, 0.02].map(trembling => put(mower(trembling, { headingDeg: 90 + trembling })))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(drawn.nextChangeMs(UNITS_PER_PIXEL)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  ['drives a pixel', mower(1)],
  ['turns', mower(0, { headingDeg: 100 })],
  ['loses its place', mower(0, { position: null })],
] as const)('a mower that %s is drawn again', (_what, next) => {
  const drawn = fleet()
  drawn.put([mower(0)], true, UNITS_PER_PIXEL)
  at += 100
  expect(drawn.put([{ ...next, receivedAt: at }], true, UNITS_PER_PIXEL)).toBe(true)
})

test('a mower that is gone is drawn away', () => {
  const drawn = fleet()
  drawn.put([mower(0)], false, UNITS_PER_PIXEL)
  expect(drawn.put([], false, UNITS_PER_PIXEL)).toBe(true)
  expect(drawn.put([], false, UNITS_PER_PIXEL)).toBe(false)
})
