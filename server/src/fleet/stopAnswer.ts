/** What a person is answered who stopped a mower. */
import type { MissionWhy } from '@greensward/domain'
import type { CommandOutcome } from '@greensward/domain/contract'
import type { StopOutcome } from '@greensward/vehicle'
import { englishWhy, stopWhy, why } from '../missionLife/why.ts'

export const UNREACHED = englishWhy(why('stopUnreached'))

export const outcomeOf = (stop: StopOutcome): CommandOutcome => ({
  outcome: stop.acknowledged ? 'accepted' : stop.reason === 'refused' ? 'rejected' : 'noAnswer',
  reason: stop.acknowledged ? null : stop.message,
  why: stop.acknowledged ? null : stopWhy(stop),
  standingStill: stop.acknowledged ? stop.standingStill : null,
})

const noAnswer = (cause: MissionWhy): CommandOutcome => ({
  outcome: 'noAnswer',
  reason: englishWhy(cause),
  why: cause,
  standingStill: null,
})

export const unreached = (): CommandOutcome => noAnswer(why('stopUnreached'))

/** An order that was passed on and not answered: nobody knows whether it was carried out. */
export const orderUnanswered = (): CommandOutcome => noAnswer(why('orderUnanswered'))
