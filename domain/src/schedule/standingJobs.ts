/** The jobs that standing plans make of each day. Browsers load it with the pages of the plans alone. */

import { areaM2 } from '@greensward/geometry'
import { addDays, type Day, startOfDay } from '../common/zonedTime.ts'
import type { CourseFeature, Hole, Zone } from '../course/course.ts'
import { frameAround, polygonXY } from '../course/courseGeometry.ts'
import type { Blade, Mower, ZoneType } from '../garage/garage.ts'
import type { NextCut } from '../grass/growthSettings.ts'
import { occurrenceAt, repeatDays } from './repeats.ts'
import type { JobHindrance, PlanPriority, StandingDay, StandingJob, StandingPlan } from './standingPlan.ts'
import { type ClockTime, type TimeSpan, timetableSpans } from './timetable.ts'

/** What the plans are laid on. */
export interface PlannedCourse {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly mowers: readonly Pick<Mower, 'id'>[]
  /** Its clock and calendar. */
  readonly timeZone: string
  /**
   * By when mowing on a hole must end to stay ahead of the first group of a day, in milliseconds since 1970, as far as groups are
   * expected. Without it, the timetables of the holes count alone.
   */
  readonly aheadOfGroupsMs?: (day: Day, holeId: string) => number | undefined
  /** When zones are due. Without it, a plan for those that are due mows all of its zones. */
  readonly need?: MowingNeed
}

export interface MowingNeed {
  readonly today: Day
  /** The next cut of a zone; `planned` is a later day on which it will be cut. Undefined where nothing says when it is due. */
  readonly nextCut: (zoneId: string, planned: Day | undefined) => NextCut | undefined
  /** Whether a mission on the zone starts in this span. */
  readonly isMade: (zoneId: string, span: TimeSpan) => boolean
}

/** Whether the plan mows on a day. */
export const isPlanDay = (plan: Pick<StandingPlan, 'repeat' | 'firstDay' | 'pausedUntil'>, day: Day): boolean =>
  (plan.pausedUntil === null || day >= plan.pausedUntil) && repeatDays(plan.repeat, plan.firstDay, day, day).length > 0

/** The window of a plan on a day, in milliseconds since 1970. */
export const planWindow = (from: ClockTime, until: ClockTime, day: Day, zone: string): TimeSpan => ({
  from: occurrenceAt(day, from, zone).getTime(),
  to: occurrenceAt(until > from ? day : addDays(day, 1), until, zone).getTime(),
})

/**
 * When a mission on the zone of a job counts as that job: on its day, and where the window ends the next morning only in the window,
 * since the other night of that day is another job's.
 */
export const jobSpan = (job: Pick<StandingJob, 'startsAt' | 'endsAt'>, day: Day, zone: string): TimeSpan => {
  const [from, to] = [Date.parse(job.startsAt), Date.parse(job.endsAt)]
  const nextDay = startOfDay(addDays(day, 1), zone).getTime()
  return to > nextDay ? { from, to } : { from: startOfDay(day, zone).getTime(), to: nextDay }
}

const RANK: Readonly<Record<PlanPriority, number>> = { low: 0, normal: 1, high: 2 }

const areas = new WeakMap<Zone['geometry'], number>()

const zoneAreaM2 = ({ geometry }: Zone): number => {
  const known = areas.get(geometry)
  if (known !== undefined) return known
  const area = areaM2(polygonXY(frameAround(geometry.coordinates[0] ?? []), geometry))
  areas.set(geometry, area)
  return area
}

type LeftOut = StandingDay['left'][number]

/** A zone that a plan wants on the day, before its other plans are looked at. */
interface Wish {
  readonly plan: StandingPlan
  readonly zone: Zone
  readonly mowers: StandingJob['mowers']
  readonly window: TimeSpan
  readonly due: NextCut | undefined
}

/** Computes the jobs of days; looks up what all days share once. */
class JobsOfDays {
  private readonly course: PlannedCourse
  private readonly zones: ReadonlyMap<string, Zone>
  private readonly holes: ReadonlyMap<string, Hole>
  private readonly types: ReadonlyMap<string, ZoneType>
  private readonly mowerIds: ReadonlySet<string>
  /** By hole and window: zones of one hole share it. */
  private readonly plays = new Map<string, number | undefined>()
  /** The last day on which a zone has a job, of the days from today on: its next cut comes after that. */
  private readonly planned = new Map<string, Day>()

  constructor(course: PlannedCourse) {
    this.course = course
    this.zones = new Map(course.features.flatMap(one => (one.kind === 'zone' ? [[one.id, one] as const] : [])))
    this.holes = new Map(course.features.flatMap(one => (one.kind === 'hole' ? [[one.id, one] as const] : [])))
    this.types = new Map(course.zoneTypes.map(type => [type.id, type]))
    this.mowerIds = new Set(course.mowers.map(({ id: mowerId }) => mowerId))
  }

  on(plans: readonly StandingPlan[], day: Day): StandingDay {
    const left: LeftOut[] = []
    const wishes = new Map<string, Wish[]>()
    for (const plan of plans)
      if (isPlanDay(plan, day))
        for (const wish of this.wishesOf(plan, day, left))
          wishes.set(wish.zone.id, [...(wishes.get(wish.zone.id) ?? []), wish])
    const jobs = [...wishes.values()].flatMap(own => this.jobOf(own, day, left) ?? [])
    if (this.course.need !== undefined && day >= this.course.need.today)
      for (const { featureId } of jobs) this.planned.set(featureId, day)
    return { day, jobs, left }
  }

  private wishesOf(plan: StandingPlan, day: Day, left: LeftOut[]): Wish[] {
    const window = planWindow(plan.from, plan.until, day, this.course.timeZone)
    const except = new Set(plan.exceptZoneIds)
    const ofTypes = [...this.zones.values()].filter(
      ({ id: zoneId, properties }) => plan.zoneTypeIds.includes(properties.zoneTypeId) && !except.has(zoneId),
    )
    const named = new Set(plan.zoneIds)
    const missing = plan.zoneIds.filter(zoneId => !this.zones.has(zoneId))
    left.push(...missing.map(featureId => ({ planId: plan.id, featureId, title: null, reason: 'gone' as const })))
    const others = [...named].flatMap(zoneId => {
      const zone = this.zones.get(zoneId)
      return zone === undefined || ofTypes.includes(zone) ? [] : [zone]
    })
    return [...ofTypes, ...others].flatMap(zone => {
      const mowers = suited(plan, zone, this.mowerIds)
      const hindrance = this.hindranceOf(zone) ?? (mowers === undefined ? 'noMower' : undefined)
      if (hindrance === undefined && mowers !== undefined) {
        const need = this.needOf(plan, zone, day, window)
        if (need.isWanted) return [{ plan, zone, mowers, window, due: need.due }]
        if (need.reason !== undefined)
          left.push({
            planId: plan.id,
            featureId: zone.id,
            title: zone.properties.title,
            reason: need.reason,
            ...(need.due === undefined ? {} : { due: need.due }),
          })
        return []
      }
      // A plan for a type takes the zones that can be mown; one that names a zone says why it cannot be.
      if (hindrance === 'noMower' || named.has(zone.id))
        left.push({
          planId: plan.id,
          featureId: zone.id,
          title: zone.properties.title,
          reason: hindrance ?? 'noMower',
        })
      return []
    })
  }

  /**
   * Whether a plan mows a zone on a day, if it mows only those that are due. What has a mission stays, also when that is done and the
   * zone is due later; of days that are over nothing else is wanted.
   */
  private needOf(
    plan: StandingPlan,
    { id: zoneId }: Zone,
    day: Day,
    window: TimeSpan,
  ): { readonly isWanted: boolean; readonly due?: NextCut; readonly reason?: JobHindrance } {
    const { need, timeZone } = this.course
    if (plan.onlyDue !== true || need === undefined) return { isWanted: true }
    const span = jobSpan(
      { startsAt: new Date(window.from).toISOString(), endsAt: new Date(window.to).toISOString() },
      day,
      timeZone,
    )
    if (need.isMade(zoneId, span)) return { isWanted: true }
    if (day < need.today) return { isWanted: false }
    const due = need.nextCut(zoneId, this.planned.get(zoneId))
    if (due === undefined) return { isWanted: false, reason: 'noInterval' }
    return due.day <= day ? { isWanted: true, due } : { isWanted: false, due, reason: 'notDue' }
  }

  private hindranceOf({ properties }: Zone): JobHindrance | undefined {
    if (properties.hiddenForMower) return 'hidden'
    return this.types.get(properties.zoneTypeId)?.mowable === true ? undefined : 'notMowable'
  }

  private jobOf(wishes: readonly Wish[], day: Day, left: LeftOut[]): StandingJob | undefined {
    const [first, ...others] = wishes.toSorted(byPriority)
    if (first === undefined) return undefined
    const { plan, zone, mowers } = first
    const aheadOfPlay = wishes.some(wish => wish.plan.aheadOfPlay)
    const window = others.reduce((tight, wish) => tighter(tight, wish.window), first.window)
    const playedFrom = aheadOfPlay ? this.playedFrom(zone, window) : undefined
    const groupsFrom = aheadOfPlay ? this.groupsFrom(zone, day, window) : undefined
    const to = Math.min(window.to, playedFrom ?? window.to, groupsFrom ?? window.to)
    if (to <= window.from) {
      left.push({ planId: plan.id, featureId: zone.id, title: zone.properties.title, reason: 'played' })
      return undefined
    }
    return {
      planId: plan.id,
      featureId: zone.id,
      title: zone.properties.title,
      zoneTypeId: zone.properties.zoneTypeId,
      areaM2: zoneAreaM2(zone),
      startsAt: new Date(window.from).toISOString(),
      endsAt: new Date(to).toISOString(),
      mowers,
      priority: plan.priority,
      aheadOfPlay,
      direction: plan.direction,
      pattern: plan.pattern,
      turnScheme: plan.turnScheme,
      cleaningCycles: plan.cleaningCycles,
      cleanUpPass: plan.cleanUpPass,
      startsByItself: plan.startsByItself,
      ...(first.due === undefined ? {} : { due: first.due }),
    }
  }

  /** Before the first group of a day that comes within a window; where the window lasts past midnight, of the next day too. */
  private groupsFrom({ properties }: Zone, day: Day, window: TimeSpan): number | undefined {
    const { holeId } = properties
    if (holeId === null) return undefined
    return [day, addDays(day, 1)]
      .map(one => this.course.aheadOfGroupsMs?.(one, holeId))
      .find(atMs => atMs !== undefined && atMs > window.from && atMs < window.to)
  }

  /** When the hole of a zone is first played in a window, by the timetable of the hole. */
  private playedFrom({ properties }: Zone, window: TimeSpan): number | undefined {
    const hole = properties.holeId === null ? undefined : this.holes.get(properties.holeId)
    if (hole === undefined || !hole.properties.isActive) return undefined
    const key = `${hole.id} ${window.from} ${window.to}`
    if (!this.plays.has(key))
      this.plays.set(key, timetableSpans(hole.properties.closedTimes ?? [], this.course.timeZone, window)[0]?.from)
    return this.plays.get(key)
  }
}

/** The mowers of a plan that suit a zone; undefined where the plan names mowers and none of them does. */
const suited = (plan: StandingPlan, zone: Zone, known: ReadonlySet<string>): StandingJob['mowers'] | undefined => {
  if (plan.mowers.length === 0) return []
  const fit = plan.mowers.filter(
    ({ mowerId, zoneTypeIds }) =>
      known.has(mowerId) && (zoneTypeIds === null || zoneTypeIds.includes(zone.properties.zoneTypeId)),
  )
  return fit.length === 0 ? undefined : fit.map(({ mowerId, bladeId }) => ({ mowerId, bladeId }))
}

const lengthOf = ({ window }: Wish): number => window.to - window.from

/** The highest priority first; of equals the shorter window, and then always the same. */
const byPriority = (a: Wish, b: Wish): number =>
  RANK[b.plan.priority] - RANK[a.plan.priority] ||
  lengthOf(a) - lengthOf(b) ||
  (a.plan.id < b.plan.id ? -1 : a.plan.id > b.plan.id ? 1 : 0)

/** What two windows have in common; where that is nothing, the first one. */
const tighter = (a: TimeSpan, b: TimeSpan): TimeSpan => {
  const common = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
  return common.to > common.from ? common : a
}

/** Days between today and the first that is asked for, on which the cuts of plans for due zones are foreseen. */
const MOST_FORESEEN_DAYS = 92

/**
 * The jobs that standing plans make of some days, given in order. A zone that several plans name is one job: it has the choices of the plan with the
 * highest priority and the window that all of them allow.
 */
export const jobsOfDays = (
  plans: readonly StandingPlan[],
  days: readonly Day[],
  course: PlannedCourse,
): StandingDay[] => {
  const jobs = new JobsOfDays(course)
  const [first] = days
  if (first !== undefined && course.need !== undefined && plans.some(({ onlyDue }) => onlyDue === true)) {
    const earliest = addDays(first, -MOST_FORESEEN_DAYS)
    for (let day = earliest; day < first; day = addDays(day, 1)) if (day >= course.need.today) jobs.on(plans, day)
  }
  return days.map(day => jobs.on(plans, day))
}

/** The jobs of one day; see `jobsOfDays`. */
export const jobsOn = (plans: readonly StandingPlan[], day: Day, course: PlannedCourse): StandingDay =>
  new JobsOfDays(course).on(plans, day)

/**
 * Roughly how long the jobs take, in seconds of mowing of one mower: area by the mean of width times speed of the blades that may mow
 * it. Turns, transits and overlap are left out, so a real day takes longer. Null where no mower has a blade.
 */
export const mowingEstimateS = (
  jobs: readonly Pick<StandingJob, 'areaM2' | 'mowers'>[],
  mowers: readonly Pick<Mower, 'id' | 'bladeId'>[],
  blades: readonly Pick<Blade, 'id' | 'widthM' | 'missionSpeedMps'>[],
): number | null => {
  const rateOf = (bladeId: string | null): number[] =>
    blades.filter(({ id: known }) => known === bladeId).map(({ widthM, missionSpeedMps }) => widthM * missionSpeedMps)
  const fitted = new Map(mowers.map(({ id: mowerId, bladeId }) => [mowerId, bladeId]))
  const all = mowers.flatMap(({ bladeId }) => rateOf(bladeId))
  let sum = 0
  for (const job of jobs) {
    const own = job.mowers.flatMap(({ mowerId, bladeId }) => rateOf(bladeId ?? fitted.get(mowerId) ?? null))
    const rates = job.mowers.length === 0 ? all : own
    if (rates.length === 0) return null
    sum += job.areaM2 / (rates.reduce((total, rate) => total + rate, 0) / rates.length)
  }
  return sum
}
