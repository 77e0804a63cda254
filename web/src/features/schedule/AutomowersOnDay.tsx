/** The planned starts of Husqvarna mowers on a day: they mow their own paths, so that they have no lane. */
import { lateCalls } from '@greensward/contract/late'
import { WEEKDAYS, weekdayOf } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import { useWorkAreaName } from '../../ui/text/workAreaName.ts'
import type { Day } from '../../ui/zonedTime.ts'
import classes from './ExpectedJobs.module.css'

/** Nothing where there are none; the schedule does not wait for them. */
export function AutomowersOnDay({ day }: { readonly day: Day }) {
  const { t } = useTranslation()
  const { duration } = useMeasure()
  const nameOf = useWorkAreaName()
  const { data } = useCall(lateCalls.automowerStarts.list)
  const starts = (data?.items ?? []).filter(({ weekdays }) =>
    weekdays.some(name => WEEKDAYS.indexOf(name) === weekdayOf(day)),
  )
  if (starts.length === 0) return null
  return (
    <section className={classes.expected} aria-label={t('day.automower.title')}>
      <h2>{t('day.automower.title')}</h2>
      <ul>
        {starts.map(start => {
          const isReleased = start.release !== null && day <= start.release.until
          return (
            <li key={start.id} className={classes.occurrence}>
              <b>{start.at}</b> {nameOf(start)} · {duration(start.minutes * 60)} ·{' '}
              {t(isReleased ? 'day.automower.isReleased' : 'day.automower.isNotReleased')}
            </li>
          )
        })}
      </ul>
      <Link to="/day" search={{ day }}>
        {t('day.title')}
      </Link>
    </section>
  )
}
