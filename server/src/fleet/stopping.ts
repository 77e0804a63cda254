/** Stop, stop all, clear, cancel. The command goes first; what is written about it comes after and never holds it up. */

import type { CommandOutcome } from '@greensward/domain/contract'
import type { MowerConfig, Outcome, StopOutcome } from '@greensward/vehicle'
import { refuse } from '../http/refusal.ts'
import { type Actor, moveMission, nameOf } from '../missionLife/moveMission.ts'
import { answerWhy, partOf, stopWhy, why } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import { activeById, type Fleet, mowerName } from './fleetState.ts'
import { recordLine, recordMove } from './recordMove.ts'
import { outcomeOf } from './stopAnswer.ts'

/** Synchronous up to the bytes on the wire: nothing is awaited before the gateway has sent. */
const sendStop = (fleet: Fleet, mowerId: string, actor: Actor): Promise<StopOutcome> => {
  fleet.stopping.set(mowerId, actor)
  const answer = fleet.gateway.stop(mowerId)
  fleet.starting.get(mowerId)?.abort()
  return answer.finally(() => fleet.stopping.delete(mowerId))
}

/** What a stop means to the mission of its mower, and a line in the record. */
export const noteStop = (fleet: Fleet, mowerId: string, actor: Actor, stop: StopOutcome): void => {
  const active = fleet.active.get(mowerId)
  if (active !== undefined) {
    if (stop.acknowledged) {
      if (active.status !== 'stopped')
        recordMove(fleet, active, { event: 'stop', actor, why: why('stoppedBy', { who: nameOf(actor) }) })
    } else if (active.status === 'uploading')
      // The start is broken off in any case, and what was not started need not be waited for.
      recordMove(fleet, active, {
        event: 'stop',
        actor,
        why: why('startBrokenOffBy', { who: nameOf(actor), cause: partOf(stopWhy(stop)) }),
      })
    else recordLine(fleet, active, actor, why('stopAskedBy', { who: nameOf(actor), cause: partOf(stopWhy(stop)) }))
  }
  if (!stop.acknowledged && stop.reason !== 'neverHeard')
    fleet.ctx.events.emit('notice', {
      level: 'alarm',
      subject: 'mower',
      subjectId: mowerId,
      kind: 'stopNotConfirmed',
      values: { mower: mowerName(fleet, mowerId), reason: partOf(stopWhy(stop)) },
    })
  auditCommand(fleet, 'mower.stop', mowerId, actor, stop)
}

export const auditCommand = (fleet: Fleet, action: string, mowerId: string, actor: Actor, details: unknown): void => {
  const { ctx, journal } = fleet
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

export const stopMower = async (fleet: Fleet, mowerId: string, actor: Actor): Promise<CommandOutcome> => {
  if (!fleet.mowers.has(mowerId)) return refuse('notFound')
  const stop = await sendStop(fleet, mowerId, actor)
  noteStop(fleet, mowerId, actor, stop)
  return outcomeOf(stop)
}

/** A mower that another gateway holds and this one hears. @returns undefined where it is not heard, or did not acknowledge */
export const stopHeardMower = async (
  fleet: Fleet,
  config: MowerConfig,
  actor: Actor,
): Promise<CommandOutcome | undefined> => {
  const stop = await fleet.gateway.stopHeard(config)
  if (stop?.acknowledged !== true) return undefined
  fleet.stoppedFor.set(config.id, { actor, atMs: fleet.ctx.clock.monotonicMs() })
  auditCommand(fleet, 'mower.stop', config.id, actor, stop)
  return outcomeOf(stop)
}

/** A stop that reached no gateway: people have to know, and the record, too. */
export const noteUnreached = (fleet: Fleet, mowerId: string, actor: Actor, reason: string): void => {
  fleet.ctx.events.emit('notice', {
    level: 'alarm',
    subject: 'mower',
    subjectId: mowerId,
    kind: 'stopNotConfirmed',
    values: { mower: mowerName(fleet, mowerId), reason },
  })
  auditCommand(fleet, 'mower.stop', mowerId, actor, { acknowledged: false, reason })
}

const answerOf = (outcome: Outcome): CommandOutcome => ({
  outcome: outcome.outcome,
  reason: outcome.outcome === 'accepted' ? null : outcome.message,
  why: outcome.outcome === 'accepted' ? null : answerWhy(outcome),
  standingStill: null,
})

/** Stops, erases what is on board, and cancels the mission that the mower belonged to. */
export const clearMower = async (fleet: Fleet, mowerId: string, actor: Actor): Promise<CommandOutcome> => {
  if (!fleet.mowers.has(mowerId)) return refuse('notFound')
  const outcome = await sendClear(fleet, mowerId, actor)
  const active = fleet.active.get(mowerId)
  if (outcome.outcome === 'accepted' && active !== undefined)
    recordMove(fleet, active, { event: 'clear', actor, why: why('clearedBy', { who: nameOf(actor) }) })
  return answerOf(outcome)
}

/** A finished mission leaves its mower armed in HOLD; whoever changes its key or restarts its autopilot disarms it first. */
export const disarmMower = async (fleet: Fleet, mowerId: string, actor: Actor): Promise<CommandOutcome> => {
  if (!fleet.mowers.has(mowerId)) return refuse('notFound')
  if (fleet.starting.has(mowerId)) return refuse('startingAlready')
  const outcome = await fleet.gateway.disarm(mowerId)
  auditCommand(fleet, 'mower.disarm', mowerId, actor, outcome)
  return answerOf(outcome)
}

/** A person says which of two senders is the mower. What it does then is read from it; nothing is sent but heartbeats. */
export const acceptSender = async (fleet: Fleet, mowerId: string, actor: Actor): Promise<CommandOutcome> => {
  if (!fleet.mowers.has(mowerId)) return refuse('notFound')
  const outcome = await fleet.gateway.acceptSender(mowerId)
  auditCommand(fleet, 'mower.acceptSender', mowerId, actor, outcome)
  return answerOf(outcome)
}

const sendClear = async (fleet: Fleet, mowerId: string, actor: Actor): Promise<Outcome> => {
  fleet.stopping.set(mowerId, actor)
  const answer = fleet.gateway.clear(mowerId)
  fleet.starting.get(mowerId)?.abort()
  try {
    const outcome = await answer
    auditCommand(fleet, 'mower.clear', mowerId, actor, outcome)
    const active = fleet.active.get(mowerId)
    // It may hold without having erased: then the mission has stopped at least.
    if (
      outcome.outcome !== 'accepted' &&
      active !== undefined &&
      active.status !== 'stopped' &&
      standsInHold(fleet, mowerId)
    )
      recordMove(fleet, active, {
        event: 'stop',
        actor,
        why: why('notErased', { who: nameOf(actor), cause: partOf(answerWhy(outcome)) }),
      })
    return outcome
  } finally {
    fleet.stopping.delete(mowerId)
  }
}

const standsInHold = (fleet: Fleet, mowerId: string): boolean => fleet.gateway.state(mowerId)?.telemetry.mode === 'hold'

/**
 * Cancels a mission: a planned one in the record alone, an active one on its mower first.
 * @throws Refusal notFound, missionState
 */
export const cancelMission = async (fleet: Fleet, missionId: string, actor: Actor): Promise<CommandOutcome> => {
  const active = activeById(fleet, missionId)
  if (active !== undefined && fleet.ownership.holds(active.mowerId)) return cancelActive(fleet, active, actor)
  const moved = await moveMission(fleet.ctx, {
    missionId,
    event: 'cancel',
    actor,
    why: why('cancelledBy', { who: nameOf(actor) }),
  })
  if (moved.ok) return { outcome: 'accepted', reason: null, why: null, standingStill: null }
  return moved.error.kind === 'notFound'
    ? refuse('notFound')
    : refuse('missionState', {}, { details: moved.error.mission })
}

const cancelActive = async (fleet: Fleet, active: ActiveMission, actor: Actor): Promise<CommandOutcome> => {
  const wasStopped = active.status === 'stopped'
  const outcome = await sendClear(fleet, active.mowerId, actor)
  if (outcome.outcome === 'accepted') {
    recordMove(fleet, active, { event: 'clear', actor, why: why('cancelledBy', { who: nameOf(actor) }) })
    return answerOf(outcome)
  }
  // A stopped mission of a mower that is away would otherwise bind it for ever. Its next start sends a new one first.
  if (wasStopped)
    recordMove(fleet, active, {
      event: 'cancel',
      actor,
      why: why('cancelledNotErased', { who: nameOf(actor), cause: partOf(answerWhy(outcome)) }),
    })
  return answerOf(outcome)
}
