/** The judge of a plan. It takes nothing from the planner but the types of a plan: a fault of the planner cannot hide in it. */
import type { Leg, PolygonXY } from '@greensward/geometry'
import { type AreaVerdict, type JudgedMachine, judgeAreas } from './areas.ts'
import { type Bends, judgeBends } from './bends.ts'
import { type BodyVerdict, judgeBody } from './body.ts'
import { lengthM } from './length.ts'

export interface Verdict extends AreaVerdict {
  /** Share of the drive with the blade off, per cent. */
  readonly transit: number
  /** Whole length times working width over the area to mow. */
  readonly ratio: number
  /** Greatest distance between the end of a leg and the start of the next, metres. */
  readonly gapM: number
  readonly bends: Bends
  /** Absent for a machine without a body. */
  readonly body?: BodyVerdict
}

const gapsM = (legs: readonly Leg[]): number[] =>
  legs.slice(1).map(({ points: [start] }, i) => {
    const end = legs[i]?.points.at(-1)
    return end === undefined || start === undefined ? 0 : Math.hypot(end[0] - start[0], end[1] - start[1])
  })

/** @param field to be mown, obstacles included */
export const judgePlan = (field: PolygonXY, legs: readonly Leg[], machine: JudgedMachine): Verdict => {
  const areas = judgeAreas(field, legs, machine)
  const totalM = legs.reduce((sum, { points }) => sum + lengthM(points), 0)
  const offM = legs.reduce((sum, { bladeOn, points }) => sum + (bladeOn ? 0 : lengthM(points)), 0)
  return {
    ...areas,
    transit: totalM === 0 ? 0 : (100 * offM) / totalM,
    ratio: (totalM * machine.widthM) / areas.areaM2,
    gapM: Math.max(0, ...gapsM(legs)),
    bends: judgeBends(legs, machine.radiusM),
    ...(machine.body === undefined ? {} : { body: judgeBody(legs, machine.body, field, machine.obstacles) }),
  }
}
