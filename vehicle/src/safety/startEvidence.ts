/** Whether a mower may be started, by what it says of itself: fresh positive evidence for every line, unknown refuses. */
import { FRESH_TELEMETRY_MS } from '@greensward/domain'
import { hasRtk } from '../ardupilot.ts'
import { ANSWER_MS, answerWithin, type Conversation } from '../commands/conversation.ts'
import { type Rejected, rejected, stoppedMeanwhile } from '../commands/outcome.ts'
import type { SessionEvent } from '../events.ts'
import type { MessageName } from '../mavlink/index.ts'
import { type StateReader, telemetryOf } from '../state/sessionState.ts'

export interface StartConditions {
  /** False while it is not known which key the mower signs with. */
  readonly isKeyProven: () => boolean
  /** A person has confirmed that a mower which reports no charge is full. */
  readonly isFullConfirmed: () => boolean
}

/** Slower than this it is still, as far as its own speed shows. */
const STILL_MPS = 0.2

const keyUnproven = rejected(
  'keyUnproven',
  'The mower has not answered under its new signing key yet: give it that key first.',
)

/** Nothing continues by itself after these, so a start in progress ends with them. It sets HOLD and AUTO itself. */
export const endsStart = (event: SessionEvent): boolean => {
  switch (event.kind) {
    case 'modeChanged':
      return event.to !== 'hold' && event.to !== 'auto'
    case 'linkLost':
    case 'rebooted':
    case 'positionJump':
      return true
    default:
      return false
  }
}

/** What a start depends on besides the position, and its message; each must be as fresh as the pre-start checks require. */
const evidence: readonly (readonly [stale: string, message: MessageName])[] = [
  ['staleState', 'HEARTBEAT'],
  ['staleEstimate', 'EKF_STATUS_REPORT'],
  ['staleFix', 'GPS_RAW_INT'],
  ['staleBattery', 'BATTERY_STATUS'],
  ['staleSensors', 'SYS_STATUS'],
]

/** The first thing that a start depends on and that is missing or too old. */
const staleEvidence = (store: StateReader, monotonicMs: number): string | undefined => {
  const isFresh = (atMs: number | null | undefined): boolean =>
    atMs !== null && atMs !== undefined && monotonicMs - atMs < FRESH_TELEMETRY_MS
  return isFresh(store.state.positionAtMs)
    ? evidence.find(([, message]) => !isFresh(store.receivedAtMs(message)))?.[0]
    : 'stalePosition'
}

const refusalNow = (
  store: StateReader,
  isStopping: boolean,
  monotonicMs: number,
  isFullConfirmed: boolean,
): Rejected | null => {
  const now = telemetryOf(store.state, monotonicMs)
  if (isStopping) return rejected('stopping', 'A stop has not been acknowledged yet.')
  if (now.link === 'never' || now.link === 'lost') return rejected('linkLost', 'The mower is not connected.')
  if (now.link === 'stale') return rejected('stale', 'The telemetry of the mower is stale.')
  const stale = staleEvidence(store, monotonicMs)
  if (stale !== undefined) return rejected('stale', `Missing or too old: ${stale}.`, { detail: stale })
  if (now.ready !== true) return rejected('notReady', 'The mower does not know its position well enough yet.')
  if (now.fixType === null || !hasRtk(now.fixType)) return rejected('noRtk', 'The mower has no RTK position.')
  if (now.battery === null && !isFullConfirmed)
    return rejected('unknownBattery', 'The battery of the mower is not known.')
  if (now.batteryFailsafe === true) {
    return rejected(
      'batteryFailsafe',
      'The battery failsafe of the autopilot has acted, and it acts only once: charge the battery, then restart the autopilot.',
    )
  }
  if (now.mode === null || now.armed === null) return rejected('unknownMode', 'The mode of the mower is not known.')
  // One at a standstill in such a mode, as after it was switched on, is in nobody's hand. An unknown speed counts as moving.
  const isStill = now.speedMps !== null && now.speedMps < STILL_MPS
  if (now.mode !== 'hold' && now.mode !== 'auto' && !isStill)
    return rejected('otherHand', 'The mower is driven by remote control or by another ground station.')
  if (now.mode === 'auto' && now.armed && store.state.underWay) {
    return rejected('alreadyDriving', 'The mower is driving a mission already.')
  }
  return null
}

/**
 * The reason to refuse a start; null without one. Evidence that is too old is waited for: a radio loses some of the
 * messages that come once a second, and a delayed process has yet to read the latest ones. Nothing else is waited for.
 * In particular a start during a stop is refused, and the person has to start again.
 */
export const startRefusal = async (
  conversation: Conversation,
  store: StateReader,
  isStopping: () => boolean,
  signal: AbortSignal,
  { isKeyProven, isFullConfirmed }: StartConditions,
): Promise<Rejected | null> => {
  if (!isKeyProven()) return keyUnproven
  const { clock } = conversation
  const judge = (): Rejected | null => refusalNow(store, isStopping(), clock.monotonicMs(), isFullConfirmed())
  const refusal = judge()
  if (refusal?.reason !== 'stale') return refusal
  const isHere = (): true | undefined => (staleEvidence(store, clock.monotonicMs()) === undefined ? true : undefined)
  const came = await answerWithin(conversation, ANSWER_MS, isHere, signal)
  if (signal.aborted) return stoppedMeanwhile
  return came === true ? judge() : refusal
}
