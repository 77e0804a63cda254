import type { Notification } from '@greensward/domain'
import type { i18n } from 'i18next'
import { saidText } from './whyText.ts'

/** The notification as a sentence; a kind that is not known yet is shown by its name with its values. */
export function sentenceOf(
  { kind, values }: Pick<Notification, 'kind' | 'values'>,
  texts: Pick<i18n, 'exists' | 't' | 'language'>,
): string {
  const { exists, t, language } = texts
  const figures = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 })
  const inWords = (name: string, value: (typeof values)[string]): string | number => {
    if (typeof value === 'object') return saidText(value, texts) ?? value.code
    // A count chooses the plural and stays a number.
    return typeof value === 'number' && name !== 'count' ? figures.format(value) : value
  }
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(name, value)]))
  // A reason that is one of a few known words has a sentence of its own; any other is a value like the rest.
  if (exists(`notifications.kinds.${kind}`))
    return t(`notifications.kinds.${kind}`, { ...said, context: String(said.reason ?? '') })
  const words = kind.replace(/([A-Z])/g, ' $1').toLowerCase()
  return [words.charAt(0).toUpperCase() + words.slice(1), ...Object.values(said)].join(' · ')
}
