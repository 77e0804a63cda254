import { expect, test } from 'vitest'
import { fanOut } from './fanOut.ts'
import type { DrawnVehicle } from './vehicleMarks.ts'

const machine = (
  id: string,
  at: [number, number],
  more: { missionId?: string; speedMps?: number } = {},
): DrawnVehicle =>
  ({
    vehicle: { id, missionId: more.missionId ?? null, telemetry: { speedMps: more.speedMps ?? 0 } },
    pose: { at, headingDeg: null },
  }) as unknown as DrawnVehicle
const places = (drawn: readonly DrawnVehicle[], unitsPerPixel: number) =>
  fanOut(drawn, unitsPerPixel).map(({ pose }) => pose.at)

test('machines parked on one spot are drawn side by side, at any zoom', () => {
  const parked = [machine('a', [100, 50]), machine('b', [101, 50]), machine('c', [100, 51])]
  expect(places(parked, 1)).toEqual([
    [66, 50],
    [100, 50],
    [134, 50],
  ])
  expect(places(parked, 10)[0]).toEqual([-240, 50])
})

test('a long row is broken', () => {
  const seven = Array.from({ length: 7 }, (_, index) => machine(`m${index}`, [0, 0]))
  expect(places(seven, 1).map(([, y]) => y)).toEqual([0, 0, 0, 0, 0, -34, -34])
})

test('what drives, works or is alone stays where it is', () => {
  const drawn = [
    machine('a', [0, 0], { speedMps: 1 }),
    machine('b', [1, 0], { missionId: 'm' }),
    machine('c', [0, 1]),
    machine('d', [500, 0]),
  ]
  expect(places(drawn, 1)).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
    [500, 0],
  ])
})
