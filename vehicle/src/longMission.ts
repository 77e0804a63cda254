/** The mission on board as the product counts it, whether the mower holds all of it or a window that moves on with it. */
import { ok, type Result } from '@greensward/domain'
import type { Conversation } from './conversation.ts'
import type { Happening } from './events.ts'
import { forgetMission, type Knowledge, rememberMission } from './knowledge.ts'
import { type Blade, firstDifference, type MissionItem, nextWaypointSeq } from './missionItem.ts'
import {
  firstWindow,
  isLongerThan,
  isOnBoard,
  isStarved,
  mayMove,
  movedTo,
  moveWrites,
  movingTo,
  nextLast,
  recognise,
  seqOf,
  slotOf,
} from './missionWindow.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from './outcome.ts'
import { downloadMission, replaceItems, type TransferOptions, uploadMission } from './transfer.ts'

export interface LongMissionOptions {
  readonly conversation: Conversation
  readonly known: Knowledge
  readonly blade: Blade
  /** Items that the mower holds, home included. */
  readonly capacity: number
  readonly onHappening: (happening: Happening) => void
}

export interface LongMission {
  /** Any number of items; the mower must not be driving. */
  upload(items: readonly MissionItem[], options: TransferOptions): Promise<Outcome>
  /** What is on board; of a window of the mission that is known, all of that mission. */
  download(signal: AbortSignal): Promise<Result<readonly MissionItem[], Rejection>>
  /** Makes `items` the known mission when they, or a window of them, are what is on board. */
  adopt(items: readonly MissionItem[], signal: AbortSignal): Promise<Outcome>
  /** Sees to it that the mower can be told to go to `seq`; it must not be driving. */
  bringOnBoard(seq: number, signal: AbortSignal): Promise<Outcome>
  /** Whether the window is to be moved on now. */
  isDue(): boolean
  /** Moves the window on, while the mower drives. */
  moveOn(signal: AbortSignal): Promise<void>
  /** The waypoint to go on to, when the mower stands because its window has run out. */
  starvedBefore(): number | null
}

const AGAIN_MS = 3_000
/** So often in a row before it is told that the window cannot be moved. */
const FAILURES_TOLD = 3
const KEPT_BEFORE_RESUME = 8

export const createLongMission = (options: LongMissionOptions): LongMission => {
  const { conversation, known, blade, capacity, onHappening } = options
  const { clock } = conversation
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let failures = 0

  const uploadWindow = async (
    items: readonly MissionItem[],
    from: number,
    transfer: TransferOptions,
  ): Promise<Outcome> => {
    const { onBoard, window } = firstWindow(items, blade, capacity, from)
    const outcome = await uploadMission(conversation, onBoard, transfer)
    if (outcome.outcome === 'accepted') {
      rememberMission(known, items, true, window)
      known.missionSeq = null
    }
    return outcome
  }

  const upload = async (items: readonly MissionItem[], transfer: TransferOptions): Promise<Outcome> => {
    forgetMission(known)
    if (isLongerThan(items, capacity)) return uploadWindow(items, 1, transfer)
    const outcome = await uploadMission(conversation, items, transfer)
    if (outcome.outcome === 'accepted') rememberMission(known, items, true)
    return outcome
  }

  /** What the mower drives to, as it counts. */
  const slotNow = (): number => {
    const { missionSeq, window } = known
    if (missionSeq === null || window === null) return missionSeq ?? 0
    return slotOf(window, missionSeq) ?? 0
  }

  const takeAs = (items: readonly MissionItem[], onBoard: readonly MissionItem[], isOwn: boolean): boolean => {
    if (firstDifference(items, onBoard) === null) {
      rememberMission(known, items, isOwn)
      return true
    }
    const found = recognise(items, onBoard, slotNow())
    if (found === null) return false
    const slot = slotNow()
    rememberMission(known, items, isOwn, found)
    known.missionSeq = seqOf(found, slot)
    return true
  }

  const isDriving = (): boolean => known.underWay && known.mode === 'auto' && known.armed === true

  const moveOn = async (signal: AbortSignal): Promise<void> => {
    const { mission, window, missionSeq } = known
    if (mission === null || window === null || missionSeq === null) return
    const next = nextLast(mission, window, missionSeq)
    if (next === null) return
    known.window = movingTo(window, next)
    const writes = moveWrites(mission, blade, window, next)
    for (const [index, write] of writes.entries()) {
      const isSwitch = index === writes.length - 1
      if (!isDriving() || (isSwitch && !mayMove(mission, window, known.missionSeq ?? missionSeq))) return
      const outcome = await replaceItems(conversation, write.slot, write.items, { signal })
      if (signal.aborted) return
      if (outcome.outcome === 'accepted') continue
      notBeforeMs = clock.monotonicMs() + AGAIN_MS
      failures++
      if (failures === FAILURES_TOLD) onHappening({ kind: 'missionNotExtended', message: outcome.message })
      return
    }
    failures = 0
    known.window = movedTo(window, next)
    onHappening({ kind: 'missionExtended', through: next, total: mission.length })
  }

  return {
    upload,
    download: async signal => {
      const back = await downloadMission(conversation, { signal })
      if (!back.ok) return back
      const { mission, missionIsOwn } = known
      if (mission !== null && takeAs(mission, back.value, missionIsOwn)) return ok(mission)
      rememberMission(known, back.value)
      return back
    },
    adopt: async (items, signal) => {
      const back = await downloadMission(conversation, { signal })
      if (!back.ok) {
        const { reason, message } = back.error
        if (signal.aborted) return stoppedMeanwhile
        return reason === 'noAnswer' ? noAnswer(message) : rejected(reason, message)
      }
      if (takeAs(items, back.value, false)) return accepted
      rememberMission(known, back.value)
      return rejected('anotherMission', 'The mower holds another mission.')
    },
    bringOnBoard: async (seq, signal) => {
      const { mission, window } = known
      if (mission === null || window === null || isOnBoard(window, seq)) return accepted
      return uploadWindow(mission, Math.max(1, seq - KEPT_BEFORE_RESUME), { signal })
    },
    isDue: () => {
      const { mission, window, missionSeq } = known
      if (mission === null || window === null || missionSeq === null || !isDriving()) return false
      return clock.monotonicMs() >= notBeforeMs && nextLast(mission, window, missionSeq) !== null
    },
    moveOn,
    starvedBefore: () => {
      const { mission, window, missionSeq } = known
      if (mission === null || window === null || missionSeq === null || !isDriving()) return null
      return isStarved(mission, window, missionSeq) ? nextWaypointSeq(mission, window.last + 1) : null
    },
  }
}
