/** A plan from an uploaded file instead of the planner: the same figures, the same ground, the same judgement. */
import { difference, driveS, lengthM, normalizeHeadingDeg, totalAreaM2 } from '@greensward/geometry'
import { ok, type Result, refused } from '../../common/result.ts'
import { frameAround } from '../../course/courseGeometry.ts'
import { MAX_MOWER_WIDTH_M } from '../../garage/garage.ts'
import { mownProgress } from '../../grass/mownProgress.ts'
import { checkPlan } from '../checkPlan.ts'
import { missionGround } from '../missionGround.ts'
import type { MissionPlan, PlanLeg } from '../missionPlan.ts'
import { bodyOf, type PlanInput } from '../planMission.ts'
import { type QgcRefusal, readQgcPlan } from './qgcPlanFile.ts'

export type FileRefusal =
  | QgcRefusal
  /** A stretch leaves the ground of the mission, or crosses what is kept out. */
  | { readonly kind: 'outside'; readonly message: string; readonly featureId: string | null }
  | { readonly kind: 'wrongValue'; readonly message: string; readonly field: string }

const lengthOf = ({ points }: PlanLeg): number => {
  const frame = frameAround(points)
  return lengthM(points.map(point => frame.toLocal(point)))
}

const durationS = (legs: readonly PlanLeg[]): number => {
  const frame = frameAround(legs.flatMap(({ points }) => points))
  return driveS(legs.map(({ points, speedMps }) => ({ points: points.map(point => frame.toLocal(point)), speedMps })))
}

const figure = (degrees: number): string => degrees.toFixed(6)

/** Reads, checks and measures; every stretch has to be in the area of the target on today's map. */
export const planFromFile = (
  input: Omit<PlanInput, 'turnScheme' | 'cleaningCycles' | 'start'>,
  file: unknown,
): Result<MissionPlan, FileRefusal> => {
  const { mower, blade } = input
  if (!(blade.widthM > 0 && blade.widthM <= MAX_MOWER_WIDTH_M))
    return refused({
      kind: 'wrongValue',
      field: 'blade.widthM',
      message: `The width of the blade must be above 0 and at most ${MAX_MOWER_WIDTH_M} metres`,
    })
  const read = readQgcPlan(file, { mower, blade })
  if (!read.ok) return read
  const { legs, warnings } = read.value
  const violations = checkPlan({ legs }, { ...input, body: bodyOf(mower) })
  const first = violations[0]
  if (first !== undefined) {
    const [lon, lat] = first.at
    const what = {
      leavesBoundary: `leaves ${first.title}`,
      crossesObstacle: `crosses ${first.title}`,
      bodyInObstacle: `brings the body of the mower into ${first.title}`,
      noGround: 'has no ground on the map',
    }[first.kind]
    return refused({
      kind: 'outside',
      featureId: first.featureId,
      message: `The drive ${what} near ${figure(lat)}, ${figure(lon)}${violations.length > 1 ? ` and in ${violations.length - 1} more places` : ''}`,
    })
  }
  return ok({
    headingDeg: normalizeHeadingDeg(input.headingDeg),
    legs: [...legs],
    warnings: [...warnings],
    ...measured(input, legs),
  })
}

const measured = (
  input: Omit<PlanInput, 'turnScheme' | 'cleaningCycles' | 'start'>,
  legs: readonly PlanLeg[],
): Pick<MissionPlan, 'uncovered' | 'stats'> => {
  const lengths = legs.map(lengthOf)
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const mown = lengths.reduce((sum, length, index) => sum + (legs[index]?.bladeOn === true ? length : 0), 0)
  const drive = {
    lengthM: whole,
    mownLengthM: mown,
    durationS: durationS(legs),
    waypoints: legs.reduce((sum, { points }) => sum + points.length, 0),
    turns: Math.max(0, legs.filter(leg => leg.bladeOn).length - 1),
    battery: whole / input.mower.batteryRangeM,
  }
  const ground = missionGround(input)
  if (!ground.ok) return { uncovered: [], stats: { ...drive, areaM2: 0, coverage: 0 } }
  const progress = mownProgress(ground.value, input.blade.widthM)
  for (const { bladeOn, points } of legs)
    if (bladeOn)
      for (const [index, to] of points.entries()) {
        const from = points[index - 1]
        if (from !== undefined) progress.mow(from, to, input.blade.widthM)
      }
  const { boundary, obstacles } = ground.value
  const areaM2 = totalAreaM2(
    difference(
      [boundary],
      obstacles.map(({ polygon }) => polygon),
    ),
  )
  return { uncovered: [...progress.uncut()], stats: { ...drive, areaM2, coverage: progress.share() } }
}
