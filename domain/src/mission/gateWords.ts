/** The lines that kept a gate shut, as a sentence holds them in short, in somebody's words. */

/** As the server names them, at the end of a sentence: `battery: tooLow; rain: rainModeRestricted`. */
const LINES = /\b([a-zA-Z]+: [a-zA-Z]+)(; [a-zA-Z]+: [a-zA-Z]+)*$/

/** The names of the lines, and what each may say, in one language. */
export interface GateWords {
  readonly check: (check: string) => string | undefined
  readonly reason: (check: string, reason: string) => string | undefined
}

/** Replaces the gate's lines by words; other text stays as written. */
export const inGateWords = (sentence: string, words: GateWords): string => {
  const lines = LINES.exec(sentence)?.[0]
  if (lines === undefined) return sentence
  const said = lines.split('; ').map(line => {
    const [check = '', reason = ''] = line.split(': ')
    const [name, why] = [words.check(check), words.reason(check, reason)]
    if (name === undefined || why === undefined) return line
    // The figures of that moment are not written down, only which line it was.
    return why.includes('{{') ? name : `${name}: ${why}`
  })
  return sentence.slice(0, -lines.length) + said.join('; ')
}
