/** The facts for planning a shift: the missions of the day, and the state of their mowers now. */
import type { BodyOf, calls } from '@greensward/contract'
import {
  backFromServiceMs,
  type CourseFeature,
  type CourseMap,
  closedTimes,
  type DayMission,
  type DayMower,
  dayMower,
  dayOf,
  hoursToCharge,
  type Mower,
  needsConfirmation,
  type PlannedDay,
  type Position,
  shareUsed,
  type TimeSpan,
  targetFeature,
} from '@greensward/domain'
import { refuse } from '../../../platform/http/refusal.ts'
import { readTimeZone, readZoneTypes } from '../../../shared/missionLife/machinesStore.ts'
import { type MissionRow, readPlan, targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { farthestFrom } from '../../../shared/missionLife/pathLength.ts'
import { wetTimes } from '../../../shared/missionLife/wetTimes.ts'
import { playOnFields } from '../../../shared/play/comingPlays.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { FleetView } from '../fleetView.ts'
import { readMissionsOf } from './shiftStore.ts'

export type DayParts = Pick<FleetParts, 'ctx' | 'course' | 'planner' | 'garage'> & {
  readonly view: Pick<FleetView, 'telemetryOf'>
}
type Request = Pick<BodyOf<typeof calls.shifts.create>, 'from' | 'until' | 'missionIds'>

export interface DayPlan {
  /** The mower that each mission was planned for. */
  readonly mowerOf: ReadonlyMap<string, string>
  readonly day: PlannedDay
}

const HOUR_MS = 3_600_000

const byTime = (a: MissionRow, b: MissionRow): number =>
  (a.startsAt?.getTime() ?? Number.POSITIVE_INFINITY) - (b.startsAt?.getTime() ?? Number.POSITIVE_INFINITY) || 0

/** The share after some hours on the charger, in whole percents. */
const chargedFor = (mower: Mower, from: number, hours: number): number => {
  let share = from
  while (share + 0.01 <= 1 && (hoursToCharge(mower, from, share + 0.01) ?? Number.POSITIVE_INFINITY) <= hours)
    share += 0.01
  return share
}

/** @param aheadMs how long from now the mower waits before it begins */
export const dayMowerNow = ({ garage, view }: DayParts, mower: Mower, aheadMs: number): DayMower => {
  const telemetry = view.telemetryOf(mower.id)
  const battery = telemetry?.battery ?? null
  const isKnown = battery !== null && !needsConfirmation(mower, battery)
  // A mower that charges now continues to charge until the shift begins.
  const chargingH = telemetry?.charging === true ? Math.max(0, aheadMs) / HOUR_MS : 0
  return dayMower(mower, garage.baseOf(mower.id), {
    at: telemetry?.position ?? null,
    charge: isKnown ? chargedFor(mower, battery, chargingH) : null,
  })
}

/** Groups keep a mower off their field; the first one of the day with the wanted margin before it. */
const playedTimes = (play: ReturnType<Awaited<ReturnType<typeof playOnFields>>>): TimeSpan[] =>
  (play?.plays ?? []).map(({ from, to, isFirst }) => ({
    from: Date.parse(from) - (isFirst ? (play?.wantedMinutes ?? 0) * 60_000 : 0),
    to: Date.parse(to),
  }))

export interface DayCourse {
  readonly map: CourseMap
  readonly zone: string
  readonly wet: readonly TimeSpan[]
  readonly within: TimeSpan
  readonly playOn: Awaited<ReturnType<typeof playOnFields>>
}

export interface DayWork {
  readonly mission: DayMission
  /** Of its plan. */
  readonly points: readonly Position[]
}

/** Undefined where its mower or its plan is gone. */
export const dayWork = async (
  { ctx, garage }: DayParts,
  row: MissionRow,
  { map, zone, wet, within, playOn }: DayCourse,
): Promise<DayWork | undefined> => {
  const mower = garage.mowers.get(row.mowerId)
  const legs = (await readPlan(ctx.db, row.id))?.plan.legs ?? []
  const points = legs.flatMap(leg => leg.points)
  const [entry, exit] = [points[0], points.at(-1)]
  if (mower === undefined || entry === undefined || exit === undefined) return undefined
  const target = targetOf(row)
  const feature: CourseFeature | undefined = targetFeature(map.features, target)
  const closed = feature === undefined ? [] : closedTimes(feature, map.features, zone, wet, within)
  const fromMs = row.startsAt?.getTime() ?? 0
  const mission: DayMission = {
    id: row.id,
    mowerId: row.mowerId,
    durationS: row.stats.durationS,
    energy: shareUsed(mower, row.stats),
    entry,
    exit,
    farthest: farthestFrom(points, garage.baseOf(row.mowerId)?.position, entry),
    // A time without a slot that a person gave it is only a proposal.
    windows:
      row.startsAt === null || row.slotS === null ? undefined : [{ from: fromMs, to: fromMs + row.slotS * 1_000 }],
    busy: [...closed.map(({ from, to }) => ({ from, to })), ...playedTimes(playOn(target))],
  }
  return { mission, points }
}

/** The course as the missions of a day find it between two moments. */
export const dayCourse = async (
  { ctx, course }: DayParts,
  rows: readonly MissionRow[],
  within: TimeSpan,
): Promise<DayCourse> => {
  const map = await course.read()
  const zone = await readTimeZone(ctx.db)
  const days = [...new Set([dayOf(new Date(within.from), zone), dayOf(new Date(within.to), zone)])]
  return {
    map,
    zone,
    wet: await wetTimes(ctx.db, zone, ctx.clock.now()),
    within,
    playOn: await playOnFields(ctx, map, rows.map(targetOf), days),
  }
}

/** Plans the day in a thread. @throws Refusal notFound, mowerOrPlanGone, planningTooSlow, tooManyRequests */
export const planDayOf = async (parts: DayParts, request: Request): Promise<DayPlan> => {
  const { ctx, planner, garage } = parts
  const now = ctx.clock.now()
  const chosen = new Map((await readMissionsOf(ctx.db, request.missionIds)).map(row => [row.id, row]))
  // Missions without a time stay in the order in which they were chosen.
  const rows = [...new Set(request.missionIds)].map(id => chosen.get(id) ?? refuse('notFound')).toSorted(byTime)
  const fromMs = Math.max(Date.parse(request.from), now.getTime())
  const toMs = Math.max(fromMs, Date.parse(request.until))
  const facts = await dayCourse(parts, rows, { from: fromMs, to: toMs })
  const missions: DayMission[] = []
  for (const row of rows) missions.push(((await dayWork(parts, row, facts)) ?? refuse('mowerOrPlanGone')).mission)
  const mowers = [...new Set(rows.map(({ mowerId }) => mowerId))].flatMap(id => garage.mowers.get(id) ?? [])
  const backMs = new Map(mowers.map(mower => [mower.id, backFromServiceMs(mower, now.getTime())]))
  const isAway = (mowerId: string): boolean => (backMs.get(mowerId) ?? 0) >= toMs
  const day = await planner.ask('day', {
    features: facts.map.features,
    zoneTypes: await readZoneTypes(ctx.db),
    fromMs,
    toMs,
    missions: missions.filter(({ mowerId }) => !isAway(mowerId)),
    mowers: mowers
      .filter(({ id }) => !isAway(id))
      .map(mower => {
        const beginsMs = Math.max(fromMs, backMs.get(mower.id) ?? 0)
        return { ...dayMowerNow(parts, mower, beginsMs - now.getTime()), freeMs: beginsMs }
      }),
  })
  const away = missions.flatMap(({ id, mowerId }) =>
    isAway(mowerId) ? [{ missionId: id, mowerId, reason: 'inService' as const, remedies: [] }] : [],
  )
  return {
    mowerOf: new Map(rows.map(({ id, mowerId }) => [id, mowerId])),
    day: { ...day, plan: { ...day.plan, left: [...day.plan.left, ...away] } },
  }
}
