import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { live } from '../api/index.ts'
import { notify } from '../ui/index.ts'
import { sentenceOf } from '../ui/sentenceOf.ts'

/** Warnings and alarms show on whatever screen is open; the rest waits in the list. */
export function useAlarms(): void {
  const { i18n } = useTranslation()
  useEffect(
    () =>
      live.subscribe('notifications', ({ message }) => {
        if (message.level !== 'info')
          notify.failed(i18n.t(`notifications.levels.${message.level}`), sentenceOf(message, i18n))
      }),
    [i18n],
  )
}
