/** Standing plans say how often each zone is mown. They make the jobs of each day; people make missions from these. */

import { calls, type PlannedDay } from '@greensward/contract'
import {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  jobSpan,
  jobsOfDays,
  MOST_PLANNED_DAYS,
  MOST_STANDING_PLANS,
  type StandingDay,
  type StandingPlan,
  startOfDay,
  type TimeSpan,
} from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { crudRoutes } from '../../platform/crud/crudRoutes.ts'
import type { CrudItem } from '../../platform/crud/crudStore.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { askerOf } from '../../shared/missionLife/askers.ts'
import { readMowers, readTimeZone, readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { readMission } from '../../shared/missionLife/missionsStore.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import { missionsWithin, type ZoneMission } from '../../shared/missionLife/zoneMissionsStore.ts'
import { aheadOfGroups } from '../../shared/play/comingPlays.ts'
import { readTeeSheetSettings } from '../../shared/play/teeSheetStore.ts'
import { type EndedSeries, planOfSeries } from './fromSeries.ts'
import { hasRoomForPlan, readStandingPlans, standingPlanStore } from './standingPlanStore.ts'
import { type DuePort, tryPlan } from './tryOut.ts'

/** A day farther off is a slip of the hand: the calendar of the browser has no end. */
const MOST_AHEAD_DAYS = 3_660

type PlanFields = Omit<StandingPlan, 'id' | 'updatedAt'>

/** Refuses zones, types and mowers that the course does not have; those deleted since the last change do not stop another one. */
const checkPlan =
  (course: CurrentCourse) =>
  async (tx: Tx, item: Readonly<Record<string, unknown>>, before: CrudItem | undefined): Promise<void> => {
    const plan = item as unknown as PlanFields
    const old = before as unknown as PlanFields | undefined
    if (old === undefined && !(await hasRoomForPlan(tx))) refuse('standingPlansFull', { count: MOST_STANDING_PLANS })
    if (plan.zoneTypeIds.length === 0 && plan.zoneIds.length === 0)
      refuseFields({ 'body.zoneTypeIds': said('noZoneChosen') })
    const types = await readZoneTypes(tx)
    const zones = (await course.read()).features.flatMap(feature => (feature.kind === 'zone' ? [feature] : []))
    refuseUnknown('zoneTypeIds', plan.zoneTypeIds, [...types.map(({ id }) => id), ...(old?.zoneTypeIds ?? [])])
    const known = zones.map(({ id }) => id)
    refuseUnknown('zoneIds', plan.zoneIds, [...known, ...(old?.zoneIds ?? [])])
    refuseUnknown('exceptZoneIds', plan.exceptZoneIds, [...known, ...(old?.exceptZoneIds ?? [])])
    const mowerIds = plan.mowers.map(({ mowerId }) => mowerId)
    const machines = [
      ...(await readMowers(tx)).map(({ id }) => id),
      ...(old?.mowers.map(({ mowerId }) => mowerId) ?? []),
    ]
    for (const [index, mowerId] of mowerIds.entries()) {
      const field = `body.mowers.${index}.mowerId`
      if (mowerIds.indexOf(mowerId) < index) refuseFields({ [field]: said('listedTwice') })
      if (!machines.includes(mowerId)) refuseFields({ [field]: said('noSuchMower') })
    }
    const { direction } = plan
    const typeIds = [
      ...plan.zoneTypeIds,
      ...zones.filter(({ id }) => plan.zoneIds.includes(id)).map(({ properties }) => properties.zoneTypeId),
    ]
    if (direction !== 'auto' && types.some(type => typeIds.includes(type.id) && !type.directions.includes(direction)))
      refuseFields({ 'body.direction': said('notADirection') })
  }

const refuseUnknown = (
  field: 'zoneTypeIds' | 'zoneIds' | 'exceptZoneIds',
  ids: readonly string[],
  known: readonly string[],
): void => {
  const set = new Set(known)
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index) refuseFields({ [`body.${field}.${index}`]: said('listedTwice') })
    if (!set.has(id))
      refuseFields({ [`body.${field}.${index}`]: said(field === 'zoneTypeIds' ? 'noSuchZoneType' : 'notOnMap') })
  }
}

const daysFromTo = (from: Day, to: Day, today: Day): Day[] => {
  if (to < from) refuseFields({ 'query.to': said('notAfterFrom') })
  if (daysBetween(from, to) >= MOST_PLANNED_DAYS)
    refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_PLANNED_DAYS - 1 }) })
  if (daysBetween(today, to) > MOST_AHEAD_DAYS) refuseFields({ 'query.to': said('tooFarAhead') })
  if (daysBetween(from, today) > MOST_AHEAD_DAYS) refuseFields({ 'query.from': said('inThePast') })
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
}

/** The jobs of a day, each with the mission that does it. */
const withMissions = (
  { day, jobs, left }: StandingDay,
  missions: ReadonlyMap<string, readonly ZoneMission[]>,
  zone: string,
  firstGroupAt: (featureId: string) => string | null,
): PlannedDay => ({
  day,
  jobs: jobs.map(job => {
    const span = jobSpan(job, day, zone)
    const mission = startsWithin(missions.get(job.featureId), span)
    return { ...job, missionId: mission?.id ?? null, firstGroupAt: firstGroupAt(job.featureId) }
  }),
  left,
})

const startsWithin = (missions: readonly ZoneMission[] | undefined, span: TimeSpan): ZoneMission | undefined =>
  missions?.find(({ startsAtMs }) => startsAtMs >= span.from && startsAtMs < span.to)

const readDays = async (
  ctx: Context,
  course: CurrentCourse,
  grass: DuePort,
  from: Day,
  to: Day,
): Promise<PlannedDay[]> => {
  const timeZone = await readTimeZone(ctx.db)
  const today = dayOf(ctx.clock.now(), timeZone)
  const days = daysFromTo(from, to, today)
  const { features } = await course.read()
  const aheadOfGroupsMs = await aheadOfGroups(ctx, { features }, [...days, addDays(to, 1)])
  const marginMs = (await readTeeSheetSettings(ctx.db)).marginMinutes * 60_000
  const holeOf = new Map(
    features.flatMap(one => (one.kind === 'zone' ? [[one.id, one.properties.holeId] as const] : [])),
  )
  const firstGroupOn = (day: Day) => (featureId: string) => {
    const endMs = aheadOfGroupsMs(day, holeOf.get(featureId) ?? '')
    return endMs === undefined ? null : new Date(endMs + marginMs).toISOString()
  }
  // A window that begins on the last day may end on the next. Cuts between today and the first day move the due days.
  const first = today < from ? today : from
  const within = { from: startOfDay(first, timeZone).getTime(), to: startOfDay(addDays(to, 2), timeZone).getTime() }
  const missions = Map.groupBy(await missionsWithin(ctx.db, within), ({ featureId }) => featureId)
  const plans = await readStandingPlans(ctx.db)
  const need = plans.some(({ onlyDue }) => onlyDue === true)
    ? {
        ...(await grass.dueCuts()),
        isMade: (zoneId: string, span: TimeSpan) => startsWithin(missions.get(zoneId), span) !== undefined,
      }
    : undefined
  const planned = jobsOfDays(plans, days, {
    features,
    zoneTypes: await readZoneTypes(ctx.db),
    mowers: await readMowers(ctx.db),
    timeZone,
    aheadOfGroupsMs,
    ...(need === undefined ? {} : { need }),
  })
  return planned.map(day => withMissions(day, missions, timeZone, firstGroupOn(day.day)))
}

const announce = (ctx: Context): void => ctx.live.publish('settings', 'changed', { subject: 'standingPlans' })

/** Of a plan that is only tried out: it takes no place in the list. */
const NEW_PLAN = { zoneTypeIds: [], zoneIds: [], exceptZoneIds: [], mowers: [] } as unknown as CrudItem

export interface SeriesPort {
  /** Plans no further day of a series, and leaves what it has planned. */
  stop(tx: Tx, seriesId: string): Promise<EndedSeries | undefined>
}

export const createStandingPlansFeature = (
  ctx: Context,
  course: CurrentCourse,
  planner: Planner,
  series: SeriesPort,
  grass: DuePort,
): Feature => {
  const check = checkPlan(course)
  const routes: readonly Route[] = [
    ...crudRoutes(calls.standingPlans, standingPlanStore, { noun: 'standingPlan', check, changed: announce }),

    route(calls.standingPlans.copy, async ({ params, body, user, write }) => {
      const made = await write(async tx => {
        const source = (await standingPlanStore.find(tx, params.id)) ?? refuse('notFound')
        if (!(await hasRoomForPlan(tx))) refuse('standingPlansFull', { count: MOST_STANDING_PLANS })
        const { id: _, updatedAt: __, ...fields } = source
        const item = await standingPlanStore.add(tx, { ...fields, name: body.name }, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'standingPlan.create',
          subject: 'standingPlan',
          subjectId: item.id,
          details: item,
        })
        return item as unknown as StandingPlan
      })
      announce(ctx)
      return made
    }),

    route(calls.standingPlans.pause, async ({ params, body, user, write }) => {
      const paused = await write(async tx => {
        const change = await standingPlanStore.change(
          tx,
          params.id,
          body.updatedAt,
          { pausedUntil: body.pausedUntil },
          ctx.clock.now(),
        )
        if (change.kind === 'notFound') return refuse('notFound')
        if (change.kind === 'conflict') return refuse('conflict', {}, { details: change.today })
        await ctx.audit(tx, {
          user,
          action: body.pausedUntil === null ? 'standingPlan.continue' : 'standingPlan.pause',
          subject: 'standingPlan',
          subjectId: params.id,
          details: { name: change.item.name, pausedUntil: body.pausedUntil },
        })
        return change.item as unknown as StandingPlan
      })
      announce(ctx)
      return paused
    }),

    route(calls.standingPlans.fromSeries, async ({ body, user, write }) => {
      const made = await write(async tx => {
        const mission = (await readMission(tx, body.missionId)) ?? refuse('notFound')
        const ended = mission.seriesId === null ? undefined : await series.stop(tx, mission.seriesId)
        if (ended === undefined) return refuse('noSeries')
        const plan = planOfSeries(ended, mission.stats.durationS)
        await check(tx, plan, undefined)
        const item = await standingPlanStore.add(tx, plan, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'standingPlan.create',
          subject: 'standingPlan',
          subjectId: item.id,
          details: { ...item, seriesId: mission.seriesId },
        })
        return item as unknown as StandingPlan
      })
      announce(ctx)
      return made
    }),

    route(calls.standingPlans.tryOut, async ({ body, user, reply }) => {
      const { replaces, ...plan } = body
      const before =
        replaces === null ? NEW_PLAN : ((await standingPlanStore.find(ctx.db, replaces)) ?? refuse('notFound'))
      await ctx.db.transaction(tx => check(tx, plan, before))
      return planner.latest('standing plan', askerOf(user, reply), () => tryPlan({ ctx, course, planner, grass }, body))
    }),

    route(calls.standingPlans.days, async ({ query }) => ({
      items: await readDays(ctx, course, grass, query.from, query.to),
    })),
  ]
  return { routes }
}
