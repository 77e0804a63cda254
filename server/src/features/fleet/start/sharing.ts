/** Several mowers on one zone: each has a part of it, and none starts a mission that would come too near to another. */
import {
  apartInTime,
  cellOf,
  type DriveAhead,
  driveTimeFactor,
  type GateFacts,
  type MissionPlan,
  type MissionTarget,
  type Mower,
  meetsSoon,
  meetsStanding,
  meetsWithinM,
  type Position,
  targetFeature,
} from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { approachAhead, isOnApproach } from '../mission/missionDrive.ts'
import { aheadOf, asOneDrive, isDriving, legsAhead, positionOf, positionOfOther, stillAhead } from './driveAhead.ts'
import { othersOn } from './onTarget.ts'
import { isTurningOutside, meetsOutside } from './turningOutside.ts'
import { meetsUnplannedSoon, startMeetsUnplanned } from './unplanned.ts'

/** The part of the gate's subject that counts here. */
export interface Sharer {
  readonly target: MissionTarget
  readonly plan: MissionPlan
  readonly stopped: ActiveMission | undefined
}

type Sharing = Pick<GateFacts, 'otherMowersInZone' | 'mowersBeside' | 'mowersTooNear'>

const hasCell = (target: MissionTarget): boolean => cellOf(target) !== undefined

type View = Pick<FleetParts, 'view'>

const judged = (parts: View, others: readonly Mower[], mine: DriveAhead): Sharing => {
  const inZone: string[] = []
  const beside: string[] = []
  const tooNear: string[] = []
  for (const other of others) {
    const active = parts.view.missionOf(other.id)
    const there = positionOfOther(parts, other.id)
    const isAnywhere = there === null || parts.view.drivesUnplanned(other.id)
    if (isAnywhere || (active !== undefined && !hasCell(active.target))) inZone.push(other.name)
    else {
      const theirs = active === undefined ? aheadOf(other, there, [], undefined) : stillAhead(other, active, there)
      if (apartInTime(mine, theirs)) beside.push(other.name)
      else (active === undefined ? inZone : tooNear).push(other.name)
    }
  }
  return { otherMowersInZone: inZone, mowersBeside: beside, mowersTooNear: tooNear }
}

/** Of the mowers that are on the zone or have a mission there: which block the start, and which mow beside. */
export const sharing = async (
  parts: Pick<FleetParts, 'course' | 'garage' | 'view'>,
  others: readonly Mower[],
  subject: Sharer,
  mower: Mower,
  approach: readonly Position[] | undefined,
): Promise<Sharing> => {
  const at = positionOf(parts, mower.id)
  // One without a position cannot be kept apart from anybody.
  if (at === null) return { otherMowersInZone: others.map(({ name }) => name) }
  const { legs } = subject.stopped === undefined ? subject.plan : legsAhead(subject.stopped, at)
  const outside = await meetsOutside(parts, subject, mower, legs, approach)
  // A mower with the whole zone has it alone.
  const found = hasCell(subject.target)
    ? judged(parts, others, aheadOf(mower, at, legs, approach))
    : { otherMowersInZone: others.map(({ name }) => name) }
  return {
    ...found,
    otherMowersInZone: [...new Set([...(found.otherMowersInZone ?? []), ...outside.standing])],
    mowersTooNear: [...(found.mowersTooNear ?? []), ...outside.driving],
  }
}

/**
 * The names of the mowers sharing its zone, or met where one turns outside of its zone, that a mission would come too near if it started
 * at this moment; null where they are unknown. A mower with the whole zone has it alone, as the gate has ensured.
 */
export const wouldMeet = async (
  parts: Pick<FleetParts, 'ctx' | 'course' | 'garage' | 'view' | 'remoteMowers'>,
  active: ActiveMission,
): Promise<readonly string[] | null> => {
  if (parts.ctx.bus.isShared) await parts.remoteMowers.read()
  const map = await parts.course.read()
  const target = targetFeature(map.features, active.target)
  const mower = parts.garage.mowers.get(active.mowerId)
  const at = positionOf(parts, active.mowerId)
  const isPart = hasCell(active.target)
  if (target === undefined || mower === undefined || at === null) return isPart ? null : []
  const { legs } = legsAhead(active, at)
  const approach = approachAhead(active)
  const outside = await meetsOutside(parts, active, mower, legs, approach.length === 0 ? undefined : [at, ...approach])
  const met = [...outside.standing, ...outside.driving]
  if (!isPart) return met
  const others = othersOn(parts, map, target, mower.id)
  const { otherMowersInZone, mowersTooNear = [] } = judged(parts, others, stillAhead(mower, active, at))
  return otherMowersInZone === null ? null : [...otherMowersInZone, ...mowersTooNear, ...met]
}

/**
 * The names of mowers that drive, with a mission or without, and that a drive would come too near if it started, or were
 * resumed, at this moment, unknown positions among them. Mowers that do not drive are obstacles of the drive.
 */
export const driveMeets = (
  parts: Pick<FleetParts, 'garage' | 'view'>,
  mower: Mower,
  ahead: DriveAhead,
): readonly string[] => {
  const mine = asOneDrive(ahead)
  return [...parts.garage.mowers.values()].flatMap(other => {
    if (other.id === mower.id) return []
    if (parts.view.drivesUnplanned(other.id)) return startMeetsUnplanned(parts, mine, other) ? [other.name] : []
    const active = parts.view.missionOf(other.id)
    if (active === undefined || !isDriving(active)) return []
    const there = positionOf(parts, other.id)
    return there !== null && apartInTime(mine, stillAhead(other, active, there)) ? [] : [other.name]
  })
}

/** Looked ahead: as long as a stop takes to be sent, received and obeyed. */
const AHEAD_S = 1.5

/** Between the sides of two mowers; the plans keep them farther apart. */
const LEAST_GAP_M = 0.15

const speedOf = ({ view }: View, mowerId: string): readonly [x: number, y: number] => {
  const { speedMps, headingDeg } = view.telemetryOf(mowerId) ?? { speedMps: null, headingDeg: null }
  if (speedMps === null || headingDeg === null) return [0, 0]
  const angle = (headingDeg * Math.PI) / 180
  return [speedMps * Math.sin(angle), speedMps * Math.cos(angle)]
}

/** The shortest distance of two mowers within the next moment, both driving on. */
const nearestM = (apart: readonly [number, number], drift: readonly [number, number]): number => {
  const square = drift[0] ** 2 + drift[1] ** 2
  const at = square === 0 ? 0 : -(apart[0] * drift[0] + apart[1] * drift[1]) / square
  const t = Math.min(AHEAD_S, Math.max(0, at))
  return Math.hypot(apart[0] + drift[0] * t, apart[1] + drift[1] * t)
}

/** A plan does not change, and is asked for at every position of every mower. */
const fastest = new WeakMap<MissionPlan, number>()

const fastestOf = (plan: MissionPlan): number => {
  const known = fastest.get(plan)
  if (known !== undefined) return known
  const speedMps = Math.max(0, ...plan.legs.map(leg => leg.speedMps))
  fastest.set(plan, speedMps)
  return speedMps
}

/** Of a mower, on its mission or on its ways. */
const fastestMps = (mower: Mower, active: ActiveMission | undefined): number =>
  Math.max(mower.transitSpeedMps, active === undefined ? 0 : fastestOf(active.plan)) /
  Math.min(1, driveTimeFactor(mower))

/** Its path leads where other mowers may be at rest or drive: it is on a drive, or on its approach. */
const isOnWay = (active: ActiveMission): boolean => active.target.kind === 'drive' || isOnApproach(active)

/** Whether a mower that drives is about to meet another one, as far as that is not left to `meetingBeside`. */
const meetsAhead = (
  mine: ActiveMission,
  ahead: DriveAhead,
  other: Mower,
  active: ActiveMission | undefined,
  there: Position,
) => {
  if (mine.target.kind === 'drive') {
    const isMoving = active !== undefined && isDriving(active)
    return meetsSoon(ahead, isMoving ? stillAhead(other, active, there) : aheadOf(other, there, [], undefined))
  }
  // One whose start is being sent is at rest: it compares itself with this one before it drives.
  if (active?.status !== 'working') return meetsStanding(ahead, { at: there, widthM: other.widthM })
  // Two on their rows are kept apart by their zones, or by `meetingBeside`.
  return (isOnWay(mine) || isOnWay(active)) && meetsSoon(ahead, stillAhead(other, active, there))
}

/**
 * SAFE-6f: the other mower that this one is about to meet on what it has ahead, driving or at rest: one of them is later
 * than was expected when it started, was stopped there, or a person has moved it.
 */
const meetingAhead = ({ garage, view }: Pick<FleetParts, 'garage' | 'view'>, mine: ActiveMission) => {
  const at = positionOf({ view }, mine.mowerId)
  const mower = garage.mowers.get(mine.mowerId)
  if (at === null || mower === undefined) return undefined
  const mineMps = fastestMps(mower, mine)
  const near = [...garage.mowers.values()].flatMap(other => {
    const there = other.id === mower.id ? null : positionOfOther({ view }, other.id)
    if (there === null) return []
    const active = view.missionOf(other.id)
    const speedMps = Math.max(mineMps, fastestMps(other, active))
    return apartM(at, there) > meetsWithinM(speedMps, mower.widthM + other.widthM) ? [] : [{ other, active, there }]
  })
  if (near.length === 0) return undefined
  const ahead = stillAhead(mower, mine, at)
  return near.find(({ other, active, there }) =>
    view.drivesUnplanned(other.id)
      ? meetsUnplannedSoon({ view }, ahead, other, there)
      : meetsAhead(mine, ahead, other, active, there),
  )?.other.id
}

/** The other mower that this one is about to meet on their zone, or where one of them turns outside of its zone. */
const meetingBeside = (parts: Pick<FleetParts, 'garage' | 'view'>, mine: ActiveMission): string | undefined => {
  const { mowerId } = mine
  const isOutside = isTurningOutside(parts, mine)
  const at = positionOf(parts, mowerId)
  const mower = parts.garage.mowers.get(mowerId)
  if (at === null || mower === undefined) return undefined
  const frame = localFrame(at)
  for (const other of parts.view.missions()) {
    if (other.mowerId === mowerId) continue
    const isShared = hasCell(mine.target) && other.target.featureId === mine.target.featureId
    if (!isShared && !(isOutside || isTurningOutside(parts, other))) continue
    const there = positionOf(parts, other.mowerId)
    const machine = parts.garage.mowers.get(other.mowerId)
    if (there === null || machine === undefined) continue
    const [ax, ay] = speedOf(parts, mowerId)
    const [bx, by] = speedOf(parts, other.mowerId)
    const neededM = (mower.widthM + machine.widthM) / 2 + LEAST_GAP_M
    if (nearestM(frame.toLocal(there), [bx - ax, by - ay]) < neededM) return other.mowerId
  }
  return undefined
}

/** The other mower that a working one is about to meet, if there is one. */
export const meeting = (parts: Pick<FleetParts, 'garage' | 'view'>, mowerId: string): string | undefined => {
  const mine = parts.view.missionOf(mowerId)
  if (mine?.status !== 'working') return undefined
  const met = meetingAhead(parts, mine)
  return met !== undefined || isOnWay(mine) || !mine.isInside ? met : meetingBeside(parts, mine)
}
