/** A plan from an uploaded file instead of the planner: the same figures, the same ground, the same judgement. */

import { difference, lengthM, normalizeHeadingDeg, totalAreaM2 } from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import { ok, type Result, refused } from '../../common/result.ts'
import { frameAround } from '../../course/courseGeometry.ts'
import { driveTimeFactor } from '../../garage/driveTime.ts'
import { shareUsed } from '../../garage/energy.ts'
import { MAX_MOWER_WIDTH_M } from '../../garage/garage.ts'
import { mowLegs, mownProgress } from '../../grass/mownProgress.ts'
import { checkPlan, type PlanViolation } from '../checkPlan.ts'
import { driveDurationS } from '../driveDuration.ts'
import { missionGround } from '../missionGround.ts'
import type { MissionPlan, PlanLeg } from '../missionPlan.ts'
import { bodyOf, type PlanInput } from '../planMission.ts'
import { type QgcRefusal, readQgcPlan } from './qgcPlanFile.ts'

export type FileRefusal =
  | QgcRefusal
  /** A stretch leaves the ground of the mission, or crosses what is kept out. */
  | (Said & { readonly kind: 'outside'; readonly featureId: string | null })
  | (Said & { readonly kind: 'wrongValue'; readonly field: string })

const lengthOf = ({ points }: PlanLeg): number => {
  const frame = frameAround(points)
  return lengthM(points.map(point => frame.toLocal(point)))
}

const figure = (degrees: number): string => degrees.toFixed(6)

const DRIVE_FAULTS = {
  leavesBoundary: ['driveLeaves', 'driveLeavesMore'],
  crossesObstacle: ['driveCrosses', 'driveCrossesMore'],
  bodyInObstacle: ['driveTouches', 'driveTouchesMore'],
} as const

const driveFault = ({ kind, title, at: [lon, lat] }: PlanViolation, more: number): Said => {
  const place = `${figure(lat)}, ${figure(lon)}`
  if (kind === 'noGround')
    return more === 0 ? said('driveNoField', { place }) : said('driveNoFieldMore', { place, count: more })
  const [one, several] = DRIVE_FAULTS[kind]
  return more === 0 ? said(one, { title, place }) : said(several, { title, place, count: more })
}

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
      ...said('bladeWidth', { maximum: MAX_MOWER_WIDTH_M }),
    })
  const read = readQgcPlan(file, { mower, blade })
  if (!read.ok) return read
  const { legs, warnings } = read.value
  const violations = checkPlan({ legs }, { ...input, body: bodyOf(mower) })
  const first = violations[0]
  if (first !== undefined)
    return refused({ kind: 'outside', featureId: first.featureId, ...driveFault(first, violations.length - 1) })
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
    durationS: driveDurationS(legs) * driveTimeFactor(input.mower),
    waypoints: legs.reduce((sum, { points }) => sum + points.length, 0),
    turns: Math.max(0, legs.filter(leg => leg.bladeOn).length - 1),
    battery: shareUsed(input.mower, { lengthM: whole, mownLengthM: mown }),
  }
  const ground = missionGround(input)
  if (!ground.ok) return { uncovered: [], stats: { ...drive, areaM2: 0, coverage: 0 } }
  const progress = mownProgress(ground.value, input.blade.widthM)
  mowLegs(progress, legs, input.blade.widthM)
  const { boundary, obstacles } = ground.value
  const areaM2 = totalAreaM2(
    difference(
      [boundary],
      obstacles.map(({ polygon }) => polygon),
    ),
  )
  return { uncovered: [...progress.uncut()], stats: { ...drive, areaM2, coverage: progress.share() } }
}
