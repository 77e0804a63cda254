/** A fence to the mower, within what it stores. */
import type { Capacity } from './capacity.ts'
import type { Conversation } from './conversation.ts'
import { MissionType } from './mavlink/index.ts'
import type { MissionItem } from './missionItem.ts'
import { type Outcome, rejected } from './outcome.ts'
import { uploadMission } from './transfer.ts'

const tooLarge = (items: number, most: number): Outcome =>
  rejected('fenceTooLarge', `The fence has ${items} corners and circles; the mower stores ${most}.`)

export const sendFence = async (
  conversation: Conversation,
  store: Capacity,
  items: readonly MissionItem[],
  signal: AbortSignal,
): Promise<Outcome> => {
  const most = items.length === 0 ? 0 : await store.read(signal)
  if (items.length > most) return tooLarge(items.length, most)
  const outcome = await uploadMission(conversation, items, { signal, missionType: MissionType.fence })
  if (outcome.outcome !== 'rejected' || outcome.reason !== 'tooManyItems') return outcome
  return tooLarge(items.length, (await store.refused(items.length, signal)) ?? 0)
}
