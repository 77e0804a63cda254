import type { GateLine } from '@greensward/domain'
import type { i18n as I18n } from 'i18next'

/** The reason of a pre-start check; empty if the name says it all. */
export const gateReason = ({ check, reason, values }: GateLine, i18n: I18n): string => {
  const key = `gate.reason.${check}.${reason}`
  return i18n.exists(key) ? i18n.t(key, values) : ''
}
