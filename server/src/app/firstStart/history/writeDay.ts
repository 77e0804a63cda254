/** Writes a day of the demo's past by the functions that write a real one, each under the clock of its moment. */
import { randomUUID } from 'node:crypto'
import {
  addDays,
  type Blade,
  type CourseMap,
  type Day,
  momentOf,
  type Shift,
  type ShiftTask,
  type ZoneType,
} from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { baseGoal, driveRow } from '../../../features/fleet/commands/drives.ts'
import { extentOn } from '../../../features/fleet/mission/extent.ts'
import { driveOf } from '../../../features/fleet/mission/missionDrive.ts'
import { createProgressTracker } from '../../../features/fleet/mission/progressTracker.ts'
import { systemStop } from '../../../features/fleet/mower/mowerEvents.ts'
import { noticeOfEnd } from '../../../features/fleet/shifts/shiftEnd.ts'
import { insertShift, saveRelease } from '../../../features/fleet/shifts/shiftStore.ts'
import { recordOfCreation } from '../../../features/missions/planned.ts'
import type { Context } from '../../../platform/context.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { Notice } from '../../../platform/events.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import type { Person } from '../../../shared/missionLife/changeMission.ts'
import { type Lesson, learnDriveTimes } from '../../../shared/missionLife/driveTimeStore.ts'
import { learnEnergy } from '../../../shared/missionLife/energyStore.ts'
import { readBlades, readZoneTypes } from '../../../shared/missionLife/machinesStore.ts'
import { MissionRecords } from '../../../shared/missionLife/missionRecordsStore.ts'
import type { MissionRow, Stretch } from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, type Move, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import { OpenChunks } from '../../../shared/recording/openChunks.ts'
import {
  type ChunkRow,
  insertChunks,
  insertPositions,
  type PositionRow,
} from '../../../shared/recording/telemetryStore.ts'
import type { Act, DrivenHome, DrivenJob, MowerDay, MowerLife, NotDriven } from './mowerDay.ts'

/** A clock that shows what it is set to. */
interface PastClock {
  now(): Date
  monotonicMs(): number
  set(ms: number): void
}

export const pastClock = (): PastClock => {
  let ms = 0
  return {
    now: () => new Date(ms),
    monotonicMs: () => ms,
    set: to => {
      ms = to
    },
  }
}

export interface PastParts {
  readonly ctx: Context
  readonly clock: PastClock
  readonly course: CurrentCourse
  /** Who plans and releases. */
  readonly keeper: Person
  readonly timeZone: string
  /** Collects what people are notified of. */
  readonly notify: (atMs: number, notice: Notice) => void
}

export interface WorkedDay {
  readonly day: Day
  readonly works: readonly { readonly life: MowerLife; readonly day: MowerDay }[]
}

/** By which the progress of a mission is measured. */
interface WorkFacts {
  readonly map: CourseMap
  readonly zoneTypes: readonly ZoneType[]
  readonly blades: readonly Blade[]
}

/** How often the path of a mission is stored, so that the minute of each cut is right. */
const STRETCH_MS = 60_000
/** Seconds from the request of a start to the drive. */
const CHECKED_S = 9
/** The keeper releases a day before its first mission. */
const RELEASED_BEFORE_MS = 10 * 60_000
export const SHIFT_NAME = 'Day shift'

const taskOf = (act: Act): ShiftTask[] => {
  if (act.kind === 'not') return []
  const times = {
    id: randomUUID(),
    mayResume: false,
    startedAt: new Date(act.startMs).toISOString(),
    endedAt: new Date(act.endMs).toISOString(),
  }
  if (act.kind === 'home')
    return [{ ...times, kind: 'returnToBase', state: 'done', why: null, missionId: act.missionId }]
  const isGivenUp = act.incident?.kind === 'givenUp'
  return [{ ...times, kind: 'mow', state: isGivenUp ? 'failed' : 'done', why: null, missionId: act.missionId }]
}

class DayWriter {
  private readonly parts: PastParts
  private readonly tx: Tx
  private readonly facts: WorkFacts
  private readonly day: Day
  private readonly plannedMs: number
  private readonly records = new MissionRecords()
  private readonly lessons = new Map<string, Lesson[]>()

  constructor(parts: PastParts, tx: Tx, facts: WorkFacts, day: Day) {
    this.parts = parts
    this.tx = tx
    this.facts = facts
    this.day = day
    // Planned the evening before.
    this.plannedMs = momentOf(addDays(day, -1), 17, 40, parts.timeZone).getTime()
  }

  async write(works: WorkedDay['works']): Promise<void> {
    for (const [index, { life, day }] of works.entries()) {
      for (const [number, act] of day.acts.entries()) {
        const atMs = this.plannedMs + index * 60_000 + number * 500
        if (act.kind === 'mow') this.mowed(life, act, atMs)
        else if (act.kind === 'home') this.droveHome(life, act)
        else this.cameToNothing(act, atMs)
      }
      await learnDriveTimes(this.tx, life.mower.id, this.lessons.get(life.mower.id) ?? [])
      const { uses, charges } = day
      if (uses.length + charges.length > 0) await learnEnergy(this.tx, life.mower.id, { uses, charges })
    }
    await this.records.write(this.tx)
    await this.shift(works)
  }

  private move(atMs: number, missionId: string, move: Omit<Move, 'missionId' | 'actor'> & { readonly actor?: Actor }) {
    this.records.move(missionId, { actor: SYSTEM, ...move }, new Date(atMs))
  }

  private line(atMs: number, missionId: string, status: MissionRow['status'], said: Said): void {
    this.records.line(missionId, { at: new Date(atMs), status, who: nameOf(SYSTEM), why: said })
  }

  private plan({ job, missionId, plannedMs }: DrivenJob | NotDriven, atMs: number, byItself: boolean): void {
    const startsAt = new Date(plannedMs).toISOString()
    const request = { ...job.request, startsAt, startsByItself: byItself }
    const at = new Date(atMs)
    const { row, line, audit } = recordOfCreation(request, job.planned, this.parts.keeper, at, { id: missionId })
    this.records.add(row, job.planned)
    this.records.line(missionId, line)
    this.records.audit(at, audit)
  }

  private start(
    life: MowerLife,
    { missionId, startMs, approach }: DrivenJob | DrivenHome,
    plan: DrivenHome['drive']['plan'],
  ): number {
    const askedMs = startMs - CHECKED_S * 1_000
    const started = why('shiftStarts', { shift: SHIFT_NAME, who: this.parts.keeper.fullname })
    this.move(askedMs, missionId, { event: 'start', why: started })
    const { items } = driveOf(plan, life.mower, approach)
    this.line(askedMs + 4_000, missionId, 'uploading', why('sent', { items: items.length }))
    this.line(askedMs + 5_000, missionId, 'uploading', why('segmentsSafe'))
    this.move(startMs, missionId, { event: 'uploaded', why: why('drives'), fromSeq: 0 })
    return items.length
  }

  /** The progress as a tracker measures it, with the path in pieces of a minute. @returns the path */
  private progress(
    act: DrivenJob | DrivenHome,
    plan: DrivenHome['drive']['plan'],
    itemCount: number,
  ): readonly Stretch[] {
    const { missionId, track, approach } = act
    const { map, zoneTypes, blades } = this.facts
    const row = this.records.rowOf(missionId)
    const blade = blades.find(({ id }) => id === row.bladeId)
    const extent = extentOn({ map, zoneTypes, blade, now: row.updatedAt }, row, plan, null)
    const tracker = createProgressTracker(extent)
    const stretches: Stretch[] = []
    let keptMs = act.startMs
    for (const { atMs, position, bladeOn } of track) {
      tracker.note(position, bladeOn)
      if (atMs - keptMs < STRETCH_MS) continue
      keptMs = atMs
      stretches.push(...tracker.takeStretches(new Date(atMs)))
    }
    stretches.push(...tracker.takeStretches(new Date(act.endMs)))
    this.records.saveProgress({
      missionId,
      part: 0,
      approach,
      from: { leg: 0, point: 0 },
      leftAt: track.at(-1)?.position ?? null,
      seq: itemCount - 1,
      itemCount,
      mown: tracker.packed(),
      progress: act.kind === 'home' ? 1 : tracker.share,
      cutM2: tracker.cutM2,
      stretches,
      at: new Date(act.endMs),
    })
    return stretches
  }

  private mowed(life: MowerLife, act: DrivenJob, atMs: number): void {
    const { missionId, job, endMs, approach, incident, pause } = act
    const { plan } = job.planned
    const who = { user: this.parts.keeper }
    this.plan(act, atMs, false)
    this.line(atMs + 60_000, missionId, 'planned', why('putInShift', { shift: SHIFT_NAME }))
    const itemCount = this.start(life, act, plan)
    if (pause !== undefined) {
      const cause = systemStop('rtkLost')
      this.move(pause.fromMs, missionId, { event: 'held', why: cause })
      this.notifyOfMission(pause.fromMs, act, 'missionStopped', { reason: partOf(cause), mower: life.mower.name })
      this.move(pause.toMs - 8_000, missionId, { event: 'resume', actor: who, why: why('resumeAsked') })
      this.move(pause.toMs, missionId, { event: 'resumed', actor: who, why: why('drives'), fromSeq: 1 })
    }
    const stretches = this.progress(act, plan, itemCount)
    if (incident?.kind === 'givenUp') {
      const { fullname } = this.parts.keeper
      this.move(endMs, missionId, { event: 'stop', actor: who, why: why('stoppedBy', { who: fullname }) })
      this.move(endMs + 40_000, missionId, { event: 'clear', actor: who, why: why('clearedBy', { who: fullname }) })
      return
    }
    this.move(endMs, missionId, { event: 'finished', why: why('lastItem') })
    const runs = this.records.runsOf(missionId)
    const drivenMs = runs.reduce((sum, { startedAt, endedAt }) => sum + Number(endedAt) - Number(startedAt), 0)
    const lesson = { plan, approach, start: stretches[0]?.points[0], drivenS: drivenMs / 1_000, runs: runs.length }
    this.lessons.set(life.mower.id, [...(this.lessons.get(life.mower.id) ?? []), lesson])
  }

  private droveHome(life: MowerLife, act: DrivenHome): void {
    const { base, drive, startMs, endMs, missionId } = act
    const atMs = startMs - (CHECKED_S + 1) * 1_000
    const row = { ...driveRow(life.mower, baseGoal(base), drive, SYSTEM, new Date(atMs)), id: missionId }
    this.records.add(row, drive)
    this.line(atMs, missionId, 'planned', why('planned'))
    const itemCount = this.start(life, act, drive.plan)
    this.progress(act, drive.plan, itemCount)
    this.move(endMs, missionId, { event: 'finished', why: why('lastItem') })
  }

  private cameToNothing(act: NotDriven, atMs: number): void {
    const { missionId, plannedMs, incident } = act
    this.plan(act, atMs, incident.kind === 'missed')
    if (incident.kind === 'missed') {
      const cause = why('nobodyLooked')
      const seenMs = plannedMs + 47 * 60_000
      this.move(seenMs, missionId, { event: 'miss', why: cause })
      this.notifyOfMission(seenMs, act, 'missionMissed', { reason: partOf(cause) })
      return
    }
    const { fullname } = this.parts.keeper
    const cause = why('cancelledBy', { who: fullname })
    const actor = { user: this.parts.keeper }
    this.move(plannedMs - 50 * 60_000, missionId, { event: 'cancel', actor, why: cause })
  }

  private notifyOfMission(
    atMs: number,
    { missionId, job }: DrivenJob | NotDriven,
    kind: string,
    values: Notice['values'],
  ): void {
    this.parts.notify(atMs, {
      level: 'warning',
      subject: 'mission',
      subjectId: missionId,
      kind,
      values: { mission: job.request.title, ...values },
    })
  }

  /** The shift of the day, released and ended. */
  private async shift(works: WorkedDay['works']): Promise<void> {
    const routes: Shift['routes'] = works.flatMap(({ life, day }) => {
      const tasks = day.acts.flatMap(taskOf)
      return tasks.length === 0 ? [] : [{ mowerId: life.mower.id, state: 'done' as const, pause: null, tasks }]
    })
    if (routes.length === 0) return
    const ends = routes.flatMap(({ tasks }) => tasks.map(({ endedAt }) => Date.parse(endedAt ?? '')))
    const from = momentOf(this.day, 4, 30, this.parts.timeZone)
    const made = {
      id: randomUUID(),
      day: this.day,
      name: SHIFT_NAME,
      from: from.toISOString(),
      until: new Date(Math.max(...ends)).toISOString(),
      routes,
      createdBy: this.parts.keeper.fullname,
    }
    await insertShift(this.tx, made, this.parts.keeper, new Date(this.plannedMs))
    const releasedAt = new Date(from.getTime() - RELEASED_BEFORE_MS)
    const release = {
      by: this.parts.keeper.fullname,
      at: releasedAt.toISOString(),
      until: made.until,
      mowerIds: routes.map(({ mowerId }) => mowerId),
      zoneIds: works.flatMap(({ day }) => day.acts.flatMap(act => (act.kind === 'mow' ? [act.job.job.featureId] : []))),
    }
    // Its routes have ended, so nothing of it is live.
    await saveRelease(this.tx, made.id, release, releasedAt)
    const notice = noticeOfEnd(made)
    if (notice !== undefined) this.parts.notify(Math.max(...ends), notice)
  }
}

/** By the writers of the recorder. What is recorded already, before a crash, stays as it is. */
export const recordPositions = async (db: Database, { works }: WorkedDay): Promise<void> => {
  const chunks: ChunkRow[] = []
  const open = new OpenChunks(({ row }) => chunks.push(row))
  const rows: PositionRow[] = []
  for (const { life, day } of works)
    for (const sample of day.samples) {
      const { position, ...rest } = sample.telemetry
      const [lon, lat] = position
      const vehicleId = life.mower.id
      rows.push({ ...rest, at: new Date(sample.atMs), vehicleId, lon, lat, missionId: sample.missionId })
      open.add(vehicleId, sample)
    }
  open.closeOld(Number.POSITIVE_INFINITY)
  await db.transaction(async tx => {
    await insertPositions(tx, rows)
    await insertChunks(tx, chunks)
  })
}

/** All of a day but its positions, or nothing of it. @param recorded until then nothing is committed */
export const writeDay = async (
  parts: PastParts,
  { day, works }: WorkedDay,
  recorded: Promise<unknown>,
): Promise<void> =>
  parts.ctx.db.transaction(async tx => {
    const facts = { map: await parts.course.read(), zoneTypes: await readZoneTypes(tx), blades: await readBlades(tx) }
    await new DayWriter(parts, tx, facts, day).write(works)
    await recorded
  })
