/** A pre-start check as a code: `gateLine.battery.tooLow`. Its text is the name of the check with the reason. */
const PREFIX = 'gateLine.'

export const gateLineCode = (check: string, reason: string): string => `${PREFIX}${check}.${reason}`

/**
 * @param gateText the gate's texts of one language, by keys such as `check.battery` and `reason.battery.tooLow`
 * @returns undefined for any code other than a line of the gate
 */
export const gateLineText = (code: string, gateText: (key: string) => string | undefined): string | undefined => {
  if (!code.startsWith(PREFIX)) return undefined
  const line = code.slice(PREFIX.length)
  const name = gateText(`check.${line.split('.')[0]}`)
  const reason = gateText(`reason.${line}`)
  return name === undefined || reason === undefined ? name : `${name}: ${reason}`
}
