/** From what a person chose to the drive of a mission on the earth. Pure: the preview and the server run this very code. */

import {
  type CoveragePlan,
  type CoverageRequest,
  type CoverageSpeeds,
  driveS,
  type FieldCache,
  type HeadlandRequest,
  type Leg,
  type LocalFrame,
  lengthM,
  type MachineBody,
  type MowingPattern,
  normalizeHeadingDeg,
  type PolygonXY,
  planCoverage,
  rimClearanceM,
  setSpeedMps,
  totalAreaM2,
  type XY,
} from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import type { z } from 'zod'
import { ok, type Result, refused } from '../common/result.ts'
import type { CourseFeature, FeatureOf, PolygonGeometry, Position } from '../course/course.ts'
import { frameAround, polygonGeometryOf, positionOf } from '../course/courseGeometry.ts'
import { driveTimeFactor } from '../garage/driveTime.ts'
import { shareUsed } from '../garage/energy.ts'
import { type Blade, MAX_MOWER_WIDTH_M, type Mower, type ZoneType } from '../garage/garage.ts'
import type { OuterPass } from '../mission/cleanUpPass.ts'
import { cellOf, type MissionTarget, type turnScheme } from '../mission/mission.ts'
import { wayCheckOf } from './checkPlan.ts'
import {
  forbiddenGround,
  type GroundRefusal,
  holeOf,
  type MissionGround,
  missionGround,
  obstaclesBeside,
  targetFeature,
} from './missionGround.ts'
import type { MissionPlan, PlanLeg, PlanWarning } from './missionPlan.ts'
import { turnGroundOf } from './turnGround.ts'

export interface PlanInput {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly target: MissionTarget
  readonly mower: Mower
  readonly blade: Blade
  /** Heading of the swaths, degrees clockwise from true north. */
  readonly headingDeg: number
  /** Patterns to choose the quickest from; absent, straight rows. */
  readonly patterns?: readonly MowingPattern[]
  readonly turnScheme: z.infer<typeof turnScheme>
  /** Laps along every edge, 0 to 5. */
  readonly cleaningCycles: number
  /** How the outermost of them is driven; absent, along the edge. A part of a zone and a mission without laps have none to change. */
  readonly outerPass?: OuterPass
  /** Where the drive would best begin; absent, the planner chooses. */
  readonly start?: Position
  /** When the mission drives, ISO 8601 in UTC: marked areas that end before then are not obstacles. Absent, all are. */
  readonly at?: string
}

export type PlanRefusal =
  | GroundRefusal
  /** A number is not one that can be planned with; `field` is its path in the input. */
  | (Said & { readonly kind: 'wrongValue'; readonly field: string })
  | (Said & { readonly kind: 'roadBlocked'; readonly featureId: string })
  | (Said & { readonly kind: 'emptyPlan'; readonly warnings: readonly PlanWarning[] })

/** The rim of the blade never comes nearer to an obstacle than this, however narrow the machine around it is. */
export const OBSTACLE_CLEARANCE_M = 0.1

/** A real skid-steered ArduPilot Rover was this far off its line at most, 95 times in a hundred (median 0.21 m). */
const TRACKING_MARGIN_M = 0.35

/** Nobody enters how long a mower is; mowers with wide decks are about a fifth longer than wide. */
const LENGTH_OF_WIDTH = 1.2

/** The rectangle that a mower fills, and how far it may be off its line. */
export const bodyOf = ({ widthM }: Pick<Mower, 'widthM'>): MachineBody => ({
  widthM,
  lengthM: widthM * LENGTH_OF_WIDTH,
  marginM: TRACKING_MARGIN_M,
})

/** Neighbouring swaths lap over by 4 % of the width, and by 4 cm at least: twice what RTK may be off. */
export const swathOverlapM = (widthM: number): number => Math.min(Math.max(0.04, widthM * 0.04), widthM / 4)

/** ArduPilot holds 655 items; switching the blade, speeds and home take some of them. */
const MOST_WAYPOINTS_A_PART = 600

const MOST_CLEANING_CYCLES = 5

const PLANNER_REASONS = {
  invalidRequest: 'planInvalidRequest',
  invalidBoundary: 'planInvalidBoundary',
  tooNarrow: 'planTooNarrow',
  allObstacle: 'planAllObstacle',
  unreachableParts: 'planUnreachable',
  tooSmallToSplit: 'planTooSmall',
} as const

/** Why the planner made nothing, in codes of the catalogue. */
export const plannerReasons = (warnings: readonly PlanWarning[]): Said[] => {
  const reasons = warnings.flatMap(({ code }) =>
    Object.hasOwn(PLANNER_REASONS, code) ? [said(PLANNER_REASONS[code as keyof typeof PLANNER_REASONS])] : [],
  )
  return reasons.length === 0 ? [said('planOther')] : reasons
}

const wrongValue = (input: PlanInput): PlanRefusal | undefined => {
  const wrong = (field: string, what: Said): PlanRefusal => ({ kind: 'wrongValue', field, ...what })
  const { mower, blade } = input
  if (!(blade.widthM > 0 && blade.widthM <= MAX_MOWER_WIDTH_M))
    return wrong('blade.widthM', said('bladeWidth', { maximum: MAX_MOWER_WIDTH_M }))
  if (!(mower.widthM > 0 && mower.widthM <= MAX_MOWER_WIDTH_M))
    return wrong('mower.widthM', said('mowerWidth', { maximum: MAX_MOWER_WIDTH_M }))
  if (!Number.isFinite(input.headingDeg)) return wrong('headingDeg', said('headingNoNumber'))
  if (
    !Number.isInteger(input.cleaningCycles) ||
    input.cleaningCycles < 0 ||
    input.cleaningCycles > MOST_CLEANING_CYCLES
  )
    return wrong('cleaningCycles', said('cleaningCycles', { maximum: MOST_CLEANING_CYCLES }))
  return undefined
}

/**
 * Plans a mission on a zone, a mission area or along a road; refuses with a reason where there is nothing to drive.
 * @param memory reused between calls, it makes other headings on the same field faster
 */
export const planMission = (input: PlanInput, memory?: FieldCache): Result<MissionPlan, PlanRefusal> => {
  const wrong = wrongValue(input)
  if (wrong !== undefined) return refused(wrong)
  const feature = targetFeature(input.features, input.target)
  return feature?.kind === 'road' ? planRoad(input, feature) : planMowing(input, memory)
}

const planMowing = (input: PlanInput, memory?: FieldCache): Result<MissionPlan, PlanRefusal> => {
  const found = missionGround(input)
  if (!found.ok) return found
  const { frame } = found.value
  const isWhole = cellOf(input.target) === undefined
  const asked = isWhole && input.cleaningCycles > 0 ? (input.outerPass ?? 'normal') : 'normal'
  const turnGround = turnGroundOf(found.value, input)
  const planWith = (outerPass: OuterPass): CoveragePlan =>
    planCoverage({ ...coverageRequestOf(found.value, input, outerPass), turnGround }, memory)
  const askedPlan = planWith(asked)
  // A tee too narrow for less than its whole width is mown as on other days.
  const outerPass = leavesNearlyAll(askedPlan) ? 'normal' : asked
  const plan = outerPass === asked ? askedPlan : planWith(outerPass)
  const warnings = warningsOnEarth(frame, plan.warnings)
  if (plan.legs.length === 0)
    return refused({ kind: 'emptyPlan', ...said('nothingToMow', { why: plannerReasons(warnings) }), warnings })
  const onEarth = (polygons: readonly PolygonXY[]): PolygonGeometry[] =>
    polygons.map(polygon => polygonGeometryOf(frame, polygon))
  return ok({
    headingDeg: normalizeHeadingDeg(plan.headingDeg),
    pattern: plan.pattern,
    legs: plan.legs.map(leg => legOnEarth(frame, leg, input)),
    uncovered: onEarth(plan.uncovered),
    outerPass,
    ...(plan.leftUncut.length === 0 ? {} : { leftUncut: onEarth(plan.leftUncut) }),
    warnings,
    stats: statsOf(plan, input.mower),
  })
}

/** Share of a zone from which on a strip along its edge is not what a day leaves, but the zone. */
const NEARLY_ALL = 0.9

const leavesNearlyAll = ({ legs, leftUncut, stats }: CoveragePlan): boolean =>
  legs.length === 0 || totalAreaM2(leftUncut) > NEARLY_ALL * stats.areaM2

/** The request of a mission to the coverage planner, in metres of the ground's frame. */
export const coverageRequestOf = (
  ground: MissionGround,
  input: PlanInput,
  outerPass: OuterPass = 'normal',
): CoverageRequest => {
  const { mower, blade } = input
  const { frame, boundary, obstacles, target } = ground
  const cell = cellOf(input.target)
  const start = cell?.start ?? input.start
  const end = cell?.end ?? undefined
  const hole = holeOf(input.features, target)
  const body = bodyOf(mower)
  const clearanceM = rimClearanceM(body, blade.widthM, mower.minTurnRadiusM, OBSTACLE_CLEARANCE_M)
  return {
    boundary,
    obstacles: [...obstacles, ...obstaclesBeside(ground, input)].map(({ polygon }) => ({ polygon, clearanceM })),
    body,
    workingWidthM: blade.widthM,
    overlapM: swathOverlapM(blade.widthM),
    headingDeg: normalizeHeadingDeg(input.headingDeg),
    headland: {
      ...headlandOf(outerPass, input),
      ...(cell === undefined ? {} : { direction: cell.lapDirection, when: cell.lapsWhen }),
    },
    ...(input.patterns === undefined ? {} : { pattern: input.patterns }),
    ...(hole === undefined ? {} : { lineOfPlay: hole.geometry.coordinates.map(position => frame.toLocal(position)) }),
    turnScheme: input.turnScheme,
    minTurnRadiusM: mower.minTurnRadiusM,
    speeds: speedsOf(input),
    batteryRangeM: mower.batteryRangeM,
    maxWaypoints: MOST_WAYPOINTS_A_PART,
    ...(start === undefined ? {} : { start: frame.toLocal(start) }),
    ...(end === undefined ? {} : { end: frame.toLocal(end) }),
  }
}

/** The passes along the edge. A skipped one leaves its whole strip uncut, a shifted one half of it. */
const headlandOf = (
  outerPass: OuterPass,
  { cleaningCycles, blade: { widthM } }: Pick<PlanInput, 'cleaningCycles' | 'blade'>,
): HeadlandRequest => {
  const edgeM = { normal: 0, reversed: 0, shifted: widthM / 2, skipped: widthM - swathOverlapM(widthM) }[outerPass]
  return {
    count: outerPass === 'skipped' ? cleaningCycles - 1 : cleaningCycles,
    direction: outerPass === 'reversed' ? 'counterClockwise' : 'clockwise',
    when: 'before',
    ...(edgeM === 0 ? {} : { leaveUncutM: edgeM }),
  }
}

const speedsOf = ({ mower, blade }: Pick<PlanInput, 'mower' | 'blade'>): CoverageSpeeds => ({
  mowingMps: blade.missionSpeedMps,
  transitMps: mower.transitSpeedMps,
  turningMps: mower.turningSpeedMps,
})

/** The warnings of a planner, with their places on the earth. */
export const warningsOnEarth = (
  frame: LocalFrame,
  warnings: readonly (Omit<PlanWarning, 'places'> & { readonly places?: readonly XY[] })[],
): PlanWarning[] =>
  warnings.map(({ code, params, places }) => ({
    code,
    params,
    ...(places === undefined ? {} : { places: places.map(place => positionOf(frame, place)) }),
  }))

const legOnEarth = (frame: LocalFrame, leg: Leg, input: PlanInput): PlanLeg => ({
  kind: leg.kind,
  bladeOn: leg.bladeOn,
  speedMps: setSpeedMps(leg, speedsOf(input)),
  points: leg.points.map(point => positionOf(frame, point)),
})

const statsOf = ({ legs, stats }: CoveragePlan, mower: Mower): MissionPlan['stats'] => {
  const mownLengthM = legs.reduce((sum, leg) => sum + (leg.bladeOn ? lengthM(leg.points) : 0), 0)
  return {
    areaM2: stats.areaM2,
    coverage: stats.coverage,
    lengthM: stats.lengthM,
    mownLengthM,
    turns: stats.turns,
    durationS: stats.durationS * driveTimeFactor(mower),
    waypoints: stats.waypoints,
    battery: shareUsed(mower, { lengthM: stats.lengthM, mownLengthM }),
  }
}

/** A road is driven along its line with the blade off, from the end that is nearer to the start. */
const planRoad = (input: PlanInput, road: FeatureOf<'road'>): Result<MissionPlan, PlanRefusal> => {
  const { mower } = input
  const frame = frameAround(road.geometry.coordinates)
  const drawn = withoutRepeats(road.geometry.coordinates.map(position => frame.toLocal(position)))
  const start = input.start && frame.toLocal(input.start)
  const line = start !== undefined && nearerEnd(drawn, start) === 'last' ? drawn.toReversed() : drawn
  const title = road.properties.title
  if (line.length < 2) return refused({ kind: 'emptyPlan', ...said('roadNoLength', { title }), warnings: [] })
  const inTheWay = forbiddenGround(frame, input.features, input.zoneTypes, input.at).find(
    ({ polygon }) => !wayCheckOf(undefined, [polygon]).pathInside(line),
  )
  if (inTheWay !== undefined)
    return refused({
      kind: 'roadBlocked',
      ...said('roadBlocked', { title, other: inTheWay.title }),
      featureId: inTheWay.featureId,
    })
  const length = lengthM(line)
  const leg: PlanLeg = {
    kind: 'transit',
    bladeOn: false,
    speedMps: mower.transitSpeedMps,
    points: line.map(point => positionOf(frame, point)),
  }
  return ok({
    headingDeg: normalizeHeadingDeg(input.headingDeg),
    legs: [leg],
    uncovered: [],
    warnings: [],
    stats: {
      areaM2: 0,
      coverage: 0,
      lengthM: length,
      mownLengthM: 0,
      turns: 0,
      durationS: driveS([{ points: line, speedMps: mower.transitSpeedMps }]) * driveTimeFactor(mower),
      waypoints: line.length,
      battery: shareUsed(mower, { lengthM: length, mownLengthM: 0 }),
    },
  })
}

const nearerEnd = (line: readonly XY[], to: XY): 'first' | 'last' => {
  const away = (end: XY | undefined): number => (end === undefined ? 0 : Math.hypot(end[0] - to[0], end[1] - to[1]))
  return away(line[line.length - 1]) < away(line[0]) ? 'last' : 'first'
}

/** Corners nearer than a centimetre to the one before are one place to a mower. */
const NEAR_M = 0.01

const withoutRepeats = (line: readonly XY[]): XY[] =>
  line.filter((point, i) => {
    const before = line[i - 1]
    return before === undefined || Math.hypot(point[0] - before[0], point[1] - before[1]) > NEAR_M
  })
