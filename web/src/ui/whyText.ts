import type { i18n } from 'i18next'

/** As the server writes down the lines that kept a gate shut: `battery: tooLow; rain: rainModeRestricted`. */
const GATE_LINES = /\b([a-zA-Z]+: [a-zA-Z]+)(; [a-zA-Z]+: [a-zA-Z]+)*$/

/** Why a mission came to its state, with the names of the gate's lines in words. */
export const whyText = (why: string, texts: Pick<i18n, 't' | 'exists'>): string => {
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
