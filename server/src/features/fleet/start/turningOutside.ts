/** Mowers that turn outside of their zone, on grass that another mower may be on. */
import {
  apartInTime,
  type CourseFeature,
  type MissionPlan,
  type Mower,
  type Position,
  SHARED_CLEARANCE_M,
  targetFeature,
  turnsOutside,
} from '@greensward/domain'
import { distanceToLineM, localFrame } from '@greensward/geometry'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { isInside } from '../mission/insideRing.ts'
import { aheadOf, isDriving, positionOf, positionOfOther, stillAhead } from './driveAhead.ts'

interface Meeting {
  /** On other zones, and too near at some moment. */
  readonly driving: readonly string[]
  /** Where this mower turns, and not driving. */
  readonly standing: readonly string[]
}

type Parts = Pick<FleetParts, 'course' | 'garage' | 'view'>

/** A plan does not change, and nor does the zone of a mission that drives: each is looked at once. */
const known = new WeakMap<
  MissionPlan,
  { readonly target: CourseFeature | undefined; readonly lines: readonly Position[][] }
>()

const turnsOf = (target: CourseFeature | undefined, plan: MissionPlan): readonly Position[][] => {
  const before = known.get(plan)
  if (before !== undefined && before.target === target) return before.lines
  const lines = turnsOutside(target, plan.legs)
  known.set(plan, { target, lines })
  return lines
}

/** The mowers of other zones in whose way a drive comes where it, or theirs, turns outside of its zone. */
export const meetsOutside = async (
  { course, garage, view }: Parts,
  { target, plan }: Pick<ActiveMission, 'target' | 'plan'>,
  mower: Mower,
  legs: MissionPlan['legs'],
  approach: Parameters<typeof aheadOf>[3],
): Promise<Meeting> => {
  const { features } = await course.read()
  const at = positionOf({ view }, mower.id)
  const mine = turnsOf(targetFeature(features, target), plan)
  const driving: string[] = []
  const standing: string[] = []
  for (const other of garage.mowers.values()) {
    if (other.id === mower.id) continue
    const there = positionOfOther({ view }, other.id)
    const active = view.missionOf(other.id)
    if (active !== undefined && isDriving(active)) {
      if (active.target.featureId === target.featureId) continue
      if (mine.length === 0 && turnsOf(targetFeature(features, active.target), active.plan).length === 0) continue
      const isApart =
        at !== null &&
        there !== null &&
        apartInTime(aheadOf(mower, at, legs, approach), stillAhead(other, active, there))
      if (!isApart) driving.push(other.name)
    } else if (there !== null) {
      const frame = localFrame(there)
      const neededM = (mower.widthM + other.widthM) / 2 + SHARED_CLEARANCE_M
      const isNear = mine.some(
        line =>
          distanceToLineM(
            line.map(position => frame.toLocal(position)),
            [0, 0],
          ) < neededM,
      )
      if (isNear) standing.push(other.name)
    }
  }
  return { driving, standing }
}

/** Whether a mower that works on its zone is beside it now, to turn. */
export const isTurningOutside = ({ view }: Pick<FleetParts, 'view'>, active: ActiveMission): boolean => {
  const at = positionOf({ view }, active.mowerId)
  const { boundary } = active
  return at !== null && boundary !== null && isDriving(active) && active.isInside && !isInside(at, boundary)
}
