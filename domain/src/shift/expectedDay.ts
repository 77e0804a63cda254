/** A day of standing plans before anything of it is planned: what the planner of shifts would make of its jobs. */
import type { CourseFeature, Position } from '../course/course.ts'
import type { Base } from '../garage/base.ts'
import { energyOf, shareUsed } from '../garage/energy.ts'
import type { Blade, Mower, ZoneType } from '../garage/garage.ts'
import { isInServiceAt } from '../garage/inService.ts'
import type { StandingJob } from '../schedule/standingPlan.ts'
import { dayMower } from './dayMower.ts'
import type { DayInput, DayMission, DayMower, OtherWork, PlannedDay } from './planDay.ts'

/** The work of a mission. */
export interface ExpectedWork {
  readonly durationS: number
  readonly lengthM: number
  readonly mownLengthM: number
}

export interface ExpectedGround {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly mowers: readonly Mower[]
  readonly blades: readonly Blade[]
  readonly bases: readonly Base[]
  readonly nowMs: number
}

/** Overlap, and turns, of a zone that no mission of the mower has mown yet: rough, as fits a question about a week. */
const MORE_LENGTH = 1.1
const MORE_TIME = 1.3

const byArea = (areaM2: number, { widthM, missionSpeedMps }: Blade): ExpectedWork => {
  const mownLengthM = (areaM2 / widthM) * MORE_LENGTH
  return { durationS: (mownLengthM / missionSpeedMps) * MORE_TIME, lengthM: mownLengthM, mownLengthM }
}

/** The mower begins the day full, at its base. */
const restedMower = (mower: Mower, base: Base | undefined): DayMower =>
  dayMower(mower, base, { at: base?.position ?? null, charge: energyOf(mower).source === 'tank' ? null : 1 })

/** Between its corners: near enough for a drive across the course. */
const middleOf = (feature: CourseFeature | undefined): Position | undefined => {
  const ring = feature?.geometry.type === 'Polygon' ? (feature.geometry.coordinates[0] ?? []) : []
  if (ring.length === 0) return undefined
  const mean = (axis: 0 | 1): number => ring.reduce((sum, corner) => sum + corner[axis], 0) / ring.length
  return [mean(0), mean(1)]
}

/**
 * The question to the planner; undefined without a job that a mower with a cutting unit may do. A mission has the number of its job.
 * @param workOf what the last mission of a mower on a zone took
 */
export const expectedDay = (
  jobs: readonly StandingJob[],
  { features, zoneTypes, mowers, blades, bases, nowMs }: ExpectedGround,
  workOf: (featureId: string, mowerId: string) => ExpectedWork | undefined,
): DayInput | undefined => {
  const zones = new Map(features.map(feature => [feature.id, feature]))
  const isThere = (mower: Mower, job: StandingJob): boolean => !isInServiceAt(mower, Date.parse(job.startsAt), nowMs)
  const able = mowers.filter(mower => jobs.some(job => isThere(mower, job)))
  const missions = jobs.flatMap((job, number): DayMission[] => {
    const entry = middleOf(zones.get(job.featureId))
    if (entry === undefined) return []
    const works = able.flatMap((mower): OtherWork[] => {
      if (!isThere(mower, job)) return []
      const named = job.mowers.find(({ mowerId }) => mowerId === mower.id)
      if (job.mowers.length > 0 && named === undefined) return []
      const bladeId = named?.bladeId ?? mower.bladeId
      const blade = blades.find(({ id }) => id === bladeId)
      if (blade === undefined) return []
      const work = workOf(job.featureId, mower.id) ?? byArea(job.areaM2, blade)
      return [{ mowerId: mower.id, durationS: work.durationS, energy: shareUsed(mower, work), farthest: entry }]
    })
    const [own, ...others] = works.toSorted((a, b) => a.durationS - b.durationS)
    if (own === undefined) return []
    const windows = [{ from: Date.parse(job.startsAt), to: Date.parse(job.endsAt) }]
    return [{ id: String(number), ...own, entry, exit: entry, windows, busy: [], others }]
  })
  if (missions.length === 0) return undefined
  const times = missions.flatMap(({ windows }) => windows ?? [])
  return {
    features,
    zoneTypes,
    fromMs: Math.min(...times.map(({ from }) => from)),
    toMs: Math.max(...times.map(({ to }) => to)),
    missions,
    mowers: able.map(mower =>
      restedMower(
        mower,
        bases.find(({ mowerId }) => mowerId === mower.id),
      ),
    ),
  }
}

/** Seconds that a mower drives and mows on the day; charging and waiting leave people nothing to do. */
export const busyS = ({ routes }: PlannedDay, mowerId: string): number =>
  routes
    .filter(route => route.mowerId === mowerId)
    .flatMap(({ steps }) => steps)
    .filter(({ kind }) => kind !== 'wait' && kind !== 'charge')
    .reduce((sum, { planned }) => sum + (Date.parse(planned.until) - Date.parse(planned.from)) / 1_000, 0)
