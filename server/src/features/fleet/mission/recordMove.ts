/** Changes of a mission that its mower made: in memory at once, in the database as soon as it can. */

import { type AuditAction, isActive, type MissionEvent, missionTransition } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import type { Journal } from '../../../platform/db/journal.ts'
import type { Notice } from '../../../platform/events.ts'
import { learnFromMission } from '../../../shared/missionLife/driveTimeStore.ts'
import { endRefuelling } from '../../../shared/missionLife/energyStore.ts'
import { type DriveEntry, saveProgress } from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, announceMission, moveMissionIn, noteInLog } from '../../../shared/missionLife/moveMission.ts'
import { partOf } from '../../../shared/missionLife/why.ts'
import type { Garage } from '../garage.ts'
import type { RouteInterruptions } from '../shifts/routeInterruptions.ts'
import type { ActiveMission, OwnMission } from './activeMission.ts'

export interface RecordParts {
  readonly ctx: Context
  readonly journal: Journal
  readonly garage: Garage
  readonly interruptions: RouteInterruptions
}

export interface Happened {
  readonly event: MissionEvent
  readonly actor: Actor
  readonly why: Said
  readonly fromSeq?: number
}

const NOTICES: Partial<Record<MissionEvent, Pick<Notice, 'kind' | 'level'>>> = {
  uploaded: { kind: 'missionStarted', level: 'info' },
  resumed: { kind: 'missionResumed', level: 'info' },
  held: { kind: 'missionStopped', level: 'warning' },
  finished: { kind: 'missionDone', level: 'info' },
  refused: { kind: 'missionNotStarted', level: 'warning' },
  fail: { kind: 'missionFailed', level: 'warning' },
}

/**
 * Moves an active mission by the domain's table. What the table does not know is left out and logged, since two
 * reports of one stop are not an error.
 * @returns whether the table took it
 */
export const recordMove = (parts: RecordParts, active: OwnMission, happened: Happened): boolean => {
  const { ctx, journal, interruptions } = parts
  const { event, actor, why, fromSeq } = happened
  const transition = missionTransition(active.status, event)
  if (transition === undefined) {
    ctx.log.info({ missionId: active.id, status: active.status, event }, 'Ignored an event that changes nothing')
    return false
  }
  // A shift does not continue by itself after any hold.
  if (event === 'held') interruptions.note(active.mowerId, { kind: 'missionStopped', why, actor })
  // Where the end was not seen, as after a restart, it is unknown how long the drive took.
  const sawEnd = event === 'finished' && !active.isUnconfirmed
  // Of one without mowing most is starting and stopping: nothing that a mission's rows would take longer by.
  const isLesson = sawEnd && active.target.kind !== 'drive'
  const hadStarted = active.status === 'working' || active.status === 'stopped'
  const isOver = !isActive(transition.to) && transition.to !== 'interrupted'
  const hasWorked = active.target.kind !== 'drive' && hadStarted && isOver
  active.status = transition.to
  active.isUnconfirmed = false
  // A drive between a stop and a resume does not belong to this mission.
  if (transition.to !== 'working') active.progress.interrupt()
  const at = ctx.clock.now()
  const progress = takeProgress(active, at)
  const drive = { mowerId: active.mowerId, plan: active.plan, approach: active.approach }
  void journal.enter(active.id, `mission ${event}`, async () => {
    const { result: moved, learned } = await ctx.db.transaction(async tx => {
      await saveProgress(tx, progress)
      const result = await moveMissionIn(tx, ctx, {
        missionId: active.id,
        event,
        actor,
        why,
        ...(fromSeq === undefined ? {} : { fromSeq }),
      })
      const learned = result.ok && isLesson && (await learnFromMission(tx, { missionId: active.id, ...drive }))
      const isUsedUp = result.ok && hasWorked && (await endRefuelling(tx, active.mowerId))
      return { result, learned: learned || isUsedUp }
    })
    if (learned) {
      ctx.live.publish('garage', 'changed', { subject: 'mowers' })
      ctx.events.emit('garageChanged', { subject: 'mowers' })
    }
    if (moved.ok) announceMission(ctx, moved.value.mission)
    else
      ctx.log.warn({ missionId: active.id, event, refusal: moved.error.kind }, 'Could not record an event of a mission')
  })
  if (transition.effects.includes('notify')) notify(parts, active, event, why)
  return true
}

const notify = (
  { ctx, garage }: Pick<RecordParts, 'ctx' | 'garage'>,
  active: ActiveMission,
  event: MissionEvent,
  why: Said,
): void => {
  const notice = NOTICES[event]
  if (notice === undefined) return
  // A shift starts dozens a day: of what goes well the map and the day board say enough, and people are notified of its end.
  if (notice.level === 'info' && active.target.kind === 'drive') return
  const isForPrograms = notice.level === 'info' && active.isOfShift === true
  ctx.events.emit('notice', {
    ...notice,
    subject: 'mission',
    subjectId: active.id,
    values: { mission: active.title, mower: garage.nameOf(active.mowerId), reason: partOf(why) },
    ...(isForPrograms ? { isForPrograms } : {}),
  })
}

/** The drive of a mission and how far it has got, for the database. */
export const driveEntryOf = (active: ActiveMission, at: Date): DriveEntry => ({
  missionId: active.id,
  // A plan is one mission, however long; the column is from when it was sent in parts.
  part: 0,
  approach: active.approach,
  from: active.from,
  leftAt: active.leftAt,
  seq: active.seq,
  itemCount: active.drive.items.length,
  mown: active.progress.packed(),
  at,
})

const takeProgress = (active: ActiveMission, at: Date) => ({
  ...driveEntryOf(active, at),
  progress: active.progress.share,
  cutM2: active.progress.cutM2,
  stretches: active.progress.takeStretches(at),
})

/** Writes how far a mission has got; called every few seconds while it works. */
export const recordProgress = ({ ctx, journal }: Pick<RecordParts, 'ctx' | 'journal'>, active: ActiveMission): void => {
  const progress = takeProgress(active, ctx.clock.now())
  void journal.enter(active.id, 'progress', () => ctx.db.transaction(tx => saveProgress(tx, progress)))
}

/** A line in the log of the mission that changes no status. */
export const recordLine = (
  { ctx, journal }: Pick<RecordParts, 'ctx' | 'journal'>,
  active: ActiveMission,
  actor: Actor,
  why: Said,
): void => {
  void journal.enter(active.id, 'log line', () => noteInLog(ctx, active.id, actor, why))
}

/** A line in the audit log about a command to a mower; it never holds the command up. */
export const auditCommand = (
  { ctx, journal }: Pick<RecordParts, 'ctx' | 'journal'>,
  action: AuditAction,
  mowerId: string,
  actor: Actor,
  details: unknown,
): void => {
  void journal.enter(`mower ${mowerId}`, action, () =>
    ctx.audit(ctx.db, {
      ...(actor.user === undefined ? {} : { user: actor.user }),
      action,
      subject: 'mower',
      subjectId: mowerId,
      details,
    }),
  )
}
