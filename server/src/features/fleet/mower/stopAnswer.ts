/** Applies the outcome of a stop to its mission, and answers the person who asked for it. */

import type { CommandOutcome } from '@greensward/contract'
import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { Outcome, StopOutcome } from '@greensward/vehicle'
import { type Actor, nameOf } from '../../../shared/missionLife/moveMission.ts'
import { answerWhy, partOf, stopWhy, why } from '../../../shared/missionLife/why.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import type { Happened } from '../mission/recordMove.ts'

export const UNREACHED = englishText(why('stopUnreached'))

export const outcomeOf = (stop: StopOutcome): CommandOutcome => ({
  outcome: stop.acknowledged ? 'accepted' : stop.reason === 'refused' ? 'rejected' : 'noAnswer',
  reason: stop.acknowledged ? null : stop.message,
  why: stop.acknowledged ? null : stopWhy(stop),
  standingStill: stop.acknowledged ? stop.standingStill : null,
})

const noAnswer = (cause: Said): CommandOutcome => ({
  outcome: 'noAnswer',
  reason: englishText(cause),
  why: cause,
  standingStill: null,
})

export const unreached = (): CommandOutcome => noAnswer(why('stopUnreached'))

/** An order that was forwarded and not answered: its outcome is unknown. */
export const orderUnanswered = (): CommandOutcome => noAnswer(why('orderUnanswered'))

/** A stop that the mower did not acknowledge. */
export type UnheardStop = Pick<StopOutcome, 'reason' | 'message'> & { readonly acknowledged: false }

/** Either the mission is stopped, or its log gets a line. */
type StopMeaning = { readonly kind: 'move'; readonly move: Happened } | { readonly kind: 'line'; readonly why: Said }

export const meaningOfStop = (
  { status }: Pick<ActiveMission, 'status'>,
  actor: Actor,
  stop: Pick<StopOutcome, 'acknowledged' | 'reason'>,
): StopMeaning | undefined => {
  const who = nameOf(actor)
  if (stop.acknowledged)
    return status === 'stopped'
      ? undefined
      : { kind: 'move', move: { event: 'stop', actor, why: why('stoppedBy', { who }) } }
  const cause = partOf(stopWhy(stop))
  // The start is broken off in any case, and what was not started need not be waited for.
  return status === 'uploading'
    ? { kind: 'move', move: { event: 'stop', actor, why: why('startBrokenOffBy', { who, cause }) } }
    : { kind: 'line', why: why('stopAskedBy', { who, cause }) }
}

/** A stopped mission of a mower that is away is cancelled all the same; it would otherwise bind the mower for ever. */
export type ClearOrder = 'clear' | 'cancel' | 'cancelStopped' | 'replace'

const CLEARED = { clear: 'clearedBy', cancel: 'cancelledBy', cancelStopped: 'cancelledBy' } as const

/** @param isHolding the mower holds, whether or not it has erased */
export const meaningOfClear = (
  { status }: Pick<ActiveMission, 'status'>,
  actor: Actor,
  order: ClearOrder,
  outcome: Outcome,
  isHolding: boolean,
): Happened | undefined => {
  const who = nameOf(actor)
  if (outcome.outcome === 'accepted')
    return { event: 'clear', actor, why: order === 'replace' ? why('driveReplaced') : why(CLEARED[order], { who }) }
  const cause = partOf(answerWhy(outcome))
  // Its next start sends a new mission first.
  if (order === 'cancelStopped' || order === 'replace')
    return { event: 'cancel', actor, why: why('cancelledNotErased', { who, cause }) }
  return isHolding && status !== 'stopped' ? { event: 'stop', actor, why: why('notErased', { who, cause }) } : undefined
}
