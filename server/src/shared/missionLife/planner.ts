/** From a mission's request to the plan that drives: the facts from the database, the planning in a thread of its own. */

import {
  autoDirection,
  type Base,
  type Blade,
  bladeOfDrive,
  bodyOf,
  type CourseFeature,
  type CourseMap,
  cellOf,
  type Direction,
  type DriveGround,
  type DriveInput,
  type DrivenPath,
  dayOf,
  direction,
  type GroundInput,
  holeOf,
  type MissionFence,
  type MissionPlan,
  type MissionRequest,
  type MissionTarget,
  type Mower,
  type OccupiedSpot,
  outerPassOn,
  type PlanInput,
  type PlanViolation,
  type PolygonGeometry,
  type Position,
  patternsFor,
  planHash,
  swathHeadingDeg,
  targetFeature,
  type WayToStart,
  type ZoneType,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields, refuseSaid } from '../../platform/http/refusal.ts'
import { type CurrentCourse, featuresNear } from '../course/currentCourse.ts'
import { boxOfFeature, boxOfPositions, widened } from '../course/featureBox.ts'
import { readBlade, readMower, readTimeZone, readZoneTypes } from './machinesStore.ts'
import { plannedDirections, readLedger } from './missionsStore.ts'
import { openPlanningThreads, type PlanningThreads } from './planningThreads.ts'

export interface PlannedMission {
  readonly plan: MissionPlan
  /** Ties the plan to map, machine and blade. */
  readonly hash: string
  readonly mower: Mower
  readonly blade: Blade
  readonly resolvedDirection: Direction
  readonly holeBaseAngleDeg: number
  readonly swathHeadingDeg: number
  readonly mapRevision: number
  readonly planSource: 'computed' | 'uploaded'
}

/** The input of a plan, and the part of it that is kept beside the plan. */
export interface PlanQuestion {
  readonly input: PlanInput
  readonly mower: Mower
  readonly blade: Blade
  readonly resolvedDirection: Direction
  readonly holeBaseAngleDeg: number
  readonly mapRevision: number
}

type DriveQuestion = Omit<DriveInput, keyof DriveGround> & Pick<DriveGround, 'occupied'>

export interface PlannedDrive {
  readonly plan: MissionPlan
  readonly hash: string
  readonly mapRevision: number
}

export interface Planner extends PlanningThreads {
  /**
   * @param start where the mower is now, if that is known: the drive best begins near there
   * @param file a QGroundControl plan that is checked and driven instead of a plan of our own
   * @throws Refusal invalid, planRefused
   */
  plan(request: MissionRequest, start?: Position, file?: unknown): Promise<PlannedMission>
  /**
   * The input of a plan for this request.
   * @throws Refusal invalid
   */
  questionFor(request: MissionRequest, start?: Position): Promise<PlanQuestion>
  /** Segments of a plan that leave the boundary or cross what is to be kept out of, on today's map. */
  checkPlan(plan: MissionPlan, target: MissionTarget, mower: Pick<Mower, 'widthM'>): Promise<readonly PlanViolation[]>
  /** The same for paths that were read back. */
  checkPaths(paths: readonly DrivenPath[], target: MissionTarget): Promise<readonly PlanViolation[]>
  /** A mower's path from one position to another round obstacles; null where there is none. */
  way(from: Position, to: Position, widthM: number, occupied?: readonly OccupiedSpot[]): Promise<WayToStart | null>
  /** A drive without mowing: see `planDrive`. @throws Refusal planRefused */
  drive(ask: DriveQuestion): Promise<PlannedDrive>
  /**
   * Metres home from the worst point of a plan, on today's map: see `wayHomeM`. Other mowers are not in the way: they move on.
   */
  wayHome(mower: Mower, base: Base, legs: MissionPlan['legs']): Promise<number | 'offCourse' | null>
  /** Segments of a drive on which the mower's middle or body comes into an obstacle, on today's map. */
  checkDrive(
    paths: readonly (readonly Position[])[],
    occupied: readonly OccupiedSpot[],
    mower: Pick<Mower, 'widthM'>,
  ): Promise<readonly PlanViolation[]>
  /**
   * The fence of a mission: see `missionFence`. Null where the target is gone or none fits.
   * @param approach how many points of the path lead to where the plan begins
   * @param mostItems corners and circles that the mower stores
   */
  fence(
    path: readonly Position[],
    approach: number,
    target: MissionTarget,
    mower: Pick<Mower, 'minTurnRadiusM'>,
    mostItems: number,
  ): Promise<MissionFence | null>
  /** The uncut part of a saved progress; nothing where the map changed since. */
  uncut(target: MissionTarget, widthM: number, saved: string): Promise<readonly PolygonGeometry[]>
  /** Square metres of a plan that a saved progress lacks; 0 where the map changed since. */
  missed(target: MissionTarget, widthM: number, saved: string, legs: MissionPlan['legs']): Promise<number>
}

/** Things this near to a target still count in its plan. */
const AROUND_M = 50
/** A path round an obstacle may lead this far aside, with a little to spare. */
const DETOUR_M = 350

const wrongField = (field: string, fault: Said): never => refuseFields({ [`body.${field}`]: fault })

/** The part of the map that a plan on this target has to know: what is near it, and its hole. */
export const groundFeatures = (map: CourseMap, target: CourseFeature): CourseFeature[] => {
  const near = featuresNear(map.features, widened(boxOfFeature(target), AROUND_M))
  const hole = holeOf(map.features, target)
  return hole === undefined || near.includes(hole) ? near : [...near, hole]
}

/** The line of play that directions refer to: that of the target's hole, north without one. */
const baseAngleOf = (features: readonly CourseFeature[], target: CourseFeature): number =>
  holeOf(features, target)?.properties.baseAngle ?? 0

const typeOf = (target: CourseFeature, zoneTypes: readonly ZoneType[]): ZoneType | undefined => {
  const typeId = target.kind === 'zone' ? target.properties.zoneTypeId : undefined
  return zoneTypes.find(({ id }) => id === typeId)
}

/** Whether several mowers share the target. */
const isPart = (target: MissionTarget): boolean => cellOf(target) !== undefined

/** The direction that the request names, or for `auto` the one farthest from the last three mowed or planned. */
const resolveDirection = async (
  ctx: Context,
  request: MissionRequest,
  target: CourseFeature,
  zoneTypes: readonly ZoneType[],
): Promise<Direction> => {
  const allowed = typeOf(target, zoneTypes)?.directions ?? direction.options
  if (request.direction !== 'auto') {
    if (!allowed.includes(request.direction)) wrongField('direction', said('notADirection'))
    return request.direction
  }
  const ledger = await readLedger(ctx.db, target.id, 3)
  const ahead =
    request.startsAt === null
      ? []
      : await plannedDirections(ctx.db, target.id, ctx.clock.now(), new Date(request.startsAt), 3)
  const past = [...ahead, ...ledger.map(entry => entry.direction)]
  return autoDirection(allowed, past) ?? '12-6'
}

/** A plan with all that is kept beside it. */
export const plannedBy = (
  { input, ...question }: PlanQuestion,
  plan: MissionPlan,
  planSource: PlannedMission['planSource'],
): PlannedMission => {
  const { mower, blade, resolvedDirection, holeBaseAngleDeg, mapRevision } = question
  return {
    plan,
    hash: planHash({ mapRevision, mower, blade, plan }),
    mower,
    blade,
    resolvedDirection,
    holeBaseAngleDeg,
    swathHeadingDeg: input.headingDeg,
    mapRevision,
    planSource,
  }
}

export const createPlanner = (ctx: Context, course: CurrentCourse): Planner => {
  const threads = openPlanningThreads()
  const { ask } = threads

  const groundOf = async (target: MissionTarget): Promise<GroundInput> => {
    const map = await course.read()
    const feature = targetFeature(map.features, target)
    return {
      features: feature === undefined ? [] : groundFeatures(map, feature),
      zoneTypes: await readZoneTypes(ctx.db),
      target,
      at: ctx.clock.now().toISOString(),
    }
  }

  /** A drive may lead over the whole course. */
  const driveGround = async (
    occupied: readonly OccupiedSpot[],
  ): Promise<DriveGround & { readonly revision: number }> => {
    const { features, revision } = await course.read()
    return { features, zoneTypes: await readZoneTypes(ctx.db), occupied, at: ctx.clock.now().toISOString(), revision }
  }

  const questionFor = async (request: MissionRequest, start?: Position): Promise<PlanQuestion> => {
    const map = await course.read()
    const target = targetFeature(map.features, request.target)
    if (target === undefined) return wrongField('target', said('notOnMap'))
    const mower = (await readMower(ctx.db, request.mowerId)) ?? wrongField('mowerId', said('noSuchMower'))
    const blade = (await readBlade(ctx.db, request.bladeId)) ?? wrongField('bladeId', said('noSuchBlade'))
    const zoneTypes = await readZoneTypes(ctx.db)
    const resolvedDirection = await resolveDirection(ctx, request, target, zoneTypes)
    const holeBaseAngleDeg = baseAngleOf(map.features, target)
    const at = request.startsAt === null ? ctx.clock.now() : new Date(request.startsAt)
    const headingDeg = swathHeadingDeg(holeBaseAngleDeg, resolvedDirection, request.angleOffsetDeg)
    const input: PlanInput = {
      features: groundFeatures(map, target),
      zoneTypes,
      target: request.target,
      mower,
      blade,
      headingDeg,
      patterns: patternsFor(request.pattern, typeOf(target, zoneTypes), isPart(request.target)),
      turnScheme: request.turnScheme,
      cleaningCycles: request.cleaningCycles,
      outerPass: outerPassOn(request.cleanUpPass, dayOf(at, await readTimeZone(ctx.db))),
      at: at.toISOString(),
      ...(start === undefined ? {} : { start }),
    }
    return { input, mower, blade, resolvedDirection, holeBaseAngleDeg, mapRevision: map.revision }
  }

  return {
    ...threads,
    questionFor,
    plan: async (request, start, file) => {
      const question = await questionFor(request, start)
      const { input } = question
      const answer = await (file === undefined ? ask('plan', input) : ask('file', { plan: input, file }))
      if (!answer.ok) return refuseSaid(answer.error, 'planRefused', { details: answer.error })
      return plannedBy(question, answer.value, file === undefined ? 'computed' : 'uploaded')
    },

    checkPlan: async ({ legs }, target, mower) =>
      ask('checkPlan', { legs, ground: { ...(await groundOf(target)), body: bodyOf(mower) } }),

    checkPaths: async (paths, target) => ask('checkPaths', { paths, ground: await groundOf(target) }),

    way: async (from, to, widthM, occupied = []) => {
      const map = await course.read()
      return ask('way', {
        features: featuresNear(map.features, widened(boxOfPositions([from, to]), DETOUR_M)),
        zoneTypes: await readZoneTypes(ctx.db),
        from,
        to,
        widthM,
        at: ctx.clock.now().toISOString(),
        occupied,
      })
    },

    drive: async question => {
      const { revision: mapRevision, ...ground } = await driveGround(question.occupied)
      const answer = await ask('drive', { ...question, ...ground })
      if (!answer.ok) return refuseSaid(answer.error, 'planRefused', { details: answer.error })
      const { mower } = question
      const plan = answer.value
      return { plan, hash: planHash({ mapRevision, mower, blade: bladeOfDrive(mower), plan }), mapRevision }
    },

    wayHome: async (mower, base, legs) => {
      const { revision: _, ...ground } = await driveGround([])
      return ask('wayHome', { ...ground, mower, base, legs })
    },

    checkDrive: async (paths, occupied, mower) => {
      const { revision: _, ...ground } = await driveGround(occupied)
      return ask('checkDrive', { paths, ground, body: bodyOf(mower) })
    },

    fence: async (path, approach, target, { minTurnRadiusM }, mostItems) => {
      const map = await course.read()
      const feature = targetFeature(map.features, target)
      if (feature === undefined && target.kind !== 'drive') return null
      // The route may come from afar, and the obstacles beside it have to be known too.
      const near = new Set([
        ...(feature === undefined ? [] : groundFeatures(map, feature)),
        ...featuresNear(map.features, widened(boxOfPositions([...path]), AROUND_M)),
      ])
      const ground = await groundOf(target)
      return ask('fence', { ...ground, features: [...near], path, approach, mower: { minTurnRadiusM }, mostItems })
    },

    uncut: async (target, widthM, saved) => ask('uncut', { ground: await groundOf(target), widthM, saved }),

    missed: async (target, widthM, saved, legs) =>
      ask('missed', { ground: await groundOf(target), widthM, saved, legs }),
  }
}
