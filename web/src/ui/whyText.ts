import { type Mission, type MissionLogLine, type MissionWhy, type WhyPart, whySentence } from '@greensward/domain'
import type { i18n } from 'i18next'

type Texts = Pick<i18n, 't' | 'exists'>

/** As the server names the lines that kept a gate shut: `battery: tooLow; rain: rainModeRestricted`. */
const GATE_LINES = /\b([a-zA-Z]+: [a-zA-Z]+)(; [a-zA-Z]+: [a-zA-Z]+)*$/

/** With the names of the gate's lines in words. */
const withGate = (why: string, texts: Texts): string => {
  const { t } = texts
  const lines = GATE_LINES.exec(why)?.[0]
  if (lines === undefined) return why
  const words = lines.split('; ').map(line => {
    const [check = '', reason = ''] = line.split(': ')
    const checkKey = `missions.gate.check.${check}`
    const reasonKey = `missions.gate.reason.${check}.${reason}`
    if (!texts.exists(checkKey) || !texts.exists(reasonKey)) return line
    const said = t(reasonKey, { skipInterpolation: true })
    // The figures of that moment are not written down, only which line it was.
    return said.includes('{{') ? t(checkKey) : `${t(checkKey)}: ${said}`
  })
  return why.slice(0, -lines.length) + words.join('; ')
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
