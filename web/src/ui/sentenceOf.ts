import type { Notification } from '@greensward/domain'
import type { i18n } from 'i18next'

/** The notification as a sentence; a kind that is not known yet is shown by its name with its values. */
export function sentenceOf(
  { kind, values }: Pick<Notification, 'kind' | 'values'>,
  { exists, t }: Pick<i18n, 'exists' | 't'>,
): string {
  // A reason that is one of a few known words has a sentence of its own; any other is a value like the rest.
  if (exists(`notifications.kinds.${kind}`))
    return t(`notifications.kinds.${kind}`, { ...values, context: String(values.reason ?? '') })
  const words = kind.replace(/([A-Z])/g, ' $1').toLowerCase()
  return [words.charAt(0).toUpperCase() + words.slice(1), ...Object.values(values)].join(' · ')
}
