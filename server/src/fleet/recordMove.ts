/** Changes of a mission that happened on the ground: in memory at once, in the database as soon as it can. */
import { type MissionEvent, type MissionWhy, missionTransition } from '@greensward/domain'
import type { Notice } from '../events.ts'
import { saveProgress } from '../missionLife/missionsStore.ts'
import { type Actor, announceMission, moveMissionIn, noteInLog } from '../missionLife/moveMission.ts'
import { partOf } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import { type Fleet, mowerName, release } from './fleetState.ts'

export interface Happened {
  readonly event: MissionEvent
  readonly actor: Actor
  readonly why: MissionWhy
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

const ENDS: readonly string[] = ['done', 'failed', 'cancelled', 'missed']

/**
 * Moves an active mission by the domain's table. What the table does not know is left out and logged, since two
 * reports of one stop are no error.
 * @returns whether the table took it
 */
export const recordMove = (fleet: Fleet, active: ActiveMission, happened: Happened): boolean => {
  const { ctx, journal } = fleet
  const { event, actor, why, fromSeq } = happened
  const transition = missionTransition(active.status, event)
  if (transition === undefined) {
    ctx.log.info({ missionId: active.id, status: active.status, event }, 'An event that changes nothing')
    return false
  }
  active.status = transition.to
  active.isUnconfirmed = false
  // What happens between a stop and a resume is no driving of this mission.
  if (transition.to !== 'working') active.progress.interrupt()
  const at = ctx.clock.now()
  const progress = takeProgress(active, at)
  void journal.enter(active.id, `mission ${event}`, async () => {
    const moved = await ctx.db.transaction(async tx => {
      await saveProgress(tx, progress)
      return moveMissionIn(tx, ctx, {
        missionId: active.id,
        event,
        actor,
        why,
        ...(fromSeq === undefined ? {} : { fromSeq }),
      })
    })
    if (moved.ok) announceMission(ctx, moved.value.mission)
    else ctx.log.warn({ missionId: active.id, event, refusal: moved.error.kind }, 'The record of a mission differs')
  })
  if (transition.effects.includes('notify')) tell(fleet, active, event, why)
  if (active.status === 'planned' || ENDS.includes(active.status)) release(fleet, active)
  return true
}

const tell = (fleet: Fleet, active: ActiveMission, event: MissionEvent, why: MissionWhy): void => {
  const notice = NOTICES[event]
  if (notice === undefined) return
  fleet.ctx.events.emit('notice', {
    ...notice,
    subject: 'mission',
    subjectId: active.id,
    values: { mission: active.title, mower: mowerName(fleet, active.mowerId), reason: partOf(why) },
  })
}

const takeProgress = (active: ActiveMission, at: Date) => ({
  missionId: active.id,
  // A plan is one mission, however long; the column is from when it was sent in parts.
  part: 0,
  approach: active.approach,
  from: active.from,
  leftAt: active.leftAt,
  seq: active.seq,
  itemCount: active.drive.items.length,
  mown: active.progress.packed(),
  progress: active.progress.share,
  stretches: active.progress.takeStretches(at),
  at,
})

/** Writes how far a mission has got; called every few seconds while it works. */
export const recordProgress = (fleet: Fleet, active: ActiveMission): void => {
  const progress = takeProgress(active, fleet.ctx.clock.now())
  void fleet.journal.enter(active.id, 'progress', () => fleet.ctx.db.transaction(tx => saveProgress(tx, progress)))
}

/** A line in the log of the mission that changes no status. */
export const recordLine = (fleet: Fleet, active: ActiveMission, actor: Actor, why: MissionWhy): void => {
  void fleet.journal.enter(active.id, 'log line', () => noteInLog(fleet.ctx, active.id, actor, why))
}
