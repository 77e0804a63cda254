/** Whether service is due, and what is left until then, in one line. */
import type { ServiceDue } from '@greensward/domain'
import { IconAlertTriangle, IconCircleCheck, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { StatusPill, type Tone, useMeasure } from '../../ui/index.ts'
import classes from './VehiclePage.module.css'

const LOOK: Readonly<Record<'fine' | 'soon' | 'due', { readonly tone: Tone; readonly Icon: typeof IconTool }>> = {
  fine: { tone: 'success', Icon: IconCircleCheck },
  soon: { tone: 'warn', Icon: IconAlertTriangle },
  due: { tone: 'error', Icon: IconTool },
}

export function ServiceState({ due }: { readonly due: ServiceDue }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  if (due.state === 'none') return <span className={classes.unknown}>{t('garage.service.unplanned')}</span>
  const { tone, Icon } = LOOK[due.state]
  const left = (hours: number, of: 'engine' | 'blade'): string =>
    t(`garage.service.${hours >= 0 ? 'left' : 'over'}.${of}`, { hours: measure.duration(Math.abs(hours) * 3_600) })
  const words = [
    due.engineHoursLeft === null ? null : left(due.engineHoursLeft, 'engine'),
    due.bladeHoursLeft === null ? null : left(due.bladeHoursLeft, 'blade'),
    due.dueAt === null ? null : t('garage.service.by', { date: time.date(due.dueAt) }),
  ].filter(word => word !== null)
  return (
    <span className={classes.due}>
      <StatusPill tone={tone} icon={<Icon aria-hidden />}>
        {t(`garage.service.state.${due.state}`)}
      </StatusPill>
      <small>{words.join(' · ')}</small>
    </span>
  )
}
