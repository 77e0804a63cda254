/** How far it is home from the worst point of a plan, by road as `planDrive` finds it. */
import { distanceM, type XY } from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'
import type { Base } from '../garage/base.ts'
import type { Mower } from '../garage/garage.ts'
import type { MissionPlan } from './missionPlan.ts'
import { type DriveGround, planDrive } from './planDrive.ts'

export interface WayHomeInput extends DriveGround {
  readonly mower: Mower
  readonly base: Pick<Base, 'position' | 'headingDeg' | 'approach'>
  /** Of the plan. */
  readonly legs: MissionPlan['legs']
}

/** A detour to a point from which a way is known, beside the straight line. */
const DETOUR = 1.5

const farthestFrom = (points: readonly XY[], from: XY): XY =>
  points.reduce((worst, point) => (distanceM(point, from) > distanceM(worst, from) ? point : worst), points[0] ?? from)

/** Points of the plan from which the way home may be the longest: the farthest from home, and the one opposite. */
const worstPoints = (points: readonly XY[], home: XY): XY[] => {
  const farthest = farthestFrom(points, home)
  const opposite = farthestFrom(points, farthest)
  return distanceM(farthest, opposite) < 1 ? [farthest] : [farthest, opposite]
}

/** Metres from the worst point of the plan to the base; null where no way home is found, `offCourse` where the base is not on this map. */
export const wayHomeM = ({ mower, base, legs, ...ground }: WayHomeInput): number | 'offCourse' | null => {
  const places = legs.flatMap(({ points }) => points)
  const frame = frameAround([...places, base.position])
  const toLonLat = ([x, y]: XY): Position => {
    const [lon, lat] = frame.toLonLat([x, y])
    return [lon, lat]
  }
  const points = places.map(place => frame.toLocal(place))
  const home = frame.toLocal(base.position)
  const worst = worstPoints(points, home)
  const ways = worst.map(point => {
    const { position: to, headingDeg, approach } = base
    const drive = planDrive({ ...ground, mower, from: toLonLat(point), facingDeg: null, to, approach, headingDeg })
    if (drive.ok) return drive.value.stats.lengthM
    if (drive.error.kind === 'offCourse') return 'offCourse'
    return drive.error.kind === 'alreadyThere' ? 0 : undefined
  })
  if (ways.every(way => way === 'offCourse')) return 'offCourse'
  const known = worst.flatMap((point, i) => {
    const lengthM = ways[i]
    return typeof lengthM === 'number' ? [{ point, lengthM }] : []
  })
  if (known.length === 0) return null
  // From beside an obstacle there may be no way that turns at once; along the plan there is one to the next point.
  return Math.max(
    ...worst.map((point, i) => {
      const lengthM = ways[i]
      if (typeof lengthM === 'number') return lengthM
      return Math.min(...known.map(way => way.lengthM + DETOUR * distanceM(point, way.point)))
    }),
  )
}
