/** When a zone is due, and why then, as the person reads it. */
import type { NextCut } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { useNow } from '../useNow.ts'
import { useUnits } from './measure.ts'

const MM_PER_INCH = 25.4

export interface DueText {
  /** Due on Fri 27 Nov */
  readonly day: (due: NextCut) => string
  /** grown 2.1 of 3.0 mm */
  readonly reason: (due: NextCut) => string
}

export function useDueText(): DueText {
  const { t, i18n } = useTranslation()
  const [units] = useUnits()
  const today = useCourseTime().dayOf(useNow(60_000))
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const dayText = (day: string): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
      new Date(`${day}T12:00:00Z`),
    )
  const height = (mm: number): string => {
    const digits = units === 'metric' ? 1 : 2
    return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      units === 'metric' ? mm : mm / MM_PER_INCH,
    )
  }
  return {
    day: ({ day }) =>
      day === today ? t('grass.due.today') : t(day < today ? 'grass.due.since' : 'grass.due.on', { day: dayText(day) }),
    reason: ({ reason }) => {
      switch (reason.code) {
        case 'grown':
        case 'least':
        case 'most':
          return t(`grass.due.${reason.code}`, {
            grown: height(reason.grownMm),
            limit: height(reason.limitMm),
            unit: units === 'metric' ? 'mm' : 'in',
          })
        case 'weather':
          return t('grass.due.weather', { day: dayText(reason.since), count: reason.intervalDays })
        case 'fixed':
          return t('grass.due.fixed', { count: reason.intervalDays })
        case 'never':
          return t('grass.due.never')
      }
    },
  }
}
