/** What the planner left out of a shift, with the reason and what would make it fit, and which mowers it planned without charging. */
import type { Mission, Shift, ShiftRemedy } from '@greensward/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import classes from './DayPage.module.css'

interface LeftProps {
  readonly shift: Shift
  readonly missions: readonly Mission[]
  readonly nameOf: (mowerId: string) => string
}

export function Left({ shift: { plan }, missions, nameOf }: LeftProps) {
  const { t } = useTranslation()
  if (plan === undefined || plan.left.length + plan.withoutCharge.length === 0) return null
  return (
    <div className={classes.notes}>
      {plan.left.length > 0 && (
        <section aria-label={t('day.left')}>
          <h3>
            <IconAlertTriangle size={20} aria-hidden /> {t('day.left')} ({plan.left.length})
          </h3>
          <ul>
            {plan.left.map(({ missionId, mowerId, reason, remedies }) => {
              const mission = missions.find(({ id }) => id === missionId)
              return (
                <li key={missionId}>
                  {mission === undefined ? (
                    <b>{t('day.gone')}</b>
                  ) : (
                    <Link to="/missions/$id" params={{ id: missionId }} className={classes.taskTitle}>
                      {mission.title}
                    </Link>
                  )}
                  <span>
                    {nameOf(mowerId)}: {t(`day.leftReasons.${reason}`)}
                  </span>
                  {remedies.length > 0 && <Remedies remedies={remedies} />}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {plan.withoutCharge.map(({ mowerId, reason }) => (
        <p key={mowerId}>
          {nameOf(mowerId)}: {t('day.withoutCharge')} {t(`day.withoutChargeReasons.${reason}`)}
        </p>
      ))}
    </div>
  )
}

export function Remedies({ remedies }: { readonly remedies: readonly ShiftRemedy[] }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const textOf = (remedy: ShiftRemedy): string => {
    if (remedy.kind === 'until') return t('day.remedies.until', { until: time.time(remedy.until) })
    return remedy.kind === 'chargeFirst'
      ? t('day.remedies.chargeFirst', { charge: measure.share(remedy.share) })
      : t('day.remedies.oneMoreMower')
  }
  return (
    <span>
      <b>{t('day.wouldFit')}</b> {remedies.map(textOf).join(` ${t('day.or')} `)}
    </span>
  )
}
