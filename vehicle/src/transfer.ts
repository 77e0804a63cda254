/** Missions to the vehicle and back, item by item, over a link that loses messages both ways. */
import { type Result, refused, ok as succeeded } from '@greensward/domain'
import { missionReason } from './ardupilot.ts'
import type { Conversation } from './conversation.ts'
import {
  GROUND_STATION_SYSTEM_ID,
  MAV_COMP_AUTOPILOT,
  type Message,
  type MessageOf,
  MissionResult,
  MissionType,
  message,
} from './mavlink/index.ts'
import { firstDifference, itemMessage, itemOf, type MissionItem } from './missionItem.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from './outcome.ts'

const MESSAGE_RETRY_MS = 1_500
const MESSAGE_TRIES = 5
const ITEM_RETRY_MS = 250
const ITEM_RETRY_LEAST_MS = 60
const ITEM_TRIES = 5
/** The vehicle asks again each second and gives up after 8 s without an item. */
const SILENCE_MS = 9_000
/** After the last item the vehicle has nothing to ask: silence then means done, and the comparison decides. */
const LAST_ITEM_SILENCE_MS = 2_500
const DOWNLOAD_WINDOW = 4
const WHOLE_TRIES = 3

export type TransferMessage = MessageOf<
  'MISSION_REQUEST' | 'MISSION_REQUEST_INT' | 'MISSION_ACK' | 'MISSION_COUNT' | 'MISSION_ITEM_INT'
>

const isOurs = (heard: Message, missionType: number): heard is TransferMessage => {
  switch (heard.name) {
    case 'MISSION_REQUEST':
    case 'MISSION_REQUEST_INT':
    case 'MISSION_ACK':
    case 'MISSION_COUNT':
    case 'MISSION_ITEM_INT':
      return (
        heard.fields.missionType === missionType &&
        (heard.fields.targetSystem === GROUND_STATION_SYSTEM_ID || heard.fields.targetSystem === 0)
      )
    default:
      return false
  }
}

interface Inbox {
  /** The next message, or undefined after `timeoutMs` or when aborted. Nothing that comes in between is lost. */
  take(timeoutMs: number): Promise<TransferMessage | undefined>
  close(): void
}

const openInbox = (conversation: Conversation, missionType: number, signal?: AbortSignal): Inbox => {
  const waiting: TransferMessage[] = []
  let wake: (() => void) | undefined
  const stopListening = conversation.listen(heard => {
    if (!isOurs(heard, missionType)) return
    waiting.push(heard)
    wake?.()
  })
  const abort = (): void => wake?.()
  signal?.addEventListener('abort', abort)
  return {
    take: async timeoutMs => {
      if (waiting.length === 0 && signal?.aborted !== true) {
        await new Promise<void>(resolve => {
          const timer = conversation.clock.setTimeout(resolve, timeoutMs)
          wake = () => {
            conversation.clock.clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      return signal?.aborted === true ? undefined : waiting.shift()
    },
    close: () => {
      stopListening()
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Learns how long an answer takes, so that a retry neither waits needlessly nor floods a slow link. */
const createRetryTime = (conversation: Conversation): { heard(tookMs: number): void; ms(): number } => {
  let smoothedMs = ITEM_RETRY_MS / 4
  return {
    heard: tookMs => {
      smoothedMs += (tookMs - smoothedMs) / 4
    },
    ms: () =>
      Math.max(ITEM_RETRY_LEAST_MS, Math.min(ITEM_RETRY_MS, smoothedMs * 4)) / Math.max(1, conversation.timeRate()),
  }
}

type Attempt =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly why: string }
  | { readonly kind: 'ended'; readonly outcome: Outcome }

export interface TransferOptions {
  readonly signal?: AbortSignal
  /** @param sent items asked for by the vehicle so far */
  readonly onProgress?: (sent: number, total: number) => void
  readonly missionType?: number
}

const uploadOnce = async (
  conversation: Conversation,
  items: readonly MissionItem[],
  options: TransferOptions,
): Promise<Attempt> => {
  const { clock, systemId } = conversation
  const { signal, onProgress, missionType = MissionType.mission } = options
  const inbox = openInbox(conversation, missionType, signal)
  const retry = createRetryTime(conversation)
  const last = items.length - 1
  let seq = -1
  let sends = 0
  let sentAtMs = 0
  let heardAtMs = clock.monotonicMs()
  let countTries = 0

  const sendCount = (): void => {
    countTries++
    conversation.send(
      message('MISSION_COUNT', {
        count: items.length,
        targetSystem: systemId,
        targetComponent: MAV_COMP_AUTOPILOT,
        missionType,
      }),
    )
  }
  const sendItem = (): void => {
    const item = items[seq]
    if (item === undefined) return
    sends++
    sentAtMs = clock.monotonicMs()
    conversation.send(itemMessage(item, seq, systemId, missionType))
  }
  const moveTo = (next: number): void => {
    if (next === seq + 1 && sends === 1) retry.heard(clock.monotonicMs() - sentAtMs)
    seq = next
    sends = 0
    onProgress?.(Math.min(seq + 1, items.length), items.length)
    sendItem()
  }

  try {
    sendCount()
    for (;;) {
      const waitMs = seq < 0 ? MESSAGE_RETRY_MS : sends > 1 ? ITEM_RETRY_MS : retry.ms()
      const heard = await inbox.take(waitMs)
      if (signal?.aborted === true) return { kind: 'ended', outcome: stoppedMeanwhile }
      const nowMs = clock.monotonicMs()
      if (heard === undefined) {
        const silentMs = nowMs - heardAtMs
        if (seq < 0) {
          if (countTries >= MESSAGE_TRIES) {
            return { kind: 'ended', outcome: noAnswer('The mower did not answer the announcement of a mission.') }
          }
          sendCount()
        } else if (silentMs > SILENCE_MS) return { kind: 'again', why: 'The mower fell silent during the upload.' }
        else if (seq === last && sends >= ITEM_TRIES && silentMs > LAST_ITEM_SILENCE_MS) return { kind: 'sent' }
        else if (sends < ITEM_TRIES) sendItem()
        continue
      }
      if (heard.name === 'MISSION_REQUEST' || heard.name === 'MISSION_REQUEST_INT') {
        heardAtMs = nowMs
        if (heard.fields.seq > last) continue
        moveTo(heard.fields.seq)
        continue
      }
      if (heard.name !== 'MISSION_ACK') continue
      const result = heard.fields.type
      // An acknowledgement before the vehicle asked for the last item belongs to an earlier transfer.
      if (result === MissionResult.accepted) {
        if (seq === last) return { kind: 'sent' }
      } else if (result === MissionResult.invalidSequence) {
        // It has this item already and its question for the next one was lost: the next one answers that question.
        heardAtMs = nowMs
        if (sends > 1 && seq < last) moveTo(seq + 1)
      } else if (result === MissionResult.error && seq === last && sends > 1) {
        return { kind: 'sent' }
      } else if (result === MissionResult.cancelled || result === MissionResult.error) {
        if (seq >= 0) return { kind: 'again', why: `The mower broke the upload off (${missionReason(result)}).` }
      } else {
        const reason = missionReason(result)
        return { kind: 'ended', outcome: rejected(reason, `The mower refused the mission (${reason}).`) }
      }
    }
  } finally {
    inbox.close()
  }
}

/** All items of the mission on the vehicle, home included as item 0; empty when it has none. */
export const downloadMission = async (
  conversation: Conversation,
  options: TransferOptions = {},
): Promise<Result<MissionItem[], Rejection>> => {
  const { clock, systemId } = conversation
  const { signal, missionType = MissionType.mission } = options
  const inbox = openInbox(conversation, missionType, signal)
  const retry = createRetryTime(conversation)
  const target = { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT, missionType }
  const stopped = { reason: 'stopped', message: stoppedMeanwhile.message }

  const readCount = async (): Promise<number | Rejection> => {
    for (let attempt = 0; attempt < MESSAGE_TRIES; attempt++) {
      conversation.send(message('MISSION_REQUEST_LIST', target))
      const untilMs = clock.monotonicMs() + MESSAGE_RETRY_MS
      for (let leftMs = MESSAGE_RETRY_MS; leftMs > 0; leftMs = untilMs - clock.monotonicMs()) {
        const heard = await inbox.take(leftMs)
        if (signal?.aborted === true) return stopped
        if (heard?.name === 'MISSION_COUNT') return heard.fields.count
        if (heard?.name === 'MISSION_ACK' && heard.fields.type !== MissionResult.accepted) {
          // Denied while an upload runs; the duplicates an upload leaves behind (13, 1) say nothing about this.
          if (heard.fields.type === MissionResult.denied) {
            return { reason: missionReason(MissionResult.denied), message: 'The mower is busy with another upload.' }
          }
        }
      }
    }
    return { reason: 'noAnswer', message: 'The mower did not answer when asked for its mission.' }
  }

  try {
    const count = await readCount()
    if (typeof count !== 'number') return refused(count)
    const items: (MissionItem | undefined)[] = Array.from({ length: count }, () => undefined)
    const askedAtMs = new Map<number, number>()
    let next = 0
    let left = count
    let heardAtMs = clock.monotonicMs()
    const ask = (seq: number): void => {
      askedAtMs.set(seq, clock.monotonicMs())
      conversation.send(message('MISSION_REQUEST_INT', { ...target, seq }))
    }
    while (left > 0) {
      while (askedAtMs.size < DOWNLOAD_WINDOW && next < count) ask(next++)
      const heard = await inbox.take(retry.ms())
      if (signal?.aborted === true) return refused(stopped)
      const nowMs = clock.monotonicMs()
      if (heard?.name === 'MISSION_ITEM_INT') {
        const { seq } = heard.fields
        heardAtMs = nowMs
        const askedMs = askedAtMs.get(seq)
        if (askedMs !== undefined) {
          retry.heard(nowMs - askedMs)
          askedAtMs.delete(seq)
          items[seq] = itemOf(heard)
          left--
        }
      } else if (heard?.name === 'MISSION_ACK' && heard.fields.type === MissionResult.denied) {
        return refused({ reason: 'otherGroundStation', message: 'An upload began while the mission was read.' })
      }
      if (nowMs - heardAtMs > SILENCE_MS) {
        return refused({ reason: 'noAnswer', message: 'The mower fell silent while its mission was read.' })
      }
      const overdueMs = retry.ms()
      for (const [seq, askedMs] of askedAtMs) if (nowMs - askedMs >= overdueMs) ask(seq)
    }
    conversation.send(
      message('MISSION_ACK', {
        targetSystem: systemId,
        targetComponent: MAV_COMP_AUTOPILOT,
        type: MissionResult.accepted,
        missionType,
      }),
    )
    return succeeded(items.filter(item => item !== undefined))
  } finally {
    inbox.close()
  }
}

/**
 * Uploads a mission, reads it back and compares: uploads are not atomic and the last acknowledgement can be lost, so
 * only what came back counts. Broken transfers are begun again, three times at most.
 */
export const uploadMission = async (
  conversation: Conversation,
  items: readonly MissionItem[],
  options: TransferOptions = {},
): Promise<Outcome> => {
  let why = ''
  let differs = false
  for (let attempt = 0; attempt < WHOLE_TRIES; attempt++) {
    const sent = await uploadOnce(conversation, items, options)
    if (sent.kind === 'ended') return sent.outcome
    if (sent.kind === 'again') {
      why = sent.why
      continue
    }
    const back = await downloadMission(conversation, options)
    if (!back.ok) {
      if (back.error.reason === 'stopped') return stoppedMeanwhile
      why = back.error.message
      continue
    }
    // Only a drive has the home of the vehicle as item 0.
    const difference = firstDifference(items, back.value, options.missionType === MissionType.fence ? 0 : 1)
    if (difference === null) return accepted
    why = `The mission read back differs at item ${difference}.`
    differs = true
  }
  return differs ? rejected('notTheSame', why) : noAnswer(why)
}
