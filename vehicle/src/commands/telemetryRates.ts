/** Asks the vehicle for the messages that are needed, and again for those that do not come. */

import { layoutByName, MavCmd, type MessageName } from '../mavlink/index.ts'
import type { Blade } from '../mission/missionItem.ts'
import type { StateReader } from '../state/sessionState.ts'
import type { Conversation } from './conversation.ts'
import { sendCommand } from './conversation.ts'

/** Five positions a second: a mower drives 40 cm between two of them. */
export const POSITION_INTERVAL_MS = 200

const intervalsMs = (blade: Blade, positionMs: number): readonly (readonly [MessageName, number])[] => [
  // The fix before the position: a position without RTK is worth less, and that must be known first.
  ['GPS_RAW_INT', positionMs],
  ['GLOBAL_POSITION_INT', positionMs],
  ['MISSION_CURRENT', 250],
  blade.kind === 'relay' ? ['RELAY_STATUS', 400] : ['SERVO_OUTPUT_RAW', 400],
  ['SYS_STATUS', 1_000],
  ['EKF_STATUS_REPORT', 500],
  ['BATTERY_STATUS', 1_000],
]

const CHECK_MS = 1_000
/** Longer than the slowest of them on a link that loses some; a reboot of the vehicle forgets what was asked. */
const OVERDUE_MS = 2_500
const REFUSED_AGAIN_MS = 30_000

export const keepTelemetryComing = (
  conversation: Conversation,
  store: StateReader,
  blade: Blade,
  positionIntervalMs: number,
  signal: AbortSignal,
): { begin(): void } => {
  const { clock } = conversation
  const wanted = intervalsMs(blade, positionIntervalMs)
  /** When each was refused. An acknowledgement does not say of what, so a refusal is not believed for ever. */
  const refusedAtMs = new Map<MessageName, number>()
  let round = 0
  let timer: unknown
  signal.addEventListener('abort', () => clock.clearTimeout(timer), { once: true })

  const ask = async (own: number, names: readonly (readonly [MessageName, number])[]): Promise<void> => {
    for (const [name, intervalMs] of names) {
      if (signal.aborted || own !== round) return
      const outcome = await sendCommand(
        conversation,
        { command: MavCmd.setMessageInterval, params: [layoutByName(name).id, intervalMs * 1_000] },
        `send ${name}`,
        signal,
      )
      if (outcome.outcome === 'rejected' && !signal.aborted) refusedAtMs.set(name, clock.monotonicMs())
    }
  }

  const checkLater = (own: number): void => {
    if (!signal.aborted) timer = clock.setTimeout(() => void check(own), CHECK_MS)
  }

  const check = async (own: number): Promise<void> => {
    if (signal.aborted || own !== round) return
    const nowMs = clock.monotonicMs()
    const heartbeatMs = store.receivedAtMs('HEARTBEAT')
    // A silent vehicle needs its link back first; a request would only load the radio.
    if (heartbeatMs !== undefined && nowMs - heartbeatMs < OVERDUE_MS) {
      await ask(
        own,
        wanted.filter(
          ([name]) =>
            nowMs - (refusedAtMs.get(name) ?? -Infinity) > REFUSED_AGAIN_MS &&
            nowMs - (store.receivedAtMs(name) ?? -Infinity) > OVERDUE_MS,
        ),
      )
    }
    checkLater(own)
  }

  return {
    begin: () => {
      const own = ++round
      refusedAtMs.clear()
      void ask(own, wanted).then(() => checkLater(own))
    },
  }
}
