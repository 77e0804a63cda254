/** What the planner left out of a shift, with the reason and what would make it fit, and which mowers it planned without charging. */
import type { Mission, Shift, ShiftPlan, ShiftRemedy } from '@greensward/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import classes from './DayPage.module.css'

interface LeftProps {
  readonly shift: Shift
  readonly missions: readonly Mission[]
  readonly nameOf: (mowerId: string) => string
}

export function Left({ shift: { plan, until }, missions, nameOf }: LeftProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  if (plan === undefined || plan.left.length + plan.withoutCharge.length === 0) return null
  return (
    <div className={classes.notes}>
      <LeftMissions
        left={plan.left}
        nameOf={nameOf}
        titleOf={missionId => {
          const mission = missions.find(({ id }) => id === missionId)
          return mission === undefined ? (
            <b>{t('day.gone')}</b>
          ) : (
            <Link to="/missions/$id" params={{ id: missionId }} className={classes.taskTitle}>
              {mission.title}
            </Link>
          )
        }}
        newTimeOf={missionId => {
          const startsAt = missions.find(({ id }) => id === missionId)?.startsAt ?? null
          return startsAt === null || Date.parse(startsAt) < Date.parse(until) ? null : time.dateTime(startsAt)
        }}
      />
      {plan.withoutCharge.map(({ mowerId, reason }) => (
        <p key={mowerId}>
          {nameOf(mowerId)}: {t('day.withoutCharge')} {t(`day.withoutChargeReasons.${reason}`)}
        </p>
      ))}
    </div>
  )
}

interface LeftMissionsProps {
  /** `isNew` where a plan made again is compared with the one before. */
  readonly left: readonly (ShiftPlan['left'][number] & { readonly isNew?: boolean })[]
  readonly nameOf: (mowerId: string) => string
  readonly titleOf: (missionId: string) => ReactNode
  /** Once it was put off; null before. */
  readonly newTimeOf?: (missionId: string) => string | null
}

/** Missions that have no room in a shift; nothing where all have. */
export function LeftMissions({ left, nameOf, titleOf, newTimeOf = () => null }: LeftMissionsProps) {
  const { t } = useTranslation()
  if (left.length === 0) return null
  return (
    <section aria-label={t('day.left')}>
      <h3>
        <IconAlertTriangle size={20} aria-hidden /> {t('day.left')} ({left.length})
      </h3>
      <ul>
        {left.map(({ missionId, mowerId, reason, remedies, isNew = true }) => {
          const at = newTimeOf(missionId)
          return (
            <li key={missionId}>
              {titleOf(missionId)}
              <span>
                {nameOf(mowerId)}: {t(`day.leftReasons.${reason}`)}
              </span>
              {!isNew && <span className={classes.taskWhy}>{t('day.replan.leftBefore')}</span>}
              {at !== null && <span>{t('day.putOff.to', { at })}</span>}
              {at === null && remedies.length > 0 && <Remedies remedies={remedies} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Remedies({ remedies }: { readonly remedies: readonly ShiftRemedy[] }) {
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
