/** The mission on board as the product counts it, whether the mower holds all of it or one of its parts. */
import { ok, type Result } from '@greensward/domain'
import type { Conversation } from '../commands/conversation.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from '../commands/outcome.ts'
import type { StateStore } from '../state/stateStore.ts'
import type { Capacity } from '../transfer/capacity.ts'
import { downloadMission, type TransferOptions, uploadMission } from '../transfer/transfer.ts'
import { type Blade, firstDifference, type MissionItem } from './missionItem.ts'
import { type MissionPart, nextOf, partsOf, recognise, seqOf, slotOf } from './missionParts.ts'

export interface OnBoardMission {
  /** Any number of items: all of them, or the first part. The mower must not be driving. */
  upload(items: readonly MissionItem[], options: TransferOptions): Promise<Outcome>
  /** Reads the mission on board; if it is a part of the known mission, returns the whole of it. */
  download(signal: AbortSignal): Promise<Result<readonly MissionItem[], Rejection>>
  /** Makes `items` the known mission when they, or a part of them, are what is on board. */
  adopt(items: readonly MissionItem[], signal: AbortSignal): Promise<Outcome>
  /** Uploads the part that holds `seq`, if it is not on board; the mower must not be driving. */
  bringOnBoard(seq: number, signal: AbortSignal): Promise<Outcome>
  /** The known mission, read first where it was not read since a restart. */
  known(signal: AbortSignal): Promise<readonly MissionItem[] | Outcome>
  /** The waypoint that the next part begins with; null when the end of the mission is on board. */
  next(): number | null
}

const TOO_MANY = 'tooManyItems'
/** A mission of at most this many items is sent without asking the mower for its capacity. */
const SMALL_MISSION = 655

export const createOnBoardMission = (
  conversation: Conversation,
  store: StateStore,
  blade: Blade,
  capacity: Capacity,
): OnBoardMission => {
  const send = async (
    items: readonly MissionItem[],
    parts: readonly MissionPart[],
    seq: number,
    transfer: TransferOptions,
  ): Promise<Outcome> => {
    const part = parts.findLast(({ first }) => first <= seq) ?? parts[0]
    if (part === undefined) return rejected('emptyMission', 'The mission has no waypoint.')
    const outcome = await uploadMission(conversation, part.items, transfer)
    if (outcome.outcome === 'accepted') {
      store.apply({ kind: 'missionRead', items, isOwn: true, part: parts.length === 1 ? null : part })
      store.apply({ kind: 'seqCounted', seq: null })
    }
    return outcome
  }

  /** In parts that fit, by what the mower is believed to hold and, once it refused that, by what it said. */
  const sendFitting = async (
    items: readonly MissionItem[],
    seq: number,
    transfer: TransferOptions,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    let room = items.length <= Math.min(SMALL_MISSION, capacity.believed) ? items.length : await capacity.read(signal)
    for (;;) {
      if (signal.aborted) return stoppedMeanwhile
      const parts = partsOf(items, blade, room)
      const outcome = await send(items, parts, seq, transfer)
      if (outcome.outcome !== 'rejected' || outcome.reason !== TOO_MANY) return outcome
      const fewer = await capacity.refused(Math.min(room, items.length), signal)
      if (fewer === null) return outcome
      room = fewer
    }
  }

  /** The current item, as the mower counts. */
  const slotNow = (): number => {
    const { missionSeq, part } = store.state
    return missionSeq === null || part === null ? (missionSeq ?? 0) : (slotOf(part, missionSeq) ?? 0)
  }

  const takeAs = (items: readonly MissionItem[], onBoard: readonly MissionItem[], isOwn: boolean): boolean => {
    if (firstDifference(items, onBoard) === null) {
      store.apply({ kind: 'missionRead', items, isOwn })
      return true
    }
    const part = recognise(items, blade, onBoard)
    if (part === null) return false
    const slot = slotNow()
    store.apply({ kind: 'missionRead', items, isOwn, part })
    store.apply({ kind: 'seqCounted', seq: slot === 0 ? null : seqOf(part, slot) })
    return true
  }

  const download: OnBoardMission['download'] = async signal => {
    const back = await downloadMission(conversation, { signal })
    if (!back.ok) return back
    const { mission, missionIsOwn } = store.state
    if (mission !== null && takeAs(mission, back.value, missionIsOwn)) return ok(mission)
    store.apply({ kind: 'missionRead', items: back.value })
    return back
  }

  return {
    upload: (items, transfer) => {
      store.apply({ kind: 'missionForgotten' })
      return sendFitting(items, 1, transfer, transfer.signal ?? new AbortController().signal)
    },
    download,
    adopt: async (items, signal) => {
      const back = await downloadMission(conversation, { signal })
      if (!back.ok) {
        const { reason, message } = back.error
        if (signal.aborted) return stoppedMeanwhile
        return reason === 'noAnswer' ? noAnswer(message) : rejected(reason, message)
      }
      if (takeAs(items, back.value, false)) return accepted
      store.apply({ kind: 'missionRead', items: back.value })
      return rejected('anotherMission', 'The mower holds another mission.')
    },
    bringOnBoard: async (seq, signal) => {
      const { mission, part } = store.state
      if (mission === null || part === null || slotOf(part, seq) !== null) return accepted
      return sendFitting(mission, seq, { signal }, signal)
    },
    known: async signal => {
      if (store.state.mission !== null) return store.state.mission
      const back = await download(signal)
      if (back.ok) return back.value
      const { reason, message } = back.error
      return reason === 'noAnswer' ? noAnswer(message) : rejected(reason, message)
    },
    next: () => {
      const { mission, part } = store.state
      return mission === null || part === null ? null : nextOf(mission, part)
    },
  }
}
