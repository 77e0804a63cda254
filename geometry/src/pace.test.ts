import { expect, test } from 'vitest'
import { arrivalsOf, driveS } from './pace.ts'
import type { XY } from './units.ts'

const line = (...points: XY[]): readonly XY[] => points

test('a straight way takes its length at its speed, and what setting off and stopping take', () => {
  // 2 m/s are reached after 2.5 s and 2.5 m, and braked from in 2.08 s and 2.08 m.
  const whole = driveS([{ points: line([0, 0], [100, 0]), speedMps: 2 }])
  expect(whole).toBeCloseTo(2.5 + 2 / 0.96 + (100 - 2.5 - 2 / 0.96) / 2, 6)
  // A corner that is none changes nothing, and neither does a repeated point.
  const inPieces = arrivalsOf([
    { points: line([0, 0], [40, 0], [40, 0]), speedMps: 2 },
    { points: line([40, 0], [100, 0]), speedMps: 2 },
  ])
  expect([...inPieces].map(s => s.toFixed(4))).toEqual(
    [0, 2.5 + 37.5 / 2, 2.5 + 37.5 / 2, 2.5 + 37.5 / 2, whole].map(s => s.toFixed(4)),
  )
})

test('a sharp corner is turned standing, and takes the turning too', () => {
  const straight = driveS([{ points: line([0, 0], [40, 0]), speedMps: 2 }])
  const corner = driveS([{ points: line([0, 0], [20, 0], [20, 20]), speedMps: 2 }])
  const back = driveS([{ points: line([0, 0], [20, 0], [0, 0]), speedMps: 2 }])
  expect(corner - straight).toBeGreaterThan(2)
  expect(corner - straight).toBeLessThan(4)
  expect(back - corner).toBeCloseTo(Math.PI / 2 / 1.6, 6)
})

test('the tighter an arc the slower, though never slower than a creep', () => {
  const arc = (radiusM: number): readonly XY[] =>
    Array.from({ length: 41 }, (_, i): XY => {
      const angle = (i / 40) * Math.PI * 2
      return [radiusM * Math.sin(angle), radiusM - radiusM * Math.cos(angle)]
    })
  const speeds = [20, 5, 2, 1].map(radiusM => {
    const points = arc(radiusM)
    return (2 * Math.PI * radiusM) / driveS([{ points, speedMps: 1.5 }])
  })
  for (const [i, mps] of speeds.entries()) {
    expect(mps).toBeGreaterThan(0.25)
    expect(mps).toBeLessThan(speeds[i - 1] ?? 1.5)
  }
})

test('a drive of no length takes no time, and one without points none either', () => {
  expect(driveS([])).toBe(0)
  expect(driveS([{ points: [], speedMps: 1 }])).toBe(0)
  expect(driveS([{ points: line([3, 4], [3, 4]), speedMps: 1 }])).toBe(0)
})
