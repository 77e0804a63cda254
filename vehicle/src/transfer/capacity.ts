/**
 * How many items an autopilot can store: what it said itself when it refused more, else as much as its parameters put on
 * its card, else what ArduPilot Rover has without a card. It is never taken for granted: a refusal corrects it.
 */
import { answerWithin, type Conversation } from '../commands/conversation.ts'
import { readParameters } from '../commands/parameters.ts'
import type { StateStore } from '../state/stateStore.ts'

export interface StoreKind {
  /** Kilobytes of the card, in force from the next boot on. */
  readonly parameter: string
  /** Items without a card. */
  readonly own: number
  /** Items at most, even if the card holds more. */
  readonly most: number
}

export interface Capacity {
  /** Items that are worth a try. */
  read(signal: AbortSignal): Promise<number>
  /** The assumed capacity, without asking the vehicle. */
  readonly believed: number
  /**
   * The vehicle refused a mission of `items` items.
   * @returns how many to try instead; null when nothing speaks for fewer
   */
  refused(items: number, signal: AbortSignal): Promise<number | null>
  /** It may have booted with another store. */
  forget(): void
}

export const MISSION_STORE: StoreKind = { parameter: 'BRD_SD_MISSION', own: 655, most: 32_767 }
/** A vehicle counts the items of its fence in one byte. */
export const FENCE_STORE: StoreKind = { parameter: 'BRD_SD_FENCE', own: 84, most: 255 }

const BYTES_PER_ITEM = 15
const SAID = /^Only (\d+) items are supported$/
/** The text may come behind the refusal. */
const SAID_WITHIN_MS = 500

const onCard = ({ own, most }: StoreKind, kilobytes: number | undefined): number =>
  kilobytes === undefined || !(kilobytes > 0) ? own : Math.min(most, Math.floor((kilobytes * 1_024) / BYTES_PER_ITEM))

export const createCapacity = (kind: StoreKind, conversation: Conversation, store: StateStore): Capacity => {
  let learnt: number | null = null
  let said: { readonly items: number; readonly atMs: number } | null = null
  const { clock } = conversation
  conversation.listen(received => {
    const items = received.name === 'STATUSTEXT' ? SAID.exec(received.fields.text)?.[1] : undefined
    if (items !== undefined) said = { items: Number(items), atMs: clock.monotonicMs() }
  })
  const believed = (): number => learnt ?? onCard(kind, store.state.parameters.get(kind.parameter))

  return {
    get believed() {
      return believed()
    },
    read: async signal => {
      // An autopilot is silent about a parameter that it does not have: asked once, and then no more.
      if (learnt === null && !store.state.parameters.has(kind.parameter)) {
        await readParameters(conversation, [kind.parameter], signal)
      }
      return believed()
    },
    refused: async (items, signal) => {
      const sinceMs = clock.monotonicMs() - SAID_WITHIN_MS
      const saidNow = (): number | undefined => (said !== null && said.atMs >= sinceMs ? said.items : undefined)
      const said1 = saidNow() ?? (await answerWithin(conversation, SAID_WITHIN_MS, saidNow, signal))
      const fewer = said1 ?? kind.own
      if (fewer >= items || fewer <= 0) return null
      learnt = fewer
      return fewer
    },
    forget: () => {
      learnt = null
      store.apply({ kind: 'parameterForgotten', name: kind.parameter })
    },
  }
}
