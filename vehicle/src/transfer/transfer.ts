/** Missions to the vehicle and back, item by item, over a link that loses messages both ways. */
import { type Result, refused, ok as succeeded } from '@greensward/domain'
import { missionReason } from '../ardupilot.ts'
import { type Conversation, isForThisStation } from '../commands/conversation.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from '../commands/outcome.ts'
import {
  MAV_COMP_AUTOPILOT,
  type Message,
  type MessageOf,
  MissionResult,
  MissionType,
  message,
} from '../mavlink/index.ts'
import { firstDifference, itemMessage, itemOf, type MissionItem } from '../mission/missionItem.ts'

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
/** An upload that was broken off keeps the vehicle waiting for 8 s. */
const GIVES_UP_MS = 10_500
const WHOLE_TRIES = 3

export type TransferMessage = MessageOf<
  'MISSION_REQUEST' | 'MISSION_REQUEST_INT' | 'MISSION_ACK' | 'MISSION_COUNT' | 'MISSION_ITEM_INT'
>

const isOurs = (received: Message, missionType: number): received is TransferMessage => {
  switch (received.name) {
    case 'MISSION_REQUEST':
    case 'MISSION_REQUEST_INT':
    case 'MISSION_ACK':
    case 'MISSION_COUNT':
    case 'MISSION_ITEM_INT':
      return received.fields.missionType === missionType && isForThisStation(received.fields)
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
  const stopListening = conversation.listen(received => {
    if (!isOurs(received, missionType)) return
    waiting.push(received)
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
const createRetryTime = (conversation: Conversation): { answered(tookMs: number): void; ms(): number } => {
  let smoothedMs = ITEM_RETRY_MS / 4
  return {
    answered: tookMs => {
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

/** One try to send all items, each when the vehicle asks for it. */
class Upload {
  readonly #conversation: Conversation
  readonly #items: readonly MissionItem[]
  readonly #options: TransferOptions
  readonly #missionType: number
  readonly #retry: ReturnType<typeof createRetryTime>
  readonly #last: number
  /** The item that the vehicle asked for last; -1 before it asked for one. */
  #seq = -1
  /** How often that item was sent. */
  #sends = 0
  #announcements = 0
  #sentAtMs = 0
  #receivedAtMs: number

  constructor(conversation: Conversation, items: readonly MissionItem[], options: TransferOptions) {
    this.#conversation = conversation
    this.#items = items
    this.#options = options
    this.#missionType = options.missionType ?? MissionType.mission
    this.#retry = createRetryTime(conversation)
    this.#last = items.length - 1
    this.#receivedAtMs = conversation.clock.monotonicMs()
  }

  async run(): Promise<Attempt> {
    const { signal } = this.#options
    const inbox = openInbox(this.#conversation, this.#missionType, signal)
    try {
      this.#announce()
      for (;;) {
        const received = await inbox.take(this.#waitMs())
        if (signal?.aborted === true) return { kind: 'ended', outcome: stoppedMeanwhile }
        const nowMs = this.#conversation.clock.monotonicMs()
        const end = received === undefined ? this.#onSilence(nowMs) : this.#onMessage(received, nowMs)
        if (end !== undefined) return end
      }
    } finally {
      inbox.close()
    }
  }

  #waitMs(): number {
    if (this.#seq < 0) return MESSAGE_RETRY_MS
    return this.#sends > 1 ? ITEM_RETRY_MS : this.#retry.ms()
  }

  #announce(): void {
    const { systemId } = this.#conversation
    this.#announcements++
    const target = { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT, missionType: this.#missionType }
    this.#conversation.send(message('MISSION_COUNT', { count: this.#items.length, ...target }))
  }

  #sendItem(): void {
    const { clock, systemId } = this.#conversation
    const item = this.#items[this.#seq]
    if (item === undefined) return
    this.#sends++
    this.#sentAtMs = clock.monotonicMs()
    this.#conversation.send(itemMessage(item, this.#seq, systemId, this.#missionType))
  }

  #moveTo(seq: number): void {
    const { length } = this.#items
    if (seq === this.#seq + 1 && this.#sends === 1)
      this.#retry.answered(this.#conversation.clock.monotonicMs() - this.#sentAtMs)
    this.#seq = seq
    this.#sends = 0
    this.#options.onProgress?.(Math.min(seq + 1, length), length)
    this.#sendItem()
  }

  #onSilence(nowMs: number): Attempt | undefined {
    const silentMs = nowMs - this.#receivedAtMs
    if (this.#seq < 0) {
      if (this.#announcements >= MESSAGE_TRIES)
        return { kind: 'ended', outcome: noAnswer('The mower did not answer the announcement of a mission.') }
      this.#announce()
      return undefined
    }
    if (silentMs > SILENCE_MS) return { kind: 'again', why: 'The mower fell silent during the upload.' }
    if (this.#sends < ITEM_TRIES) this.#sendItem()
    else if (this.#seq === this.#last && silentMs > LAST_ITEM_SILENCE_MS) return { kind: 'sent' }
    return undefined
  }

  #onMessage(received: TransferMessage, nowMs: number): Attempt | undefined {
    if (received.name === 'MISSION_ACK') return this.#onAcknowledgement(received.fields.type, nowMs)
    if (received.name !== 'MISSION_REQUEST' && received.name !== 'MISSION_REQUEST_INT') return undefined
    this.#receivedAtMs = nowMs
    if (received.fields.seq <= this.#last) this.#moveTo(received.fields.seq)
    return undefined
  }

  #onAcknowledgement(result: number, nowMs: number): Attempt | undefined {
    const isLast = this.#seq === this.#last
    switch (result) {
      case MissionResult.accepted:
        // Before the vehicle asked for the last item it belongs to an earlier transfer.
        return isLast ? { kind: 'sent' } : undefined
      case MissionResult.invalidSequence:
        // It has this item already and its question for the next one was lost: the next one answers that question.
        this.#receivedAtMs = nowMs
        if (this.#sends > 1 && this.#seq < this.#last) this.#moveTo(this.#seq + 1)
        return undefined
      case MissionResult.error:
      case MissionResult.cancelled:
        if (result === MissionResult.error && isLast && this.#sends > 1) return { kind: 'sent' }
        if (this.#seq < 0) return undefined
        return { kind: 'again', why: `The mower broke the upload off (${missionReason(result)}).` }
      default: {
        const reason = missionReason(result)
        const answer = `MAV_MISSION_RESULT ${result}`
        return { kind: 'ended', outcome: rejected(reason, `The mower refused the mission (${reason}).`, { answer }) }
      }
    }
  }
}

const stoppedReading: Rejection = { reason: 'stopped', message: stoppedMeanwhile.message }

/** How many items there are. A vehicle that waits for an upload that was broken off denies it until it gives that up. */
const readCount = async (
  conversation: Conversation,
  inbox: Inbox,
  { signal, missionType = MissionType.mission }: TransferOptions,
): Promise<number | Rejection> => {
  const { clock, systemId } = conversation
  const beganMs = clock.monotonicMs()
  let isDenied = false
  for (let tries = 0; tries < MESSAGE_TRIES || (isDenied && clock.monotonicMs() - beganMs < GIVES_UP_MS); tries++) {
    conversation.send(
      message('MISSION_REQUEST_LIST', { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT, missionType }),
    )
    const untilMs = clock.monotonicMs() + MESSAGE_RETRY_MS
    for (let leftMs = MESSAGE_RETRY_MS; leftMs > 0; leftMs = untilMs - clock.monotonicMs()) {
      const received = await inbox.take(leftMs)
      if (signal?.aborted === true) return stoppedReading
      if (received?.name === 'MISSION_COUNT') return received.fields.count
      // The duplicates that an upload leaves behind (13, 1) say nothing about this.
      if (received?.name === 'MISSION_ACK' && received.fields.type === MissionResult.denied) isDenied = true
    }
  }
  return isDenied
    ? { reason: missionReason(MissionResult.denied), message: 'The mower is busy with another upload.' }
    : { reason: 'noAnswer', message: 'The mower did not answer when asked for its mission.' }
}

/** `count` items, several asked for at a time. */
const readItems = async (
  conversation: Conversation,
  inbox: Inbox,
  count: number,
  { signal, missionType = MissionType.mission }: TransferOptions,
): Promise<Result<MissionItem[], Rejection>> => {
  const { clock, systemId } = conversation
  const retry = createRetryTime(conversation)
  const target = { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT, missionType }
  const items: (MissionItem | undefined)[] = Array.from({ length: count }, () => undefined)
  const askedAtMs = new Map<number, number>()
  let next = 0
  let left = count
  let receivedAtMs = clock.monotonicMs()
  const ask = (seq: number): void => {
    askedAtMs.set(seq, clock.monotonicMs())
    conversation.send(message('MISSION_REQUEST_INT', { ...target, seq }))
  }
  while (left > 0) {
    while (askedAtMs.size < DOWNLOAD_WINDOW && next < count) ask(next++)
    const received = await inbox.take(retry.ms())
    if (signal?.aborted === true) return refused(stoppedReading)
    const nowMs = clock.monotonicMs()
    if (received?.name === 'MISSION_ITEM_INT') {
      const { seq } = received.fields
      receivedAtMs = nowMs
      const askedMs = askedAtMs.get(seq)
      if (askedMs !== undefined) {
        retry.answered(nowMs - askedMs)
        askedAtMs.delete(seq)
        items[seq] = itemOf(received)
        left--
      }
    } else if (received?.name === 'MISSION_ACK' && received.fields.type === MissionResult.denied) {
      return refused({ reason: 'otherGroundStation', message: 'An upload began while the mission was read.' })
    }
    if (nowMs - receivedAtMs > SILENCE_MS) {
      return refused({ reason: 'noAnswer', message: 'The mower fell silent while its mission was read.' })
    }
    const overdueMs = retry.ms()
    for (const [seq, askedMs] of askedAtMs) if (nowMs - askedMs >= overdueMs) ask(seq)
  }
  return succeeded(items.filter(item => item !== undefined))
}

/** All items of the mission on the vehicle, home included as item 0; empty when it has none. */
export const downloadMission = async (
  conversation: Conversation,
  options: TransferOptions = {},
): Promise<Result<MissionItem[], Rejection>> => {
  const { missionType = MissionType.mission } = options
  const inbox = openInbox(conversation, missionType, options.signal)
  try {
    const count = await readCount(conversation, inbox, options)
    if (typeof count !== 'number') return refused(count)
    const back = await readItems(conversation, inbox, count, options)
    if (back.ok) {
      conversation.send(
        message('MISSION_ACK', {
          targetSystem: conversation.systemId,
          targetComponent: MAV_COMP_AUTOPILOT,
          type: MissionResult.accepted,
          missionType,
        }),
      )
    }
    return back
  } finally {
    inbox.close()
  }
}

/**
 * Uploads a mission, reads it back and compares: uploads are not atomic and the last acknowledgement can be lost, so
 * only what came back counts. Broken transfers are begun again, three times at most.
 */
export const uploadMission = (
  conversation: Conversation,
  items: readonly MissionItem[],
  options: TransferOptions = {},
): Promise<Outcome> =>
  send(
    options,
    () => new Upload(conversation, items, options).run(),
    async () => {
      const back = await downloadMission(conversation, options)
      // Only a drive has the home of the vehicle as item 0.
      return back.ok
        ? succeeded(firstDifference(items, back.value, options.missionType === MissionType.fence ? 0 : 1))
        : back
    },
  )

const send = async (
  { signal }: TransferOptions,
  upload: () => Promise<Attempt>,
  compare: () => Promise<Result<number | null, Rejection>>,
): Promise<Outcome> => {
  let why = ''
  let differs = false
  for (let attempt = 0; attempt < WHOLE_TRIES; attempt++) {
    if (signal?.aborted === true) return stoppedMeanwhile
    const sent = await upload()
    if (sent.kind === 'ended') return sent.outcome
    if (sent.kind === 'again') {
      why = sent.why
      continue
    }
    const difference = await compare()
    if (!difference.ok) {
      if (difference.error.reason === 'stopped') return stoppedMeanwhile
      why = difference.error.message
      continue
    }
    if (difference.value === null) return accepted
    why = `The mission read back differs at item ${difference.value}.`
    differs = true
  }
  return differs ? rejected('notTheSame', why) : noAnswer(why)
}
