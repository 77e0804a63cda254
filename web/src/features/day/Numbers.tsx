/** The numbers of one shift, or of all shifts of a day together. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseTime } from '../../api/courseTime.ts'
import { useMeasure } from '../../ui/index.ts'
import type { Figures } from './figures.ts'

interface NumbersProps {
  readonly figures: Figures
  readonly time: CourseTime
  readonly className: string | undefined
  /** More numbers behind them. */
  readonly children?: ReactNode
}

export function Numbers({ figures, time, className, children }: NumbersProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { done, total, doneM2, totalM2, needed, endMs } = figures
  return (
    <dl className={className}>
      <div>
        <dt>{t('day.figures.missions')}</dt>
        <dd>{t('day.figures.of', { done, total })}</dd>
      </div>
      <div>
        <dt>{t('day.figures.area')}</dt>
        <dd>{t('day.figures.of', { done: measure.area(doneM2), total: measure.area(totalM2) })}</dd>
      </div>
      <div>
        <dt>{t('day.figures.end')}</dt>
        <dd>{endMs === null ? t('day.figures.unknown') : time.time(new Date(endMs))}</dd>
      </div>
      <div data-tone={needed > 0 ? 'warn' : undefined}>
        <dt>{t('day.figures.needed')}</dt>
        <dd>{needed}</dd>
      </div>
      {children}
    </dl>
  )
}
