import { expect, test } from 'vitest'
import { arrivalsOf, driveS } from './pace.ts'
import type { XY } from './units.ts'

const line = (...points: XY[]): readonly XY[] => points

test('a straight path takes its length at its speed, plus the time for acceleration and braking', () => {
  // With 1 m/s2, 1 m/s3 and 15 m/s4, 2 m/s are reached after 2 + 1 + 0.105 s and as many metres; braking takes the same.
  const rampS = 3 + Math.PI / 30
  const whole = driveS([{ points: line([0, 0], [100, 0]), speedMps: 2 }])
  expect(whole).toBeCloseTo(50 + rampS, 6)
  // A straight corner changes nothing, and neither does a repeated point.
  const inPieces = arrivalsOf([
    { points: line([0, 0], [40, 0], [40, 0]), speedMps: 2 },
    { points: line([40, 0], [100, 0]), speedMps: 2 },
  ])
  expect([...inPieces].map(s => s.toFixed(4))).toEqual(
    [0, 20 + rampS / 2, 20 + rampS / 2, 20 + rampS / 2, whole].map(s => s.toFixed(4)),
  )
})

test('a sharp corner is turned standing, and takes the turning too', () => {
  const straight = driveS([{ points: line([0, 0], [40, 0]), speedMps: 2 }])
  const corner = driveS([{ points: line([0, 0], [20, 0], [20, 20]), speedMps: 2 }])
  const back = driveS([{ points: line([0, 0], [20, 0], [0, 0]), speedMps: 2 }])
  expect(corner - straight).toBeGreaterThan(5)
  expect(corner - straight).toBeLessThan(7)
  // A degree on the spot takes a sixtieth of a second.
  expect(back - corner).toBeCloseTo(1.5, 6)
})

test('the tighter an arc the slower, as its legs get shorter', () => {
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
    expect(mps).toBeGreaterThan(0.1)
    expect(mps).toBeLessThan(speeds[i - 1] ?? 1.5)
  }
})

test('a drive of no length takes no time, and one without points none either', () => {
  expect(driveS([])).toBe(0)
  expect(driveS([{ points: [], speedMps: 1 }])).toBe(0)
  expect(driveS([{ points: line([3, 4], [3, 4]), speedMps: 1 }])).toBe(0)
})

test('an arc of half-metre legs is driven at a third of a metre a second, however fast it may go', () => {
  // 18 degrees each. The recorded drive needed 33 s for such a turn of 11 m.
  const arc = Array.from({ length: 61 }, (_, i): XY => {
    const angle = (i * Math.PI) / 10
    return [1.6 * Math.sin(angle), 1.6 - 1.6 * Math.cos(angle)]
  })
  for (const speedMps of [0.9, 3]) {
    const mps = (60 * 0.5) / driveS([{ points: arc, speedMps }])
    expect(mps).toBeGreaterThan(0.31)
    expect(mps).toBeLessThan(0.37)
  }
})
