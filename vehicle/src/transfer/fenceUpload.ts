/** A fence to the mower, within what it stores. */

import type { Conversation } from '../commands/conversation.ts'
import { accepted, type Outcome, rejected } from '../commands/outcome.ts'
import { readParameter, setParameter } from '../commands/parameters.ts'
import { MissionType } from '../mavlink/index.ts'
import type { MissionItem } from '../mission/missionItem.ts'
import type { StateReader } from '../state/sessionState.ts'
import type { Capacity } from './capacity.ts'
import { AVOID_ENABLE, AVOID_FENCE_BIT, FENCE_ENABLE, fenceParameters } from './fence.ts'
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

/** Switches the fence of a mower on, with all that it needs, each read back; off leaves the other settings. */
export const enableFence = async (
  conversation: Conversation,
  store: StateReader,
  on: boolean,
  signal: AbortSignal,
): Promise<Outcome> => {
  const set = (name: string, value: number) => setParameter(conversation, store, name, value, signal)
  if (!on) return set(FENCE_ENABLE, 0)
  const avoid = await readParameter(conversation, AVOID_ENABLE, signal)
  const wanted = avoid.ok ? avoid.value & ~AVOID_FENCE_BIT : 0
  // A mower built without avoidance has no such parameter, and none to switch off.
  const first: readonly (readonly [string, number])[] =
    avoid.ok && avoid.value !== wanted ? [[AVOID_ENABLE, wanted]] : []
  for (const [name, value] of [...first, ...fenceParameters]) {
    const outcome = await set(name, value)
    if (outcome.outcome !== 'accepted') return outcome
  }
  return accepted
}
