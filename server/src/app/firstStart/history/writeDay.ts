/** Writes a day of the demo's past by the functions that write a real one, each under the clock of its moment. */
import { randomUUID } from 'node:crypto'
import { addDays, type Day, momentOf, type Shift, type ShiftTask } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { baseGoal, driveRow } from '../../../features/fleet/commands/drives.ts'
import { extentOf } from '../../../features/fleet/mission/extent.ts'
import { driveOf } from '../../../features/fleet/mission/missionDrive.ts'
import { createProgressTracker } from '../../../features/fleet/mission/progressTracker.ts'
import { systemStop } from '../../../features/fleet/mower/mowerEvents.ts'
import { noticeOfEnd } from '../../../features/fleet/shifts/shiftEnd.ts'
import { insertShift, saveRelease } from '../../../features/fleet/shifts/shiftStore.ts'
import { createMission } from '../../../features/missions/planned.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Notice } from '../../../platform/events.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import type { Person } from '../../../shared/missionLife/changeMission.ts'
import { learnFromMission } from '../../../shared/missionLife/driveTimeStore.ts'
import { learnEnergy } from '../../../shared/missionLife/energyStore.ts'
import {
  addLogLine,
  insertMission,
  type MissionRow,
  readMission,
  type Stretch,
  saveProgress,
} from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, type Move, moveMissionIn, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
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

/** How often the path of a mission is stored, so that the minute of each cut is right. */
const STRETCH_MS = 60_000
const ROWS_AT_ONCE = 2_000
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
  private readonly day: Day
  private readonly plannedMs: number

  constructor(parts: PastParts, tx: Tx, day: Day) {
    this.parts = parts
    this.tx = tx
    this.day = day
    // Planned the evening before.
    this.plannedMs = momentOf(addDays(day, -1), 17, 40, parts.timeZone).getTime()
  }

  async write(works: WorkedDay['works']): Promise<void> {
    for (const [index, { life, day }] of works.entries()) {
      for (const [number, act] of day.acts.entries()) {
        const atMs = this.plannedMs + index * 60_000 + number * 500
        if (act.kind === 'mow') await this.mowed(life, act, atMs)
        else if (act.kind === 'home') await this.droveHome(life, act)
        else await this.cameToNothing(act, atMs)
      }
      const { uses, charges } = day
      if (uses.length + charges.length > 0) await learnEnergy(this.tx, life.mower.id, { uses, charges })
    }
    await this.shift(works)
    await writePositions(this.tx, works)
  }

  private async move(atMs: number, move: Omit<Move, 'actor'> & { readonly actor?: Actor }): Promise<void> {
    this.parts.clock.set(atMs)
    const moved = await moveMissionIn(this.tx, this.parts.ctx, { actor: SYSTEM, ...move })
    if (!moved.ok) throw new Error(`${move.event} was refused: ${moved.error.kind}`)
  }

  private async line(atMs: number, missionId: string, status: MissionRow['status'], said: Said): Promise<void> {
    await addLogLine(this.tx, missionId, { at: new Date(atMs), status, who: nameOf(SYSTEM), why: said })
  }

  private async plan({ job, missionId, plannedMs }: DrivenJob | NotDriven, atMs: number, byItself: boolean) {
    const { clock, ctx, keeper } = this.parts
    clock.set(atMs)
    const startsAt = new Date(plannedMs).toISOString()
    const request = { ...job.request, startsAt, startsByItself: byItself }
    await createMission(ctx, this.tx, request, job.planned, keeper, { id: missionId })
  }

  private async start(
    life: MowerLife,
    { missionId, startMs, approach }: DrivenJob | DrivenHome,
    plan: DrivenHome['drive']['plan'],
  ) {
    const askedMs = startMs - CHECKED_S * 1_000
    const started = why('shiftStarts', { shift: SHIFT_NAME, who: this.parts.keeper.fullname })
    await this.move(askedMs, { missionId, event: 'start', why: started })
    const { items } = driveOf(plan, life.mower, approach)
    await this.line(askedMs + 4_000, missionId, 'uploading', why('sent', { items: items.length }))
    await this.line(askedMs + 5_000, missionId, 'uploading', why('segmentsSafe'))
    await this.move(startMs, { missionId, event: 'uploaded', why: why('drives'), fromSeq: 0 })
    return items.length
  }

  /** The progress as a tracker measures it, with the path in pieces of a minute. */
  private async progress(
    act: DrivenJob | DrivenHome,
    plan: DrivenHome['drive']['plan'],
    itemCount: number,
  ): Promise<void> {
    const { missionId, track, approach } = act
    const row = await readMission(this.tx, missionId)
    if (row === undefined) throw new Error('The mission is gone')
    const tracker = createProgressTracker(await extentOf(this.parts, row, plan, null))
    const stretches: Stretch[] = []
    let keptMs = act.startMs
    for (const { atMs, position, bladeOn } of track) {
      tracker.note(position, bladeOn)
      if (atMs - keptMs < STRETCH_MS) continue
      keptMs = atMs
      stretches.push(...tracker.takeStretches(new Date(atMs)))
    }
    stretches.push(...tracker.takeStretches(new Date(act.endMs)))
    await saveProgress(this.tx, {
      missionId,
      part: 0,
      approach,
      from: { leg: 0, point: 0 },
      leftAt: track.at(-1)?.position ?? null,
      seq: itemCount - 1,
      itemCount,
      mown: tracker.packed(),
      progress: act.kind === 'home' ? 1 : tracker.share,
      stretches,
      at: new Date(act.endMs),
    })
  }

  private async mowed(life: MowerLife, act: DrivenJob, atMs: number): Promise<void> {
    const { missionId, job, endMs, approach, incident, pause } = act
    const { plan } = job.planned
    const who = { user: this.parts.keeper }
    await this.plan(act, atMs, false)
    await this.line(atMs + 60_000, missionId, 'planned', why('putInShift', { shift: SHIFT_NAME }))
    const itemCount = await this.start(life, act, plan)
    if (pause !== undefined) {
      const cause = systemStop('rtkLost')
      await this.move(pause.fromMs, { missionId, event: 'held', why: cause })
      this.notifyOfMission(pause.fromMs, act, 'missionStopped', { reason: partOf(cause), mower: life.mower.name })
      await this.move(pause.toMs - 8_000, { missionId, event: 'resume', actor: who, why: why('resumeAsked') })
      await this.move(pause.toMs, { missionId, event: 'resumed', actor: who, why: why('drives'), fromSeq: 1 })
    }
    await this.progress(act, plan, itemCount)
    if (incident?.kind === 'givenUp') {
      const { fullname } = this.parts.keeper
      await this.move(endMs, { missionId, event: 'stop', actor: who, why: why('stoppedBy', { who: fullname }) })
      await this.move(endMs + 40_000, {
        missionId,
        event: 'clear',
        actor: who,
        why: why('clearedBy', { who: fullname }),
      })
      return
    }
    await this.move(endMs, { missionId, event: 'finished', why: why('lastItem') })
    await learnFromMission(this.tx, { missionId, mowerId: life.mower.id, plan, approach })
  }

  private async droveHome(life: MowerLife, act: DrivenHome): Promise<void> {
    const { base, drive, startMs, endMs, missionId } = act
    const atMs = startMs - (CHECKED_S + 1) * 1_000
    const row = { ...driveRow(life.mower, baseGoal(base), drive, SYSTEM, new Date(atMs)), id: missionId }
    await insertMission(this.tx, row, drive)
    await this.line(atMs, missionId, 'planned', why('planned'))
    const itemCount = await this.start(life, act, drive.plan)
    await this.progress(act, drive.plan, itemCount)
    await this.move(endMs, { missionId, event: 'finished', why: why('lastItem') })
  }

  private async cameToNothing(act: NotDriven, atMs: number): Promise<void> {
    const { missionId, plannedMs, incident } = act
    await this.plan(act, atMs, incident.kind === 'missed')
    if (incident.kind === 'missed') {
      const cause = why('nobodyLooked')
      const seenMs = plannedMs + 47 * 60_000
      await this.move(seenMs, { missionId, event: 'miss', why: cause })
      this.notifyOfMission(seenMs, act, 'missionMissed', { reason: partOf(cause) })
      return
    }
    const { fullname } = this.parts.keeper
    const cause = why('cancelledBy', { who: fullname })
    await this.move(plannedMs - 50 * 60_000, {
      missionId,
      event: 'cancel',
      actor: { user: this.parts.keeper },
      why: cause,
    })
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

/** By the writers of the recorder. */
const writePositions = async (tx: Tx, works: WorkedDay['works']): Promise<void> => {
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
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insertPositions(tx, rows.slice(from, from + ROWS_AT_ONCE))
  for (let from = 0; from < chunks.length; from += ROWS_AT_ONCE)
    await insertChunks(tx, chunks.slice(from, from + ROWS_AT_ONCE))
}

/** All of a day or nothing of it. */
export const writeDay = (parts: PastParts, tx: Tx, { day, works }: WorkedDay): Promise<void> =>
  new DayWriter(parts, tx, day).write(works)
