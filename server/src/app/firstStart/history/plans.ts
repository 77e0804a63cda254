/** The jobs of some days of the demo with the drive of each: every drive is planned once, however often it comes again. */
import {
  autoDirection,
  type Base,
  courseNetwork,
  type Day,
  type Direction,
  featureTitle,
  frameAround,
  type MissionRequest,
  type Mower,
  type Position,
  positionOf,
  type StandingDay,
  type StandingJob,
} from '@greensward/domain'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type PlannedMission, type Planner, plannedBy } from '../../../shared/missionLife/planner.ts'
import type { ShippedPlans } from './shippedPlans.ts'
import { type Ground, sharedJobs } from './standing.ts'

/** A job, who does it, and how it is driven. */
export interface DayJob {
  readonly job: StandingJob
  readonly request: MissionRequest
  readonly planned: PlannedMission
}

export type DayJobs = ReadonlyMap<string, readonly DayJob[]>

/** Looked up at once. */
const LOOKED_UP_AT_ONCE = 8
/** Planned at once: as many as there are threads for it. */
const PLANNED_AT_ONCE = 2
/** Of a drive that no thread planned in time. */
const MOST_RETRIES = 3

interface Asked {
  readonly day: Day
  readonly mowerId: string
  readonly job: StandingJob
  readonly request: MissionRequest
}

const keyOf = ({ mowerId, request }: Asked): string =>
  `${mowerId} ${request.target.featureId} ${request.direction} ${request.cleaningCycles}`

/** Chooses the direction of each job as the planner does, by those of the days before. */
const askedOf = (days: readonly StandingDay[], { features, zoneTypes, mowers }: Ground): Asked[] => {
  const past = new Map<string, readonly Direction[]>()
  const features_ = new Map(features.map(feature => [feature.id, feature]))
  return days.flatMap(({ day, jobs }) =>
    [...sharedJobs(jobs, features)].flatMap(([mowerId, own]) =>
      own.flatMap((job): Asked[] => {
        const feature = features_.get(job.featureId)
        const bladeId = mowers.find(({ id }) => id === mowerId)?.bladeId ?? null
        if (feature === undefined || bladeId === null) return []
        const allowed = zoneTypes.find(({ id }) => id === job.zoneTypeId)?.directions ?? []
        const before = past.get(job.featureId) ?? []
        const direction = job.direction === 'auto' ? (autoDirection(allowed, before) ?? '12-6') : job.direction
        past.set(job.featureId, [direction, ...before.slice(0, 2)])
        const { pattern, turnScheme, cleaningCycles, cleanUpPass } = job
        const request: MissionRequest = {
          title: featureTitle(feature),
          target: { kind: 'zone', featureId: job.featureId },
          mowerId,
          bladeId,
          direction,
          angleOffsetDeg: 0,
          pattern,
          turnScheme,
          cleaningCycles,
          cleanUpPass,
          startsAt: job.startsAt,
          startsByItself: false,
          slotS: null,
        }
        return [{ day, mowerId, job, request }]
      }),
    ),
  )
}

/** Where drives come from. */
export interface DriveSource {
  readonly planner: Planner
  readonly shipped: Pick<ShippedPlans, 'planOf'>
}

/** What cannot be planned is left out. */
const unlessBug = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}

/** A loaded host is slow, and has the same missions all the same. @returns undefined where it cannot be planned */
const planPatiently = async (planner: Planner, request: MissionRequest): Promise<PlannedMission | undefined> => {
  for (let tries = 0; ; tries++) {
    try {
      return await planner.plan(request)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.said.code !== 'planningTooSlow' || tries >= MOST_RETRIES) return undefined
    }
  }
}

const inLanes = async <T>(
  lanes: number,
  items: readonly T[],
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const take = async (lane: number): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => take(lane)))
}

/**
 * The drive of every job; a job that cannot be planned is left out.
 * @param onPlanned the share of the drives that are found or planned
 */
export const planDays = async (
  { planner, shipped }: DriveSource,
  days: readonly StandingDay[],
  ground: Ground,
  onPlanned: (share: number) => void,
): Promise<ReadonlyMap<Day, DayJobs>> => {
  const asked = askedOf(days, ground)
  const wanted = new Map(asked.map(one => [keyOf(one), one.request]))
  const drives = new Map<string, PlannedMission>()
  const onDrive = (): void => onPlanned(drives.size / wanted.size)
  await inLanes(LOOKED_UP_AT_ONCE, [...wanted], async ([key, request]) => {
    const question = await planner.questionFor(request).catch(unlessBug)
    const plan = question && shipped.planOf(question)
    if (question !== undefined && plan !== undefined) drives.set(key, plannedBy(question, plan, 'computed'))
    onDrive()
  })
  const missing = [...wanted].filter(([key]) => !drives.has(key))
  await inLanes(PLANNED_AT_ONCE, missing, async ([key, request], lane) => {
    const drive = await planner.asking({ owner: `demo history ${lane}` }, () => planPatiently(planner, request))
    if (drive !== undefined) drives.set(key, drive)
    onDrive()
  })
  const planned = new Map<Day, Map<string, DayJob[]>>(days.map(({ day }) => [day, new Map()]))
  for (const one of asked) {
    const drive = drives.get(keyOf(one))
    const own = planned.get(one.day)
    if (drive === undefined || own === undefined) continue
    const { direction } = one.job
    const line: DayJob = { job: one.job, request: { ...one.request, direction }, planned: drive }
    own.set(one.mowerId, [...(own.get(one.mowerId) ?? []), line])
  }
  return planned
}

export const entryOf = ({ planned }: Pick<DayJob, 'planned'>): Position | undefined => planned.plan.legs[0]?.points[0]
export const exitOf = ({ planned }: Pick<DayJob, 'planned'>): Position | undefined =>
  planned.plan.legs.at(-1)?.points.at(-1)

export type WayBetween = (mower: Mower, from: Position, to: Position) => readonly Position[] | undefined

/** The ways of the fleet between all that it drives to; undefined where there is none. */
export const waysBetween = (
  ground: Pick<Ground, 'features' | 'zoneTypes' | 'mowers'>,
  bases: readonly Base[],
  planned: Iterable<DayJobs>,
  atMs: number,
): WayBetween => {
  const numbers = new Map<string, number>()
  const places: { readonly at: Position; readonly widthM: number }[] = []
  const key = (at: Position, widthM: number): string => `${at[0]} ${at[1]} ${widthM}`
  const add = (at: Position | undefined, widthM: number): void => {
    if (at === undefined || numbers.has(key(at, widthM))) return
    numbers.set(key(at, widthM), places.push({ at, widthM }) - 1)
  }
  for (const mower of ground.mowers) {
    const base = bases.find(({ mowerId }) => mowerId === mower.id)
    add(base?.position, mower.widthM)
    add(base?.approach[0], mower.widthM)
  }
  for (const day of planned)
    for (const [mowerId, jobs] of day) {
      const widthM = ground.mowers.find(({ id }) => id === mowerId)?.widthM
      if (widthM === undefined) continue
      for (const job of jobs) for (const at of [entryOf(job), exitOf(job)]) add(at, widthM)
    }
  const frame = frameAround(places.map(({ at }) => at))
  const network = courseNetwork({ ...ground, fromMs: atMs }, frame, places)
  return ({ widthM }, from, to) => {
    const [a, b] = [numbers.get(key(from, widthM)), numbers.get(key(to, widthM))]
    if (a === undefined || b === undefined) return undefined
    return network.path(a, b)?.map(point => positionOf(frame, point))
  }
}
