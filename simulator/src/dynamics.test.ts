import type { XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import {
  ackermannLimits,
  type Body,
  type BodyLimits,
  defaultTuning,
  drive,
  skidLimits,
  type Tuning,
} from './dynamics.ts'

/** Drives a polyline; gives the greatest distance beside it and how long it took. */
const follow = (
  points: readonly XY[],
  speedMps: number,
  limits: BodyLimits,
  dtS: number,
  tuning: Tuning = defaultTuning,
) => {
  const [start = [0, 0], second = [0, 1]] = points
  const heading = Math.atan2(second[0] - start[0], second[1] - start[1])
  const body: Body = { x: start[0], y: start[1], heading, speedMps: 0, yawRate: 0 }
  let worstM = 0
  let timeS = 0
  let standsS = 0
  points.slice(1).forEach((to, i) => {
    const leg = { from: points[i] ?? start, to, next: points[i + 2] ?? null }
    for (let reached = false; !reached && timeS < 2_000; timeS += dtS) {
      reached = drive(body, leg, speedMps, limits, dtS, tuning)
      if (body.speedMps < 0.02) standsS += dtS
      worstM = Math.max(worstM, Math.min(...points.slice(1).map((end, j) => besideM(body, points[j] ?? start, end))))
    }
  })
  return { worstM, timeS, standsS, body }
}

const besideM = (body: Body, a: XY, b: XY): number => {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const t = Math.max(0, Math.min(1, ((body.x - a[0]) * (b[0] - a[0]) + (body.y - a[1]) * (b[1] - a[1])) / length ** 2))
  return Math.hypot(body.x - a[0] - t * (b[0] - a[0]), body.y - a[1] - t * (b[1] - a[1]))
}

const swaths: readonly XY[] = Array.from({ length: 10 }, (_, i): XY[] =>
  i % 2 === 0
    ? [
        [i * 0.5, 0],
        [i * 0.5, 40],
      ]
    : [
        [i * 0.5, 40],
        [i * 0.5, 0],
      ],
).flat()

const arcs: readonly XY[] = Array.from({ length: 80 }, (_, i): XY => {
  const angle = (i * Math.PI) / 20
  return [10 - 10 * Math.cos(angle) + i * 0.3, 10 * Math.sin(angle)]
})

describe('a skid-steered mower', () => {
  test.each([0.8, 2, 3])('follows swaths with turns on the spot within 25 cm at %s m/s', speedMps => {
    const { worstM, timeS } = follow(swaths, speedMps, skidLimits, 0.05)
    expect(worstM).toBeLessThan(0.25)
    // No real one is better.
    expect(worstM).toBeGreaterThan(0.03)
    expect(timeS).toBeLessThan(405 / speedMps + 20 * 7)
  })

  test('follows arcs within 0.5 m at 2 m/s without standing still', () => {
    const { worstM, timeS } = follow(arcs, 2, skidLimits, 0.05)
    expect(worstM).toBeLessThan(0.5)
    expect(timeS).toBeLessThan(180)
  })
})

test('a mower with steered wheels follows wide arcs within 0.55 m', () => {
  expect(follow(arcs, 1.5, ackermannLimits, 0.05).worstM).toBeLessThan(0.55)
})

test('a mower never speeds up or brakes harder than it can', () => {
  const body: Body = { x: 0, y: 0, heading: 0, speedMps: 0, yawRate: 0 }
  const leg = { from: [0, 0], to: [0, 30], next: null } as const
  for (let reached = false, before = 0; !reached; before = body.speedMps) {
    reached = drive(body, leg, 3, skidLimits, 0.05)
    expect(body.speedMps - before).toBeLessThanOrEqual(skidLimits.accelerationMps2 * 0.05 + 1e-9)
    expect(before - body.speedMps).toBeLessThanOrEqual(skidLimits.brakingMps2 * 0.05 + 1e-9)
  }
  expect(Math.abs(body.y - 30)).toBeLessThan(0.05)
  expect(Math.abs(body.x)).toBeLessThan(0.25)
})

describe('the parameters of the autopilot', () => {
  const corner: readonly XY[] = [
    [0, 0],
    [0, 20],
    [14, 34],
  ]

  test('WP_RADIUS lets the next leg begin before the corner', () => {
    const tight = follow(corner, 2, skidLimits, 0.05, { ...defaultTuning, WP_RADIUS: 0.05 })
    const wide = follow(corner, 2, skidLimits, 0.05)
    expect(wide.timeS).toBeLessThan(tight.timeS)
    expect(Math.abs(wide.worstM - tight.worstM)).toBeGreaterThan(0.05)
  })

  test('WP_PIVOT_ANGLE selects the corners with a pivot turn, WP_PIVOT_RATE its speed', () => {
    const through = follow(corner, 2, skidLimits, 0.05)
    const standing = follow(corner, 2, skidLimits, 0.05, { ...defaultTuning, WP_PIVOT_ANGLE: 30 })
    const slowly = follow(corner, 2, skidLimits, 0.05, { ...defaultTuning, WP_PIVOT_ANGLE: 30, WP_PIVOT_RATE: 10 })
    expect(standing.standsS).toBeGreaterThan(through.standsS + 0.5)
    expect(standing.worstM).toBeLessThan(through.worstM)
    expect(slowly.standsS).toBeGreaterThan(standing.standsS + 2)
  })
})
