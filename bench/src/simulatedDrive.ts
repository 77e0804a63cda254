/** Drives of invented fields by simulated mowers, to compare their times with the planned ones. */
import { planCoverage, type Ring, type Stretch, setSpeedMps, type XY } from '@greensward/geometry'
import { ackermannLimits, type BodyLimits, driveStretches, skidLimits } from '@greensward/simulator/body'

export interface SimulatedDrive {
  readonly name: string
  /** Seconds that the plan says. */
  readonly plannedS: number
  readonly legs: readonly (Stretch & { readonly kind: string })[]
  /** Seconds at the end of each leg. */
  readonly ends: readonly number[]
}

/** Numbers from 0 to 1, the same for the same seed (a linear congruential generator). */
const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A wavy oval of 20 to 110 m half length. */
const outline = (random: () => number): Ring => {
  const [longM, wideM] = [20 + 90 * random(), 9 + 16 * random()]
  const [wave, at, corners] = [0.15 * random(), 6 * random(), 16 + Math.floor(80 * random())]
  return Array.from({ length: corners }, (_, i): XY => {
    const angle = (2 * Math.PI * i) / corners
    const out = 1 + wave * Math.sin(3 * angle + at) + (wave / 2) * Math.cos(5 * angle)
    return [longM * out * Math.cos(angle), wideM * out * Math.sin(angle)]
  })
}

/** A machine with a radius of 0 turns on the spot. */
const KINDS: readonly (readonly [kind: string, radiusM: number, limits: BodyLimits])[] = [
  ['skid steering', 1.6, skidLimits],
  ['turns on the spot', 0, skidLimits],
  ['steered wheels', 1.6, ackermannLimits],
]

/**
 * @param slowness its speeds are this many times lower than those it is set to
 * @param seed of the mower; another seed is another kind, width and other speeds
 */
export const simulatedMower = (seed: number, slowness = 1) => {
  const random = randomOf(seed)
  const [kind, minTurnRadiusM, limits] = KINDS[seed % KINDS.length] ?? ['', 0, skidLimits]
  const workingWidthM = 1.2 + 2 * random()
  const speeds = { mowingMps: 1.2 + 1.4 * random(), transitMps: 2 + random(), turningMps: 0.7 + 0.6 * random() }

  /** @param fieldSeed another seed is another field, heading and number of laps */
  return (fieldSeed: number): SimulatedDrive => {
    const roll = randomOf(fieldSeed)
    const plan = planCoverage({
      boundary: { outer: outline(roll), holes: [] },
      obstacles: [],
      workingWidthM,
      overlapM: 0.04 * workingWidthM,
      headingDeg: 180 * roll(),
      headland: { count: Math.floor(3 * roll()), direction: 'clockwise', when: 'before' },
      turnScheme: 'oneInOne',
      minTurnRadiusM,
      speeds,
    })
    const legs = plan.legs.map(leg => ({ kind: leg.kind, points: leg.points, speedMps: setSpeedMps(leg, speeds) }))
    const slow = legs.map(leg => ({ ...leg, speedMps: leg.speedMps / slowness }))
    const { ends } = driveStretches(slow, limits)
    return { name: `${kind}, mower ${seed}, field ${fieldSeed}`, plannedS: plan.stats.durationS, legs, ends }
  }
}
