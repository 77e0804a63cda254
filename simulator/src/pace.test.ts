import { driveS, type Leg, planCoverage, type Ring, setSpeedMps, splitForMowers, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { ackermannLimits, type BodyLimits, skidLimits } from './dynamics.ts'
import { DRIVE_STEP_S, driveStretches } from './testing/body.ts'

/** A wavy oval, as fairways and bunkers are. */
const oval = (x: number, y: number, halfLengthM: number, halfWidthM: number, corners: number): Ring =>
  Array.from({ length: corners }, (_, i): XY => {
    const angle = (2 * Math.PI * i) / corners
    const wave = 1 + 0.12 * Math.sin(3 * angle) + 0.06 * Math.cos(5 * angle)
    return [x + halfLengthM * wave * Math.cos(angle), y + halfWidthM * wave * Math.sin(angle)]
  })

const fairway = { outer: oval(0, 0, 110, 22, 90), holes: [oval(-40, 12, 8, 4, 24), oval(35, -6, 6, 5, 24)] }
const mowingMps = 2.4
const transitMps = 3
const turningMps = 0.9

const speeds = { mowingMps, transitMps, turningMps }

const driven = (legs: readonly Leg[], limits: BodyLimits) =>
  driveStretches(
    legs.map(leg => ({ points: leg.points, speedMps: setSpeedMps(leg, speeds) })),
    limits,
  )

describe('the planned time of a fairway is the time that its drive takes', () => {
  test.each([
    ['along it, on skid steering', 90, 1.6, skidLimits],
    ['across it, on skid steering', 0, 1.6, skidLimits],
    ['aslant, on skid steering, with turns on the spot', 40, 0, skidLimits],
    ['along it, with steered wheels', 90, 1.6, ackermannLimits],
  ])('%s, within ten per cent', (_, headingDeg, minTurnRadiusM, limits) => {
    const plan = planCoverage({
      boundary: fairway,
      obstacles: [],
      workingWidthM: 3.2,
      overlapM: 0.13,
      headingDeg,
      headland: { count: 2, direction: 'clockwise', when: 'before' },
      turnScheme: 'oneInOne',
      minTurnRadiusM,
      speeds: { mowingMps, transitMps, turningMps },
    })
    const takenS = driven(plan.legs, limits).seconds
    expect(Math.abs(plan.stats.durationS - takenS)).toBeLessThan(0.1 * takenS)
    // Without slowing down it would be far less, or this test could not fail.
    expect(plan.stats.lengthM / mowingMps).toBeLessThan(0.9 * takenS)
    const legs = plan.legs.map(leg => ({ points: leg.points, speedMps: setSpeedMps(leg, speeds) }))
    expect(driveS(legs)).toBeCloseTo(plan.stats.durationS, 6)
  })
})

/** Delays between the starts of two mowers. */
const SHIFTS_S = [-20, -10, 0, 10, 20]

test.each([0, 45, 90, 135])(
  'two mowers that share a fairway keep as far apart as planned, at %i degrees',
  headingDeg => {
    const mower = {
      workingWidthM: 3.2,
      overlapM: 0.13,
      minTurnRadiusM: 1.6,
      speeds: { mowingMps, transitMps, turningMps },
      bodyWidthM: 3.4,
    }
    const { parts, leastApartM, clearanceM } = splitForMowers({
      boundary: fairway,
      obstacles: [],
      headingDeg,
      headland: { count: 2, direction: 'clockwise', when: 'before' },
      turnScheme: 'oneInOne',
      mowers: [mower, mower],
    })
    expect(leastApartM).toBeGreaterThan(clearanceM)
    const [a = [], b = []] = parts.map(({ plan }) => driven(plan.legs, skidLimits).track)
    for (const shiftS of SHIFTS_S) {
      const shift = Math.round(shiftS / DRIVE_STEP_S)
      let leastM = Number.POSITIVE_INFINITY
      for (let step = Math.max(0, shift); step < Math.max(a.length, b.length + shift); step++) {
        const [ax, ay] = a[Math.min(step, a.length - 1)] ?? [0, 0]
        const [bx, by] = b[Math.min(step - shift, b.length - 1)] ?? [0, 0]
        leastM = Math.min(leastM, Math.hypot(ax - bx, ay - by))
      }
      expect(leastM).toBeGreaterThan(clearanceM)
    }
  },
)
