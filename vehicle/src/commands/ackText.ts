/** A vehicle that refuses says why in words of its own, a moment before or after, and each of them may be lost. */

import type { StateReader } from '../state/sessionState.ts'
import type { StatusText } from '../state/statusTexts.ts'
import { answerWithin, type Conversation } from './conversation.ts'

const WARNING_SEVERITY = 4
const BEFORE_MS = 500
const WAIT_MS = 600
/** The autopilot repeats the reasons that prevent arming each half minute. */
const PRE_ARM_MS = 65_000
const MOST_REASONS = 3

const isReason = ({ severity }: StatusText): boolean => severity <= WARNING_SEVERITY

const isPreArm = ({ text }: StatusText): boolean => /^(PreArm|Arm):/.test(text)

/** A check that fails by itself and again when asked to arm is one reason, in the later words. */
const distinct = (texts: readonly StatusText[]): string[] => [
  ...new Map(texts.map(({ text }) => [text.replace(/^(PreArm|Arm): */, '').trim(), text.trim()])).values(),
]

/** @param askedAtMs wall time when it was asked. @returns empty when it said nothing */
export const ackText = async (
  conversation: Conversation,
  store: StateReader,
  askedAtMs: number,
  signal: AbortSignal,
): Promise<string> => {
  const said = (): StatusText[] =>
    store.state.statusTexts.recent.filter(text => isReason(text) && text.atMs >= askedAtMs - BEFORE_MS)
  if (said().length === 0) {
    await answerWithin(conversation, WAIT_MS, () => (said().length > 0 ? true : undefined), signal)
  }
  const now = conversation.clock.nowMs()
  const words =
    said().length > 0
      ? said()
      : store.state.statusTexts.recent.filter(text => isPreArm(text) && now - text.atMs < PRE_ARM_MS)
  return distinct(words).slice(-MOST_REASONS).join(' / ')
}
