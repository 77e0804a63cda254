import type { Notification } from '@greensward/domain'
import { useTranslation } from 'react-i18next'

/** The notification as a sentence; a kind that is not known yet is shown by its name with its values. */
export function useSentence({ kind, values }: Pick<Notification, 'kind' | 'values'>): string {
  const { t, i18n } = useTranslation()
  if (i18n.exists(`notifications.kinds.${kind}`)) return t(`notifications.kinds.${kind}`, values)
  const words = kind.replace(/([A-Z])/g, ' $1').toLowerCase()
  return [words.charAt(0).toUpperCase() + words.slice(1), ...Object.values(values)].join(' · ')
}
