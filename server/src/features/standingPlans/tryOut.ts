/** What a plan that is not saved yet would add to its first week, by the planner of shifts. */
import type { BodyOf, calls, PlanTrial } from '@greensward/contract'
import {
  addDays,
  busyS,
  type Day,
  dayOf,
  expectedDay,
  jobsOfDays,
  type LeftFromShift,
  type MowingNeed,
  type PlannedDay,
  type StandingDay,
  type StandingPlan,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import {
  readBases,
  readBlades,
  readMowers,
  readTimeZone,
  readZoneTypes,
} from '../../shared/missionLife/machinesStore.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import { aheadOfGroups } from '../../shared/play/comingPlays.ts'
import { readLastWork, readStandingPlans } from './standingPlanStore.ts'

/** When zones are due, of another feature. */
export interface DuePort {
  dueCuts(): Promise<Omit<MowingNeed, 'isMade'>>
}

interface Parts {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly planner: Pick<Planner, 'ask'>
  readonly grass: DuePort
}
type Body = BodyOf<typeof calls.standingPlans.tryOut>

const WEEK_DAYS = 7
/** Another way between the same zones is not worth a line. */
const LEAST_S = 60
/** Of a plan that is not stored. */
const NEW_PLAN = '00000000-0000-4000-8000-000000000000'

type Job = StandingDay['jobs'][number]

interface Tried {
  readonly planned: PlannedDay
  readonly left: readonly { readonly job: Job; readonly reason: LeftFromShift }[]
}

/** Jobs that are the same on both days are planned once and compared by their zone and window. */
const sameJobs = (a: StandingDay, b: StandingDay): boolean =>
  JSON.stringify(a.jobs.map(jobKey)) === JSON.stringify(b.jobs.map(jobKey))

const jobKey = ({ featureId, planId, startsAt, endsAt, mowers, cleaningCycles }: Job) => [
  featureId,
  planId,
  startsAt,
  endsAt,
  mowers,
  cleaningCycles,
]

/** What does not fit into a day. Jobs that no mower may do never come before the planner. */
const leftOf = (jobs: readonly Job[], asked: ReadonlySet<string>, { plan }: PlannedDay): Tried['left'] => {
  const reasons = new Map(plan.left.map(({ missionId, reason }) => [missionId, reason]))
  return jobs.flatMap((job, number) => {
    const reason = asked.has(String(number)) ? reasons.get(String(number)) : 'noMachine'
    return reason === undefined ? [] : [{ job, reason }]
  })
}

const NOTHING: PlannedDay = { routes: [], plan: { endsAt: null, left: [], withoutCharge: [] } }

export const tryPlan = async (
  { ctx, course, planner, grass }: Parts,
  { replaces, ...fields }: Body,
): Promise<PlanTrial> => {
  const timeZone = await readTimeZone(ctx.db)
  const today = dayOf(ctx.clock.now(), timeZone)
  const first = fields.firstDay > today ? fields.firstDay : addDays(today, 1)
  const days = Array.from({ length: WEEK_DAYS }, (_, ahead): Day => addDays(first, ahead))
  const { features } = await course.read()
  const zoneTypes = await readZoneTypes(ctx.db)
  const mowers = await readMowers(ctx.db)
  const aheadOfGroupsMs = await aheadOfGroups(ctx, { features }, [...days, addDays(first, WEEK_DAYS)])
  const [blades, bases] = [await readBlades(ctx.db), await readBases(ctx.db)]
  const ground = { features, zoneTypes, mowers, blades, bases, nowMs: ctx.clock.now().getTime() }
  const stored = await readStandingPlans(ctx.db)
  const asksNeed = [fields, ...stored].some(({ onlyDue }) => onlyDue === true)
  const need = asksNeed ? { need: { ...(await grass.dueCuts()), isMade: () => false } } : {}
  const jobs = (plans: readonly StandingPlan[]) =>
    jobsOfDays(plans, days, { features, zoneTypes, mowers, timeZone, aheadOfGroupsMs, ...need })
  const own: StandingPlan = { ...fields, id: replaces ?? NEW_PLAN, updatedAt: ctx.clock.now().toISOString() }
  const before = jobs(stored)
  const after = jobs([...stored.filter(({ id }) => id !== replaces), own])
  const workOf = await readLastWork(ctx.db)
  const planned = async (day: StandingDay): Promise<Tried> => {
    const question = expectedDay(day.jobs, ground, workOf)
    const made = question === undefined ? NOTHING : await planner.ask('day', question)
    const asked = new Set(question?.missions.map(mission => mission.id))
    return { planned: made, left: leftOf(day.jobs, asked, made) }
  }
  const added = new Map<string, number>()
  const left: PlanTrial['left'][number][] = []
  let changed = 0
  for (const [i, day] of days.entries()) {
    const [was, is] = [before[i], after[i]]
    if (was === undefined || is === undefined || sameJobs(was, is)) continue
    changed += 1
    const [without, with_] = [await planned(was), await planned(is)]
    for (const { id } of mowers) {
      const more = busyS(with_.planned, id) - busyS(without.planned, id)
      added.set(id, (added.get(id) ?? 0) + more)
    }
    const known = new Set(without.left.map(({ job }) => `${job.planId} ${job.featureId}`))
    for (const { job, reason } of with_.left)
      if (!known.has(`${job.planId} ${job.featureId}`))
        left.push({ day, featureId: job.featureId, title: job.title, planId: job.planId, reason })
  }
  return {
    days: changed,
    mowers: [...added].flatMap(([mowerId, addedS]) => (Math.abs(addedS) < LEAST_S ? [] : [{ mowerId, addedS }])),
    left,
  }
}
