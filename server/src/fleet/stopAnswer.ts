/** What a person is answered who stopped a mower. */
import type { CommandOutcome } from '@greensward/domain/contract'
import type { StopOutcome } from '@greensward/vehicle'
import { stopWhy, why } from '../missionLife/why.ts'

export const UNREACHED = 'No gateway that holds this mower has answered. Use its own emergency stop.'

export const outcomeOf = (stop: StopOutcome): CommandOutcome => ({
  outcome: stop.acknowledged ? 'accepted' : stop.reason === 'refused' ? 'rejected' : 'noAnswer',
  reason: stop.acknowledged ? null : stop.message,
  why: stop.acknowledged ? null : stopWhy(stop),
  standingStill: stop.acknowledged ? stop.standingStill : null,
})

export const noAnswer = (reason: string): CommandOutcome => ({
  outcome: 'noAnswer',
  reason,
  why: why('answer', { reason: 'noAnswer', message: reason }),
  standingStill: null,
})
