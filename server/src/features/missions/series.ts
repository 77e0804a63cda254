/** Missions that come again: their next days are planned some time ahead, each once, by one server, however often it is tried. */

import { randomUUID } from 'node:crypto'
import {
  addDays,
  clockOf,
  type Day,
  dayOf,
  endedBefore,
  type Mission,
  type MissionRequest,
  occurrenceAt,
  type Repeat,
  repeatDays,
  SERIES_AHEAD_DAYS,
  shiftedRepeat,
  startOfDay,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { Person } from '../../shared/missionLife/changeMission.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  deleteMission,
  type MissionRow,
  missionOf,
  readMission,
  updateMission,
} from '../../shared/missionLife/missionsStore.ts'
import { announceMission, moveMissionIn, SYSTEM } from '../../shared/missionLife/moveMission.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import { partOf, why } from '../../shared/missionLife/why.ts'
import { createMission } from './planned.ts'
import { conflictWhy, judgeSlot } from './schedule.ts'
import { lockSchedule } from './scheduleStore.ts'
import {
  changeRepeat,
  insertSeries,
  lastSettledDay,
  livingSeries,
  lockSeries,
  plannedAfter,
  type SeriesRow,
  settledDays,
  takeDay,
} from './seriesStore.ts'

export interface SeriesPlanning {
  /** Plans what is missing; also called by the timer. */
  look(): Promise<void>
  start(): void
  close(): Promise<void>
}

const LOOK_MS = 10 * 60_000

class SeriesPlanner implements SeriesPlanning {
  private readonly ctx: Context
  private readonly course: CurrentCourse
  private readonly planner: Planner
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | undefined
  private again = false
  private closed = false

  constructor(ctx: Context, course: CurrentCourse, planner: Planner) {
    this.ctx = ctx
    this.course = course
    this.planner = planner
  }

  private async planDay(series: SeriesRow, day: Day, zone: string): Promise<void> {
    const at = occurrenceAt(day, series.clock, zone)
    // Nothing is planned into the past: a day whose time passed unnoticed is simply left out.
    if (at <= this.ctx.clock.now()) return
    const request: MissionRequest = { ...series.request, startsAt: at.toISOString() }
    const planned = await this.planner.plan(request)
    const map = await this.course.read()
    const mission = await this.ctx.db.transaction(async tx => {
      const today = await lockSeries(tx, series.id, 'share')
      if (today === undefined || !repeatDays(today.repeat, today.firstDay, day, day).includes(day)) return undefined
      const id = randomUUID()
      if (!(await takeDay(tx, series.id, day, id))) return undefined
      await lockSchedule(tx)
      const leastMs = planned.plan.stats.durationS * 1_000
      const { conflicts, free } = await judgeSlot(
        this.ctx,
        tx,
        map,
        {
          missionId: id,
          mowerId: request.mowerId,
          target: request.target,
          startsAt: at,
          slotMs: Math.max((request.slotS ?? 0) * 1_000, leastMs),
          leastMs,
        },
        { latest: new Date(startOfDay(addDays(day, 1), zone).getTime() - 1) },
      )
      const person: Person = { id: series.createdById ?? 0, fullname: series.createdBy }
      const create = (startsAt: Date) =>
        createMission(this.ctx, tx, { ...request, startsAt: startsAt.toISOString() }, planned, person, {
          id,
          series: { id: series.id, day, repeat: series.repeat },
          why: why('plannedOfSeries'),
          who: 'system',
        })
      const [against] = conflicts
      if (against === undefined) return create(at)
      const [slot] = free
      const cause = partOf(conflictWhy(against))
      if (slot !== undefined) {
        await create(new Date(slot.from))
        await addLogLine(tx, id, {
          at: this.ctx.clock.now(),
          status: 'planned',
          who: 'system',
          why: why('seriesMoved', { from: series.clock, to: clockOf(new Date(slot.from), zone), cause }),
        })
        return missionOf((await readMission(tx, id)) ?? never())
      }
      await create(at)
      const moved = await moveMissionIn(tx, this.ctx, {
        missionId: id,
        event: 'cancel',
        actor: SYSTEM,
        why: why('seriesSkipped', { cause }),
      })
      return moved.ok ? moved.value.mission : never()
    })
    if (mission !== undefined) announceMission(this.ctx, mission)
  }

  private async lookOnce(): Promise<void> {
    const zone = await readTimeZone(this.ctx.db)
    const today = dayOf(this.ctx.clock.now(), zone)
    for (const series of await livingSeries(this.ctx.db, today)) {
      const settled = await settledDays(this.ctx.db, series.id, today)
      for (const day of repeatDays(series.repeat, series.firstDay, today, addDays(today, SERIES_AHEAD_DAYS))) {
        if (this.closed) return
        if (settled.has(day)) continue
        try {
          await this.planDay(series, day, zone)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          this.ctx.log.warn({ seriesId: series.id, day, reason: error.message }, 'A day of a series cannot be planned')
          break
        }
      }
    }
  }

  readonly look = (): Promise<void> => {
    if (this.looking !== undefined) {
      this.again = true
      return this.looking
    }
    this.looking = (async () => {
      do {
        this.again = false
        await this.lookOnce()
      } while (this.again && !this.closed)
    })().finally(() => {
      this.looking = undefined
    })
    return this.looking
  }

  private readonly tick = (): void => {
    void this.look()
      .catch((error: unknown) => this.ctx.log.warn({ err: error }, 'The next days of series were not planned'))
      .finally(() => {
        if (!this.closed) this.timer = setTimeout(this.tick, LOOK_MS)
      })
  }

  readonly start = this.tick

  readonly close: SeriesPlanning['close'] = async () => {
    this.closed = true
    clearTimeout(this.timer)
    await this.looking?.catch(() => undefined)
    clearTimeout(this.timer)
  }
}

export const createSeriesPlanning = (ctx: Context, course: CurrentCourse, planner: Planner): SeriesPlanning =>
  new SeriesPlanner(ctx, course, planner)

const never = (): never => {
  throw new Error('A mission vanished in the transaction that made it')
}

/** The request of a series: the mission without its time. */
const templateOf = (request: MissionRequest): MissionRequest => ({ ...request, startsAt: null })

/** A mission that is just being planned becomes the first day of a series. */
export const beginSeries = async (
  ctx: Context,
  tx: Tx,
  mission: { readonly id: string; readonly request: MissionRequest; readonly startsAt: Date },
  repeat: Repeat,
  zone: string,
  user: Person,
): Promise<NonNullable<Mission['series']>> => {
  const day = dayOf(mission.startsAt, zone)
  const id = randomUUID()
  await insertSeries(tx, {
    id,
    request: templateOf(mission.request),
    repeat,
    firstDay: day,
    clock: clockOf(mission.startsAt, zone),
    createdBy: user.fullname,
    createdById: user.id,
    createdAt: ctx.clock.now(),
  })
  await takeDay(tx, id, day, mission.id)
  return { id, day, repeat }
}

/**
 * Ends a series with an occurrence: those planned after it are taken out.
 * @returns the ids of the missions that are gone
 */
export const endSeriesAt = async (tx: Tx, row: MissionRow): Promise<string[]> => {
  if (row.seriesId === null || row.seriesDay === null) return []
  const series = await lockSeries(tx, row.seriesId, 'update')
  if (series === undefined) return []
  await changeRepeat(tx, series.id, endedBefore(series.repeat, addDays(row.seriesDay, 1)))
  const gone = await plannedAfter(tx, series.id, row.seriesDay)
  for (const id of gone) await deleteMission(tx, id)
  return gone
}

/**
 * A series plans no further days; the missions that it has planned stay.
 * @returns the series as it was, and the last day that it has settled
 */
export const stopSeries = async (tx: Tx, id: string): Promise<(SeriesRow & { readonly lastDay: Day }) | undefined> => {
  const series = await lockSeries(tx, id, 'update')
  if (series === undefined) return undefined
  const lastDay = (await lastSettledDay(tx, id)) ?? addDays(series.firstDay, -1)
  const { until } = series.repeat
  if (until === null || until > lastDay) await changeRepeat(tx, id, endedBefore(series.repeat, addDays(lastDay, 1)))
  return { ...series, lastDay }
}

/**
 * A change of an occurrence and all that follow: the old series ends before it, and a new one begins with it. What was moved or
 * skipped of the following ones before is replanned with the rest.
 */
export const changeFollowing = async (
  ctx: Context,
  tx: Tx,
  row: MissionRow,
  change: { readonly request: MissionRequest; readonly repeat: Repeat | null | undefined; readonly user: Person },
  zone: string,
): Promise<{ readonly row: MissionRow; readonly gone: readonly string[] }> => {
  const { request, user } = change
  const gone = await endSeriesAt(tx, row)
  const startsAt = request.startsAt === null ? null : new Date(request.startsAt)
  const shifted =
    row.seriesRepeat === null || row.seriesDay === null || startsAt === null
      ? null
      : shiftedRepeat(row.seriesRepeat, row.seriesDay, dayOf(startsAt, zone))
  const repeat = change.repeat === undefined ? shifted : change.repeat
  const series =
    repeat === null || startsAt === null
      ? null
      : await beginSeries(ctx, tx, { id: row.id, request, startsAt }, repeat, zone, user)
  const written = await updateMission(tx, row.id, {
    seriesId: series?.id ?? null,
    seriesDay: series?.day ?? null,
    seriesRepeat: series?.repeat ?? null,
  })
  return { row: written, gone }
}
