/** How a mission starts from where its mower is: as it is on board, or by an approach that is driven before it. */
import { type MissionPlan, type Mower, type Position, passesStanding, type WayToStart } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { type PlanPosition, positionInPlan } from '../mission/missionDrive.ts'
import { aheadOf, positionOf } from './driveAhead.ts'
import { standingSpots } from './driveGround.ts'

export type Approach =
  /** It continues towards the item it was driving to. */
  | { readonly kind: 'asItWas' }
  /** The whole mission is uploaded again: the approach with the blade off, then the plan from a position in it. */
  | { readonly kind: 'fullUpload'; readonly points: readonly Position[]; readonly from: PlanPosition }

export interface FoundApproach {
  readonly route: WayToStart
  readonly approach: Approach
}

const BEGINNING: PlanPosition = { leg: 0, point: 0 }

/** A mower that is this near to where it stopped has not been moved: it rolls out and its position wanders. */
export const NOT_MOVED_M = 3

/** The planner keeps so much between the side of a mower and an obstacle, and finds no route from nearer. */
const PLANNED_GAP_M = 0.1

type Parts = Pick<FleetParts, 'planner' | 'view' | 'garage'>

/** Past the mowers that stand in between. Where there is no room the checks wait for them, on the way as if they were gone. */
const wayOf = async (parts: Parts, from: Position, to: Position, mower: Mower): Promise<WayToStart | null> => {
  const { planner } = parts
  const spots = standingSpots(parts, mower.id)
  const isClear = ({ points }: WayToStart): boolean =>
    spots.every(spot => {
      const other = parts.garage.mowers.get(spot.id)
      const ahead = aheadOf(mower, from, [], points)
      return other === undefined || passesStanding(ahead, { at: spot.position, widthM: other.widthM })
    })
  const direct = await planner.way(from, to, mower.widthM)
  if (direct === null || isClear(direct)) return direct
  // From beside a neighbour in a row of parked ones no route begins: only `isClear` judges those.
  const away = spots.filter(
    ({ position, radiusM }) => apartM(from, position) > radiusM + mower.widthM / 2 + PLANNED_GAP_M,
  )
  const past = await planner.way(from, to, mower.widthM, away)
  return past !== null && isClear(past) ? past : direct
}

/** To the beginning of a plan; null where no route is clear, or the mower's position is unknown. */
export const approachToBeginning = async (
  parts: Parts,
  plan: MissionPlan,
  mower: Mower,
): Promise<FoundApproach | null> => {
  const from = positionOf(parts, mower.id)
  const to = plan.legs[0]?.points[0]
  if (from === null || to === undefined) return null
  const route = await wayOf(parts, from, to, mower)
  if (route === null) return null
  return {
    route,
    approach: { kind: 'fullUpload', points: route.kind === 'around' ? route.points.slice(1) : [], from: BEGINNING },
  }
}

/** The point of the plan with the waypoint that it was driving to. */
const nextPosition = ({ drive, seq }: ActiveMission): Position | undefined => {
  const position = drive.items.slice(seq).find(item => item.position !== undefined)?.position
  return position === undefined ? undefined : [position[0], position[1]]
}

/**
 * The position on the plan that is nearest to where the mower left it. The plan is inside its field, so this is inside too
 * where the mower was stopped outside.
 */
export const nearestOnPlan = (
  { legs }: Pick<MissionPlan, 'legs'>,
  { leg, point }: PlanPosition,
  leftAt: Position,
): Position | undefined => {
  const points = legs[leg]?.points
  const [from, to] = [points?.[point - 1], points?.[point]]
  if (from === undefined || to === undefined) return to
  const frame = localFrame(from)
  const [x, y] = frame.toLocal(to)
  const [leftX, leftY] = frame.toLocal(leftAt)
  const lengthSquared = x ** 2 + y ** 2
  const along = lengthSquared === 0 ? 1 : Math.max(0, Math.min(1, (leftX * x + leftY * y) / lengthSquared))
  const [lon, lat] = frame.toLonLat([x * along, y * along])
  return [lon, lat]
}

const asItWas = (from: Position, to: Position): FoundApproach => ({
  route: { kind: 'straight', points: [from, to], lengthM: apartM(from, to) },
  approach: { kind: 'asItWas' },
})

/** A transit with the blade off to a point of the plan, and on from there. */
const around = async (
  parts: Parts,
  at: Position,
  takenUpAt: Position,
  mower: Mower,
  from: PlanPosition,
): Promise<FoundApproach | null> => {
  const route = await wayOf(parts, at, takenUpAt, mower)
  return route === null ? null : { route, approach: { kind: 'fullUpload', points: route.points.slice(1), from } }
}

/** To where the drive begins: the plan's beginning, or the point at which an earlier resume continued. */
const approachToDrive = (
  parts: Parts,
  active: ActiveMission,
  at: Position,
  mower: Mower,
): Promise<FoundApproach | null> => {
  const { from, approach } = active
  const takenUpAt = from.leg > 0 || from.point > 0 ? approach.at(-1) : undefined
  return takenUpAt === undefined
    ? approachToBeginning(parts, active.plan, mower)
    : around(parts, at, takenUpAt, mower, from)
}

/**
 * Back to where a stopped mission left off. A mower that is where it stopped continues directly; one that was moved,
 * or has an obstacle in between, drives around with the blade off to that very point and continues mowing there.
 */
export const approachBack = async (
  parts: Parts,
  active: ActiveMission,
  mower: Mower,
): Promise<FoundApproach | null> => {
  const at = positionOf(parts, mower.id)
  if (at === null) return null
  const next = positionInPlan(active, active.seq)
  const to = nextPosition(active)
  if (active.seq === 0 || next === undefined || to === undefined) return approachToDrive(parts, active, at, mower)
  if (next === 'approach' || next.point === 0) {
    // On a transit with the blade off: the straight route to its end is as good from here.
    if ((await wayOf(parts, at, to, mower))?.kind === 'straight') return asItWas(at, to)
    return next === 'approach'
      ? approachToDrive(parts, active, at, mower)
      : around(parts, at, to, mower, { leg: next.leg, point: 1 })
  }
  const { leftAt } = active
  const bladeOn = active.plan.legs[next.leg]?.bladeOn ?? true
  const isThere = leftAt === null || apartM(at, leftAt) <= NOT_MOVED_M
  if (isThere && (await parts.planner.checkPaths([{ points: [at, to], bladeOn }], active.target)).length === 0)
    return asItWas(at, to)
  const takenUpAt = leftAt === null ? to : (nearestOnPlan(active.plan, next, leftAt) ?? to)
  return around(parts, at, takenUpAt, mower, next)
}
