import {
  inGateWords,
  type Mission,
  type MissionLogLine,
  type MissionWhy,
  type WhyPart,
  whySentence,
} from '@greensward/domain'
import type { CommandOutcome } from '@greensward/domain/contract'
import type { i18n } from 'i18next'

type Texts = Pick<i18n, 't' | 'exists'>

/** With the names of the gate's lines in words. */
const withGate = (why: string, { t, exists }: Texts): string => {
  const word = (key: string): string | undefined => (exists(key) ? t(key, { skipInterpolation: true }) : undefined)
  return inGateWords(why, {
    check: check => word(`gate.check.${check}`),
    reason: (check, reason) => word(`gate.reason.${check}.${reason}`),
  })
}

/** In the reader's language; undefined where the kind is of a newer server. */
export const saidText = (said: MissionWhy | WhyPart, texts: Texts): string | undefined => {
  const sentence = whySentence(said, kind => {
    const key = `why.${kind}`
    return texts.exists(key) ? texts.t(key, { skipInterpolation: true }) : undefined
  })
  return sentence === undefined ? undefined : withGate(sentence, texts)
}

/** Lines of before it was kept what happened stay as they were written. */
const whyText = (why: string, said: MissionWhy | null, texts: Texts): string =>
  (said === null ? undefined : saidText(said, texts)) ?? withGate(why, texts)

/** Why a mission is stopped, failed, cancelled or missed; undefined where it needs no reason. */
export const statusText = (
  { statusReason, statusWhy }: Pick<Mission, 'statusReason' | 'statusWhy'>,
  texts: Texts,
): string | undefined => (statusReason === null ? undefined : whyText(statusReason, statusWhy, texts))

export const logText = ({ why, said }: Pick<MissionLogLine, 'why' | 'said'>, texts: Texts): string =>
  whyText(why, said, texts)

/** What a mower, or who speaks with it, had against a command; undefined where it gave no reason. */
export const answerText = (
  { reason, why }: Pick<CommandOutcome, 'reason' | 'why'>,
  texts: Texts,
): string | undefined => (reason === null ? undefined : whyText(reason, why, texts))
