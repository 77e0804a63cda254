import type { GateLine } from '@greensward/domain'
import type { i18n as I18n } from 'i18next'

/** With its numbers as the language writes them; the count stays a number, as it chooses the plural. */
const inLanguage = (values: GateLine['values'], language: string): GateLine['values'] => {
  const format = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count' ? format.format(value) : value,
    ]),
  )
}

/** The reason of a pre-start check; empty if the name says it all. */
export const gateReason = ({ check, reason, values }: GateLine, i18n: I18n): string => {
  const key = `gate.reason.${check}.${reason}`
  return i18n.exists(key) ? i18n.t(key, inLanguage(values, i18n.language)) : ''
}
