/**
 * Reschedules work that is too wet today: each mission on a restricted field is moved to the first day after the wet that has
 * a free slot, or left out where its series brings it back by then. Each move and each skip logs its reason.
 */

import {
  addDays,
  clockOf,
  type Day,
  dayOf,
  momentOf,
  repeatDays,
  startOfDay,
  type TimeSpan,
  targetFeature,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { Context } from '../../platform/context.ts'
import { alone } from '../../platform/db/alone.ts'
import { laterThan, type Tx } from '../../platform/db/database.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readCatchUpDays, readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  lockMission,
  type MissionRow,
  missionOf,
  targetOf,
  updateMission,
} from '../../shared/missionLife/missionsStore.ts'
import { announceMission, moveMissionIn, SYSTEM } from '../../shared/missionLife/moveMission.ts'
import { wetTimes } from '../../shared/missionLife/wetTimes.ts'
import { partOf, why } from '../../shared/missionLife/why.ts'
import { judgeSlot } from './schedule.ts'
import { lockSchedule, plannedWithin } from './scheduleStore.ts'
import { cancelledDays, readSeries } from './seriesStore.ts'

export interface RainReschedule {
  /** Moves what is to be moved; also called by the timer and whenever rain mode or the weather changes. */
  look(): Promise<void>
  start(): void
  close(): Promise<void>
}

const LOOK_MS = 60_000
/** A mission that starts within this time counts as started: another timer has claimed it by then. */
const TOO_NEAR_MS = 5_000

type Way = { readonly kind: 'move'; readonly startsAt: Date } | { readonly kind: 'skip'; readonly why: Said }

class RainRescheduler implements RainReschedule {
  private readonly ctx: Context
  private readonly course: CurrentCourse
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | undefined
  private again = false
  private closed = false
  private readonly unsubscribe: (() => void)[] = []

  constructor(ctx: Context, course: CurrentCourse) {
    this.ctx = ctx
    this.course = course
  }

  /** The same hour of the first day after the wet that is free then, or the first free slot of that day. */
  private async firstRoom(
    tx: Tx,
    row: MissionRow,
    clock: { readonly hour: number; readonly minute: number },
    days: readonly Day[],
    wetTo: number,
    zone: string,
  ): Promise<Date | undefined> {
    const leastMs = row.stats.durationS * 1_000
    const map = await this.course.read()
    for (const day of days) {
      const same = momentOf(day, clock.hour, clock.minute, zone).getTime()
      const startsAt = new Date(Math.max(same, Math.ceil(wetTo / 60_000) * 60_000))
      const { conflicts, free } = await judgeSlot(
        this.ctx,
        tx,
        map,
        {
          missionId: row.id,
          mowerId: row.mowerId,
          target: targetOf(row),
          startsAt,
          slotMs: Math.max((row.slotS ?? 0) * 1_000, leastMs),
          leastMs,
        },
        { latest: new Date(startOfDay(addDays(day, 1), zone).getTime() - 1) },
      )
      if (conflicts.length === 0) return startsAt
      const [next] = free
      if (next !== undefined) return new Date(next.from)
    }
    return undefined
  }

  private async wayFor(
    tx: Tx,
    row: MissionRow,
    startsAt: Date,
    wet: TimeSpan,
    catchUpDays: number,
    zone: string,
  ): Promise<Way> {
    const firstDry = dayOf(new Date(wet.to), zone)
    const series = row.seriesId === null ? undefined : await readSeries(tx, row.seriesId)
    // A day on which somebody left this series out is not mown after all because the day before was wet.
    const leftOut = row.seriesId === null ? undefined : await cancelledDays(tx, row.seriesId, firstDry)
    const days = Array.from({ length: catchUpDays }, (_, index) => addDays(firstDry, index)).filter(
      day => leftOut?.has(day) !== true,
    )
    const [hour = 0, minute = 0] = clockOf(startsAt, zone).split(':').map(Number)
    const room = await this.firstRoom(tx, row, { hour, minute }, days, wet.to, zone)
    const last = addDays(firstDry, catchUpDays - 1)
    if (series !== undefined && row.seriesDay !== null) {
      const until = room === undefined ? last : dayOf(room, zone)
      const next = repeatDays(series.repeat, series.firstDay, addDays(row.seriesDay, 1), until).find(
        day => day >= firstDry && leftOut?.has(day) !== true,
      )
      if (next !== undefined) return { kind: 'skip', why: why('wetSkippedSeries', { day: next }) }
    }
    return room === undefined
      ? { kind: 'skip', why: why('wetSkippedNoRoom', { day: last }) }
      : { kind: 'move', startsAt: room }
  }

  private async settle(tx: Tx, known: MissionRow, wet: TimeSpan, catchUpDays: number, zone: string) {
    await lockSchedule(tx)
    const row = await lockMission(tx, known.id)
    // Somebody changed or started it meanwhile, or its time is being seen to: what they do counts.
    if (
      row?.status !== 'planned' ||
      row.startsAt === null ||
      row.dueHandledAt !== null ||
      row.updatedAt.getTime() !== known.updatedAt.getTime()
    )
      return undefined
    const way = await this.wayFor(tx, row, row.startsAt, wet, catchUpDays, zone)
    if (way.kind === 'skip') {
      const moved = await moveMissionIn(tx, this.ctx, {
        missionId: row.id,
        event: 'cancel',
        actor: SYSTEM,
        why: way.why,
      })
      return moved.ok ? { mission: moved.value.mission, way } : undefined
    }
    const now = this.ctx.clock.now()
    const shown = (at: Date): string => `${dayOf(at, zone)} ${clockOf(at, zone)}`
    const said = why('wetMoved', {
      from: shown(row.startsAt),
      to: shown(way.startsAt),
      until: shown(new Date(wet.to)),
    })
    await addLogLine(tx, row.id, { at: now, status: 'planned', who: 'system', why: said })
    await this.ctx.audit(tx, {
      action: 'mission.move',
      subject: 'mission',
      subjectId: row.id,
      details: { why: englishText(said) },
    })
    const after = await updateMission(tx, row.id, {
      startsAt: way.startsAt,
      updatedAt: laterThan(row.updatedAt, now),
    })
    return { mission: missionOf(after), way }
  }

  private readonly lookOnce = async (): Promise<void> => {
    const zone = await readTimeZone(this.ctx.db)
    const now = this.ctx.clock.now()
    const [wet] = await wetTimes(this.ctx.db, zone, now)
    if (wet === undefined) return
    const catchUpDays = await readCatchUpDays(this.ctx.db)
    if (catchUpDays === 0) return
    const { features } = await this.course.read()
    const isRestricted = (row: MissionRow): boolean => {
      const target = targetFeature(features, targetOf(row))
      return target?.kind === 'zone' && target.properties.rainModeRestricted
    }
    // Missions that were planned first are rescheduled first.
    for (const row of await plannedWithin(this.ctx.db, new Date(now.getTime() + TOO_NEAR_MS), new Date(wet.to))) {
      if (this.closed) return
      if (!isRestricted(row)) continue
      const done = await this.ctx.db.transaction(tx => this.settle(tx, row, wet, catchUpDays, zone))
      if (done === undefined) continue
      const { mission, way } = done
      announceMission(this.ctx, mission)
      this.ctx.events.emit('notice', {
        level: way.kind === 'move' ? 'info' : 'warning',
        subject: 'mission',
        subjectId: mission.id,
        kind: way.kind === 'move' ? 'missionMovedForRain' : 'missionSkippedForRain',
        values: {
          mission: mission.title,
          ...(way.kind === 'move' ? { to: `${dayOf(way.startsAt, zone)} ${clockOf(way.startsAt, zone)}` } : {}),
          ...(way.kind === 'skip' ? { why: partOf(way.why) } : {}),
        },
      })
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
        await alone(this.ctx.db, 'rainReschedule', this.lookOnce)
      } while (this.again && !this.closed)
    })().finally(() => {
      this.looking = undefined
    })
    return this.looking
  }

  private lookSoon(): void {
    void this.look().catch((error: unknown) => this.ctx.log.warn({ err: error }, 'Could not reschedule wet work'))
  }

  private readonly tick = (): void => {
    this.lookSoon()
    this.timer = setTimeout(this.tick, LOOK_MS)
    this.timer.unref()
  }

  readonly start: RainReschedule['start'] = () => {
    this.unsubscribe.push(
      this.ctx.events.on('settingsChanged', ({ subject }) => (subject === 'map' ? this.look() : undefined)),
      this.ctx.events.on('weatherChanged', () => this.look()),
    )
    this.tick()
  }

  readonly close: RainReschedule['close'] = async () => {
    this.closed = true
    clearTimeout(this.timer)
    for (const off of this.unsubscribe.splice(0)) off()
    await this.looking?.catch(() => undefined)
  }
}

export const createRainReschedule = (ctx: Context, course: CurrentCourse): RainReschedule =>
  new RainRescheduler(ctx, course)
