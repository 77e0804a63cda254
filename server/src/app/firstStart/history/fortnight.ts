/** The last two weeks of the demo course, and its plan for today: worked by the planner's own drives and written by the product's own functions. */
import { chance, fixedId } from '@greensward/demo'
import {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  jobsOfDays,
  type Mission,
  momentOf,
  SILENT_TELEMETRY,
  type StandingDay,
  type Telemetry,
} from '@greensward/domain'
import { findUserByLogin, peopleOf } from '../../../features/auth/userStore.ts'
import { Garage } from '../../../features/fleet/garage.ts'
import { planDayOf } from '../../../features/fleet/shifts/dayFacts.ts'
import { makeShift } from '../../../features/fleet/shifts/makeShift.ts'
import { readShiftsOn } from '../../../features/fleet/shifts/shiftStore.ts'
import { advanceOdometers, restartOdometers } from '../../../features/garage/garageStore.ts'
import { createRememberer } from '../../../features/grass/rememberCuts.ts'
import { planNew } from '../../../features/missions/changing.ts'
import { storeNotice } from '../../../features/notifications/index.ts'
import { markAllRead } from '../../../features/notifications/notificationStore.ts'
import { readStandingPlans, standingPlanStore } from '../../../features/standingPlans/standingPlanStore.ts'
import { writeAudit } from '../../../platform/auditStore.ts'
import type { Context } from '../../../platform/context.ts'
import type { Notice } from '../../../platform/events.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createCurrentCourse } from '../../../shared/course/currentCourse.ts'
import type { Person } from '../../../shared/missionLife/changeMission.ts'
import {
  readBases,
  readBlade,
  readMowers,
  readTimeZone,
  readZoneTypes,
} from '../../../shared/missionLife/machinesStore.ts'
import { plannedMissions, readMission } from '../../../shared/missionLife/missionsStore.ts'
import { createPlanner, type Planner } from '../../../shared/missionLife/planner.ts'
import { aheadOfGroups } from '../../../shared/play/comingPlays.ts'
import { readTeeSheetSettings, replaceTeeSheet, writeTeeSheetSettings } from '../../../shared/play/teeSheetStore.ts'
import { prepareDays } from '../../../shared/recording/daysStore.ts'
import { type DayOrder, type Incident, MowerLife } from './mowerDay.ts'
import { type DayJob, type DayJobs, type DriveSource, planDays, waysBetween } from './plans.ts'
import { ShippedPlans } from './shippedPlans.ts'
import { writeStaffJobs } from './staffJobs.ts'
import { bookedTeeTimes, demoStandingPlans, type Ground, TEE_PATTERN } from './standing.ts'
import { writeTurf } from './turf.ts'
import { type PastParts, pastClock, recordPositions, SHIFT_NAME, type WorkedDay, writeDay } from './writeDay.ts'

/** Days before today that were worked. */
const PAST_DAYS = 14
const KEEPER = 'greenkeeper'
const CART_PERSON = 'buggyadmin'
const MINUTE_MS = 60_000
/** All of them: each zone is written once, not with every thousand. */
const STRETCHES_AT_ONCE = 100_000
/** From now to the first mission of today's shift, and kept free after its last. */
const SOON_MS = 5 * MINUTE_MS
const SPARE_MS = 60 * MINUTE_MS

interface Fortnight {
  /** Missions of today, to be shown. */
  readonly today: readonly Mission[]
  readonly missions: number
  readonly positions: number
}

/** What went wrong: the day, counted back from today, the kind of job, and which of them. */
const INCIDENTS: readonly (readonly [daysAgo: number, plan: RegExp, index: number, incident: Incident])[] = [
  [12, /^Fairways/, 2, { kind: 'paused', atShare: 0.62, forS: 11 * 60 }],
  [11, /^Tees/, 9, { kind: 'missed' }],
  [9, /^Greens/, 12, { kind: 'paused', atShare: 0.31, forS: 6 * 60 }],
  [7, /^Rough/, 1, { kind: 'givenUp', atShare: 0.57 }],
  [5, /^Fairways/, 4, { kind: 'cancelled' }],
  [3, /^Greens/, 16, { kind: 'missed' }],
  [2, /^Rough/, 0, { kind: 'paused', atShare: 0.44, forS: 19 * 60 }],
]

type PlanParts = PastParts & { readonly planner: Planner }

/** No mower is linked before the server has started: simulated ones begin full, on the chargers of their bases. */
const atBases = (garage: Garage) => ({
  telemetryOf: (mowerId: string): Telemetry => ({
    ...SILENT_TELEMETRY,
    position: garage.baseOf(mowerId)?.position ?? null,
    battery: 1,
    charging: true,
  }),
})

const personOf = ({ id, fullname }: { id: number; fullname: string }): Person => ({ id, fullname })

class FortnightMaker {
  private readonly ctx: Context
  private readonly past: Context
  private readonly clock = pastClock()
  private readonly now: Date
  private readonly onProgress: (share: number) => void
  private readonly notices: { readonly atMs: number; readonly notice: Notice }[] = []
  private missions = 0
  private positions = 0

  private readonly pastDays: number
  private readonly shipped: DriveSource['shipped'] | undefined
  /** Of the standing plans by their ids. */
  private names: ReadonlyMap<string, string> = new Map()
  private readonly happened = new Set<Incident>()
  /** Zones of today that are mown already. */
  private readonly done = new Set<string>()

  constructor(ctx: Context, onProgress: (share: number) => void, { pastDays = PAST_DAYS, shipped }: FortnightOptions) {
    this.ctx = ctx
    this.pastDays = pastDays
    this.shipped = shipped
    this.now = ctx.clock.now()
    this.onProgress = onProgress
    this.past = { ...ctx, clock: this.clock, audit: (tx, entry) => writeAudit(tx, this.clock.now(), entry) }
  }

  async make(): Promise<Fortnight> {
    const { ctx } = this
    const course = createCurrentCourse(ctx.db)
    const planner = createPlanner(ctx, course)
    try {
      const timeZone = await readTimeZone(ctx.db)
      const today = dayOf(this.now, timeZone)
      const keeper = await findUserByLogin(ctx.db, KEEPER)
      if (keeper === undefined) throw new Error('the demo has no greenkeeper')
      const map = await course.read()
      const ground = await this.ground(map.features)
      const notify = (atMs: number, notice: Notice): void => {
        this.notices.push({ atMs, notice })
      }
      const parts: PastParts = { ctx: this.past, clock: this.clock, course, keeper: personOf(keeper), timeZone, notify }
      await this.agree(parts, ground, today)
      const days = Array.from({ length: this.pastDays + 1 }, (_, index) => addDays(today, index - this.pastDays))
      const turf = { today, pastDays: this.pastDays, timeZone, now: this.now }
      const cartPerson = personOf((await findUserByLogin(ctx.db, CART_PERSON)) ?? keeper)
      const staff = { ...turf, features: map.features, keeper: parts.keeper, cartPerson }
      const [jobs] = await Promise.all([
        this.workDays({ ...parts, planner }, ground, { days, today, mapRevision: map.revision }),
        ctx.db.transaction(tx => writeTurf(tx, ground, turf, parts.keeper)),
        ctx.db.transaction(tx => writeStaffJobs(tx, staff)),
      ])
      this.clock.set(this.now.getTime())
      const remember = createRememberer(this.past, course, STRETCHES_AT_ONCE)
      const [missions] = await Promise.all([
        this.planToday({ ...parts, planner }, jobs, today),
        remember().then(() => this.notifyPeople()),
        this.count(ground.mowers.map(({ id }) => id)),
      ])
      return { today: missions, missions: this.missions, positions: this.positions }
    } finally {
      await planner.close()
    }
  }

  /** @returns the jobs of today */
  private async workDays(
    parts: PlanParts,
    ground: Ground,
    { days, today, mapRevision }: { days: readonly Day[]; today: Day; mapRevision: number },
  ): Promise<DayJobs> {
    const jobs = await this.jobsOf(days, ground, parts.timeZone)
    const source = { planner: parts.planner, shipped: this.shipped ?? (await ShippedPlans.read()) }
    const planned = await planDays(source, jobs, ground, share => this.onProgress(share * 0.2))
    const bases = await readBases(this.ctx.db)
    const way = waysBetween(ground, bases, planned.values(), this.now.getTime())
    const lives = ground.mowers.flatMap(mower => {
      const base = bases.find(({ mowerId }) => mowerId === mower.id)
      return base === undefined ? [] : [new MowerLife(mower, base, way, mapRevision)]
    })
    for (const table of ['positions', 'telemetry_chunks'] as const)
      for (const day of days) await prepareDays(this.ctx.db, table, momentOf(day, 12, 0, parts.timeZone))
    let before = Promise.resolve()
    for (const [index, day] of days.entries()) {
      const own = planned.get(day) ?? new Map()
      const worked = day === today ? this.workedToday(lives, own, today) : this.worked(lives, day, today, own)
      const written = this.writeAfter(before, parts, worked)
      // Its error is thrown where it is awaited.
      written.catch(() => undefined)
      await before
      before = written
      this.onProgress(0.2 + (0.7 * (index + 1)) / days.length)
    }
    await before
    return planned.get(today) ?? new Map()
  }

  private async ground(features: Ground['features']): Promise<Ground> {
    const { db } = this.ctx
    const mowers = await readMowers(db)
    const ids = [...new Set(mowers.flatMap(({ bladeId }) => bladeId ?? []))]
    const blades = (await Promise.all(ids.map(id => readBlade(db, id)))).flatMap(blade => blade ?? [])
    return { features, zoneTypes: await readZoneTypes(db), mowers, blades }
  }

  /** Standing plans, tee times and today's tee sheet, unless people have made their own by now. */
  private async agree({ timeZone, keeper }: PastParts, ground: Ground, today: Day): Promise<void> {
    const { db } = this.ctx
    if ((await readStandingPlans(db)).length > 0) return
    const first = addDays(today, -Math.max(PAST_DAYS, this.pastDays))
    const at = momentOf(addDays(first, -1), 16, 10, timeZone)
    await db.transaction(async tx => {
      for (const plan of demoStandingPlans(ground, days => addDays(first, days))) {
        const item = await standingPlanStore.add(tx, plan, at)
        this.clock.set(at.getTime())
        const { id } = item
        await this.past.audit(tx, {
          user: keeper,
          action: 'standingPlan.create',
          subject: 'standingPlan',
          subjectId: id,
        })
      }
      const before = await readTeeSheetSettings(tx)
      const { marginMinutes } = before
      await writeTeeSheetSettings(tx, before, { patterns: [TEE_PATTERN], marginMinutes }, at)
      const teeTimes = bookedTeeTimes(today, timeZone, chance('tee sheet'))
      const sheet = { day: today, teeTimes, source: 'import' as const, updatedBy: keeper.fullname }
      await replaceTeeSheet(tx, undefined, sheet, momentOf(today, 0, 0, timeZone))
    })
  }

  private async jobsOf(days: readonly Day[], ground: Ground, timeZone: string): Promise<StandingDay[]> {
    const plans = await readStandingPlans(this.ctx.db)
    this.names = new Map(plans.map(({ id, name }) => [id, name]))
    // The simulator may play faster than the clock: the days before were played as golfers play.
    const { config } = this.ctx
    const asked = { ...this.ctx, config: { ...config, simulator: false } }
    const { features, zoneTypes, mowers } = ground
    const aheadOfGroupsMs = await aheadOfGroups(asked, { features }, [...days])
    return jobsOfDays(plans, days, { features, zoneTypes, mowers, timeZone, aheadOfGroupsMs })
  }

  private orderOf(day: Day, today: Day, mowerId: string, jobs: readonly DayJob[]): DayOrder {
    const next = chance(`${mowerId} ${daysBetween(day, today)}`)
    const usual = 1 + 0.06 * chance(mowerId)()
    const own = INCIDENTS.filter(([daysAgo]) => daysAgo === daysBetween(day, today))
    const incidents = new Map<DayJob, Incident>()
    for (const [, plan, index, incident] of own) {
      const fitting = jobs.filter(({ job }) => plan.test(this.names.get(job.planId) ?? ''))
      const job = fitting[Math.min(index, fitting.length - 1)]
      if (job === undefined || this.happened.has(incident)) continue
      this.happened.add(incident)
      incidents.set(job, incident)
    }
    return {
      jobs,
      idOf: (job, index) => fixedId(`demo mission ${day} ${mowerId} ${job?.job.featureId ?? `home ${index}`}`),
      incidentOf: job => incidents.get(job),
      slower: () => usual + 0.04 * (next() - 0.5),
    }
  }

  private worked(lives: readonly MowerLife[], day: Day, today: Day, jobs: DayJobs): WorkedDay {
    const works = lives.flatMap(life => {
      const own = jobs.get(life.mower.id) ?? []
      return own.length === 0 ? [] : [{ life, day: life.work(this.orderOf(day, today, life.mower.id, own)) }]
    })
    return { day, works }
  }

  /**
   * Records where the mowers were while the day before is written, and writes the day after it.
   * @param before the writing of the day before
   */
  private async writeAfter(before: Promise<void>, parts: PastParts, worked: WorkedDay): Promise<void> {
    const { db } = this.ctx
    const first = worked.works.flatMap(({ day: { acts } }) => acts)[0]
    // After a crash: this day was written before it.
    if (first === undefined || (await readMission(db, first.missionId)) !== undefined) return before
    const recorded = recordPositions(db, worked)
    await Promise.all([recorded, before.then(() => writeDay(parts, worked, recorded))])
    for (const { day: own } of worked.works) {
      this.missions += own.acts.length
      this.positions += own.samples.length
    }
  }

  /** The work of this morning that is over, mower by mower; what is not is planned. */
  private workedToday(lives: readonly MowerLife[], jobs: DayJobs, today: Day): WorkedDay {
    const works: WorkedDay['works'][number][] = []
    for (const life of lives) {
      const own = (jobs.get(life.mower.id) ?? []).filter(({ job }) => job.aheadOfPlay)
      if (own.length === 0) continue
      const day = life.work(this.orderOf(today, today, life.mower.id, own))
      if (day.readyMs < this.now.getTime() - SOON_MS) works.push({ life, day })
    }
    for (const { day } of works)
      for (const act of day.acts) if (act.kind !== 'home') this.done.add(act.job.job.featureId)
    return { day: today, works }
  }

  /** Counted again from the first position: the server may have counted those of now already. */
  private async count(mowerIds: readonly string[]): Promise<void> {
    await restartOdometers(this.ctx.db, mowerIds)
    await advanceOdometers(this.ctx.db)
  }

  /** Everybody has read what is older than two days and a half. */
  private async notifyPeople(): Promise<void> {
    const { db } = this.ctx
    const sorted = this.notices.toSorted((a, b) => a.atMs - b.atMs)
    const old = sorted.filter(({ atMs }) => this.now.getTime() - atMs > 2.5 * 86_400_000)
    const store = async (list: typeof sorted): Promise<void> => {
      for (const { atMs, notice } of list) {
        this.clock.set(atMs)
        await storeNotice(this.past, notice)
      }
    }
    await store(old)
    const people = await peopleOf(db)
    await db.transaction(async tx => {
      for (const person of people) await markAllRead(tx, person)
    })
    await store(sorted.slice(old.length))
  }

  /** Planned and put into a shift that nobody has released: nothing moves before a person presses. */
  private async planToday(parts: PlanParts, jobs: DayJobs, today: Day): Promise<readonly Mission[]> {
    const { ctx, now } = this
    const { keeper, course } = parts
    const shifts = await readShiftsOn(ctx.db, today)
    // After a crash: the day was planned before it. Missions without a shift are offered by _Make shift_.
    if (shifts.some(({ routes }) => routes.some(({ state }) => state !== 'done'))) return []
    if ((await plannedMissions(ctx.db)).length > 0) return []
    const soonMs = Math.ceil((now.getTime() + SOON_MS) / SOON_MS) * SOON_MS
    const midnightMs = momentOf(addDays(today, 1), 0, 0, parts.timeZone).getTime()
    const made = await ctx.db.transaction(async tx => {
      const missions: Mission[] = []
      for (const own of jobs.values()) {
        let freeMs = soonMs
        for (const { job, request, planned } of own) {
          if (this.done.has(job.featureId)) continue
          const startMs = Math.max(freeMs, Date.parse(job.startsAt))
          if (startMs >= midnightMs) continue
          const startsAt = new Date(startMs).toISOString()
          try {
            missions.push(await planNew({ ctx, course }, tx, { ...request, startsAt }, planned, null, keeper))
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            continue
          }
          // A minute for the checks, and some for the way.
          freeMs = Math.ceil((startMs + planned.plan.stats.durationS * 1_000 + 2 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
        }
      }
      return missions
    })
    if (made.length > 0) await this.shiftOf(parts, made, today)
    return made
  }

  private async shiftOf({ course, planner, keeper }: PlanParts, made: readonly Mission[], today: Day): Promise<void> {
    const { ctx } = this
    const starts = made.map(({ startsAt }) => Date.parse(startsAt ?? ''))
    const ends = made.map(({ startsAt, stats }) => Date.parse(startsAt ?? '') + stats.durationS * 1_000)
    const request = {
      day: today,
      name: this.done.size > 0 ? 'Rest of the day' : SHIFT_NAME,
      from: new Date(Math.min(...starts)).toISOString(),
      until: new Date(Math.max(...ends) + SPARE_MS).toISOString(),
      missionIds: made.map(({ id }) => id),
    }
    const garage = new Garage()
    await garage.read(ctx.db)
    const day = await planDayOf({ ctx, course, planner, garage, view: atBases(garage) }, request)
    const user = { ...keeper, role: 'ROLE_GREENKEEPER' } as Parameters<typeof makeShift>[4]
    await ctx.db.transaction(tx => makeShift(ctx, tx, request, day, user))
  }
}

/** What may differ from the demo's two weeks. */
interface FortnightOptions {
  readonly pastDays?: number
  readonly shipped?: DriveSource['shipped']
}

/**
 * Made again it adds nothing to what is there, so that a start after a crash finishes it.
 * @param onProgress the share that is done
 */
export const makeFortnight = (
  ctx: Context,
  onProgress: (share: number) => void,
  options: FortnightOptions = {},
): Promise<Fortnight> => new FortnightMaker(ctx, onProgress, options).make()
