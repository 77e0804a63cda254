/**
 * Planning a course takes seconds: a job does it while the page asks how far it is. The server that began the job keeps it; any
 * other server asks that one.
 */

import { randomUUID } from 'node:crypto'
import type { CourseJob, CourseRequest } from '@greensward/contract'
import {
  type CourseFeature,
  type CourseMap,
  type CourseZone,
  closedTimes,
  isInServiceAt,
  type MissionRequest,
  type Mower,
  mowerHome,
  type Position,
  targetFeature,
  type ZoneWork,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { z } from 'zod'
import { NoReply } from '../../platform/bus/bus.ts'
import type { Context } from '../../platform/context.ts'
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts'
import type { User } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readBases, readBlade, readMower, readTimeZone, readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { readLedger } from '../../shared/missionLife/missionsStore.ts'
import type { PlannedMission, Planner } from '../../shared/missionLife/planner.ts'
import type { FleetPort } from '../../shared/missionLife/ports.ts'
import { wetTimes } from '../../shared/missionLife/wetTimes.ts'
import { courseMowerOf, type Machine, mayMowZone, missionRequestOf, type Occupations } from './courseWork.ts'
import { readOccupations } from './scheduleStore.ts'
import { checkWishes, outsideWindow, priorityFactor, wishOf } from './zoneWishes.ts'
import { zoneWorkOf } from './zoneWork.ts'

/** The drive of one mission of the plan. */
export interface CourseMission {
  readonly request: MissionRequest
  readonly planned: PlannedMission
}

export interface CourseMissions {
  readonly request: CourseRequest
  readonly missions: readonly CourseMission[]
}

export interface CourseJobs {
  /** @throws Refusal invalid with the field */
  begin(request: CourseRequest, user: User): Promise<CourseJob>
  /** @throws Refusal notFound */
  read(id: string, user: User): Promise<CourseJob>
  /** The missions of a job that is done. @throws Refusal notFound, missionState, conflict */
  missionsOf(id: string, user: User): Promise<CourseMissions>
  forget(id: string): void
  close(): Promise<void>
}

interface Job {
  readonly id: string
  readonly userId: number
  readonly request: CourseRequest
  readonly begunMs: number
  /** By zone and mower. */
  readonly drives: Map<string, PlannedMission>
  state: CourseJob['state']
  done: number
  total: number
  reason: Said | null
  plan: CourseJob['plan']
  working: Promise<void>
}

const DAY_MS = 86_400_000
const MOST_DAYS = 3
/** The other servers have this long to say whose a job is. */
const WHOSE_MS = 1_500
/** A plan that nobody accepts is forgotten. */
const KEPT_MS = 30 * 60_000
/** Of one person; a new plan of the same person replaces the one before. */
const MOST_JOBS = 20

/** A zone that was never mown matters like one that was not for two weeks. */
const NEVER_MOWN_DAYS = 14

const driveKey = (featureId: string, mowerId: string): string => `${featureId} ${mowerId}`

const invalid = (field: string, fault: Said): never => refuseFields({ [`body.${field}`]: fault })

/** A job as the server that keeps it tells another. */
interface SharedJob {
  readonly job: CourseJob
  readonly request: CourseRequest
}

const question = z.object({ id: z.string(), userId: z.number() })

class CourseJobBoard implements CourseJobs {
  private readonly ctx: Context
  private readonly course: CurrentCourse
  private readonly planner: Planner
  private readonly fleet: FleetPort
  private readonly jobs = new Map<string, Job>()
  private closed = false

  constructor(ctx: Context, course: CurrentCourse, planner: Planner, fleet: FleetPort) {
    this.ctx = ctx
    this.course = course
    this.planner = planner
    this.fleet = fleet
    ctx.bus.answer(
      'course.whose',
      async asked => {
        const { id, userId } = question.parse(asked)
        this.ownJob(id, userId)
        return ctx.replicaId
      },
      'urgent',
    )
    ctx.bus.answer(`course.${ctx.replicaId}`, async (asked): Promise<SharedJob> => {
      const { id, userId } = question.parse(asked)
      const job = this.ownJob(id, userId)
      return { job: this.shown(job), request: job.request }
    })
    ctx.bus.subscribe('course.accepted', id => this.jobs.delete(String(id)))
  }

  private shown({ id, state, done, total, reason, plan }: Job): CourseJob {
    return { id, state, done, total, reason, plan }
  }

  private ownJob(id: string, userId: number): Job {
    const job = this.jobs.get(id)
    return job === undefined || job.userId !== userId ? refuse('notFound') : job
  }

  /** @throws Refusal notFound, also where the server that kept it is gone */
  private async jobElsewhere(id: string, user: User): Promise<SharedJob> {
    const asked = { id, userId: user.id }
    const [keeper] = await this.ctx.bus.askAll('course.whose', asked, WHOSE_MS, values => values.length > 0)
    if (keeper === undefined) return refuse('notFound')
    try {
      return (await this.ctx.bus.ask(`course.${keeper}`, asked)) as SharedJob
    } catch (error) {
      return error instanceof NoReply ? refuse('notFound') : Promise.reject(error)
    }
  }

  /** The position of a mower, or its last known one: its garage, for one that is switched off. */
  private positionOf(mower: Mower, features: readonly CourseFeature[]): Position | undefined {
    return (
      this.fleet.positionOf(mower.id) ??
      features.flatMap(feature => (feature.kind === 'garage' ? [feature.geometry.coordinates] : []))[0]
    )
  }

  private async machinesOf(request: CourseRequest, features: readonly CourseFeature[]): Promise<Machine[]> {
    const machines: Machine[] = []
    const bases = await readBases(this.ctx.db)
    for (const [index, { mowerId, zoneTypeIds }] of request.mowers.entries()) {
      const field = `mowers.${index}.mowerId`
      const mower = (await readMower(this.ctx.db, mowerId)) ?? invalid(field, said('noSuchMower'))
      if (machines.some(other => other.mower.id === mowerId))
        invalid(field, said('mowerListedTwice', { mower: mower.name }))
      if (isInServiceAt(mower, Date.parse(request.startsAt), this.ctx.clock.now().getTime()))
        invalid(field, said('inService', { mower: mower.name }))
      const blade = mower.bladeId === null ? undefined : await readBlade(this.ctx.db, mower.bladeId)
      if (blade === undefined) return invalid(field, said('noBladeFitted', { mower: mower.name }))
      const at = this.positionOf(mower, features) ?? invalid(field, said('positionUnknown', { mower: mower.name }))
      const home = mowerHome(
        mower,
        bases.find(base => base.mowerId === mowerId),
      )
      machines.push({ mower, bladeId: blade.id, at, home, zoneTypeIds })
    }
    return machines
  }

  private checkTimes({ startsAt, endsAt }: CourseRequest): void {
    const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
    if (from < this.ctx.clock.now().getTime() - 60_000) invalid('startsAt', said('inThePast'))
    if (to <= from) invalid('endsAt', said('notAfterFrom'))
    if (to - from > MOST_DAYS * DAY_MS) invalid('endsAt', said('daysAfterFrom', { count: MOST_DAYS }))
  }

  readonly begin = async (request: CourseRequest, user: User): Promise<CourseJob> => {
    this.checkTimes(request)
    const map = await this.course.read()
    const twice = request.zoneIds.findIndex((id, i) => request.zoneIds.indexOf(id) < i)
    if (twice >= 0) invalid(`zoneIds.${twice}`, said('listedTwice'))
    for (const [index, featureId] of request.zoneIds.entries())
      if (targetFeature(map.features, { kind: 'zone', featureId }) === undefined)
        invalid(`zoneIds.${index}`, said('notOnMap'))
    checkWishes(request)
    const machines = await this.machinesOf(request, map.features)
    const now = this.ctx.clock.now().getTime()
    for (const [id, job] of this.jobs)
      if (now - job.begunMs > KEPT_MS || (job.userId === user.id && this.jobs.size >= MOST_JOBS)) this.jobs.delete(id)
    const job: Job = {
      id: randomUUID(),
      userId: user.id,
      request,
      begunMs: now,
      drives: new Map(),
      state: 'measuring',
      done: 0,
      total: request.zoneIds.length * machines.length,
      reason: null,
      plan: null,
      working: Promise.resolve(),
    }
    this.jobs.set(job.id, job)
    job.working = this.work(job, machines).catch((error: unknown) => {
      job.state = 'failed'
      job.reason = error instanceof Refusal ? error.said : said('planningFailed')
      if (!(error instanceof Refusal)) this.ctx.log.error({ err: error }, 'A course could not be planned')
    })
    return this.shown(job)
  }

  /** @returns undefined where it cannot be planned */
  private async plan(request: MissionRequest): Promise<PlannedMission | undefined> {
    try {
      return await this.planner.plan(request)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  /** By mower, without those that may not mow the zone or for which it cannot be planned. */
  private async workOn(job: Job, feature: CourseFeature, machines: readonly Machine[]) {
    const works: Record<string, ZoneWork> = {}
    for (const machine of machines) {
      if (this.closed || !this.jobs.has(job.id)) return works
      const { id } = machine.mower
      const planned = mayMowZone(job.request, feature, machine)
        ? await this.plan(missionRequestOf(job.request, feature, machine))
        : undefined
      const work = planned === undefined ? undefined : zoneWorkOf(planned, machine.home)
      if (planned !== undefined && work !== undefined) {
        job.drives.set(driveKey(feature.id, id), planned)
        works[id] = work
      }
      job.done++
    }
    return works
  }

  private async weightOf(featureId: string, now: number): Promise<number> {
    const [last] = await readLedger(this.ctx.db, featureId, 1)
    const days = last === undefined ? NEVER_MOWN_DAYS : (now - last.at.getTime()) / DAY_MS
    return Math.min(60, Math.max(0.1, days))
  }

  /** What each zone takes each mower, and when it may not be mown. */
  private async measureZones(
    job: Job,
    { features }: CourseMap,
    machines: readonly Machine[],
    taken: Occupations,
    now: Date,
  ): Promise<CourseZone[]> {
    const { request } = job
    const within = { from: Date.parse(request.startsAt), to: Date.parse(request.endsAt) }
    const timeZone = await readTimeZone(this.ctx.db)
    const wet = await wetTimes(this.ctx.db, timeZone, now)
    const waiting = request.zoneIds.flatMap(featureId => targetFeature(features, { kind: 'zone', featureId }) ?? [])
    const zones: CourseZone[] = []
    const take = async (): Promise<void> => {
      for (let feature = waiting.shift(); feature !== undefined; feature = waiting.shift()) {
        const wish = wishOf(request, feature.id)
        zones.push({
          featureId: feature.id,
          zoneTypeId: feature.kind === 'zone' ? feature.properties.zoneTypeId : '',
          weight: priorityFactor(wish) * (await this.weightOf(feature.id, now.getTime())),
          busy: [
            ...taken.filter(({ featureId }) => featureId === feature.id),
            ...closedTimes(feature, features, timeZone, wet, within),
            ...outsideWindow(wish, within),
          ].map(({ from, to }) => ({ from, to })),
          work: await this.workOn(job, feature, machines),
        })
      }
    }
    // Two at a time: as many as there are threads to plan.
    await Promise.all(['course 1', 'course 2'].map(owner => this.planner.asking({ owner }, take)))
    // The order in which threads answer is chance; the answer is not.
    return zones.sort((a, b) => request.zoneIds.indexOf(a.featureId) - request.zoneIds.indexOf(b.featureId))
  }

  private async work(job: Job, machines: readonly Machine[]): Promise<void> {
    const map = await this.course.read()
    const [from, to] = [new Date(job.request.startsAt), new Date(job.request.endsAt)]
    const now = this.ctx.clock.now()
    const zoneTypes = await readZoneTypes(this.ctx.db)
    const taken = await readOccupations(this.ctx.db, from, to, now)
    const zones = await this.measureZones(job, map, machines, taken, now)
    job.state = 'ordering'
    job.plan = await this.planner.ask('course', {
      features: map.features,
      zoneTypes,
      zones,
      mowers: machines.map(machine => courseMowerOf(machine, taken)),
      fromMs: from.getTime(),
      toMs: to.getTime(),
      mapRevision: map.revision,
    })
    job.state = 'done'
  }

  readonly missionsOf = async (id: string, user: User): Promise<CourseMissions> => {
    const own = this.jobs.has(id) ? this.ownJob(id, user.id) : undefined
    const { job, request } = own === undefined ? await this.jobElsewhere(id, user) : { job: own, request: own.request }
    const { plan } = job
    if (plan === null) return refuse('stillPlanning')
    const map = await this.course.read()
    if (map.revision !== plan.mapRevision) return refuse('mapChangedSincePlan')
    const missions: CourseMission[] = []
    for (const { mowerId, bladeId, stops } of plan.rounds)
      for (const stop of stops) {
        const feature = targetFeature(map.features, { kind: 'zone', featureId: stop.featureId })
        const mower = await readMower(this.ctx.db, mowerId)
        if (feature === undefined || mower === undefined) continue
        const asked = missionRequestOf(request, feature, { mower, bladeId })
        // Too large to be sent by the server that has them, and the same map gives the same drives.
        const planned =
          own === undefined ? await this.planner.plan(asked) : own.drives.get(driveKey(stop.featureId, mowerId))
        if (planned === undefined) continue
        missions.push({ request: { ...asked, direction: stop.direction, startsAt: stop.startsAt }, planned })
      }
    return { request, missions }
  }

  readonly read: CourseJobs['read'] = async (id, user) =>
    this.jobs.has(id) ? this.shown(this.ownJob(id, user.id)) : (await this.jobElsewhere(id, user)).job

  readonly forget: CourseJobs['forget'] = id => {
    this.jobs.delete(id)
    this.ctx.bus.publish('course.accepted', id)
  }

  readonly close: CourseJobs['close'] = async () => {
    this.closed = true
    await Promise.all([...this.jobs.values()].map(({ working }) => working))
  }
}

export const createCourseJobs = (ctx: Context, course: CurrentCourse, planner: Planner, fleet: FleetPort): CourseJobs =>
  new CourseJobBoard(ctx, course, planner, fleet)
