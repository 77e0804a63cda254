import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useCourseTime } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import type { Day } from '../../ui/zonedTime.ts'
import classes from './ExpectedJobs.module.css'
import { type ExpectedPlan, expectedCount } from './expectedJobs.ts'

interface ExpectedProps {
  readonly day: Day
  readonly plans: readonly ExpectedPlan[] | undefined
}

/** The jobs of a day that are not missions yet, by plan, and the press that makes them. */
export function ExpectedJobs({ day, plans = [] }: ExpectedProps) {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const measure = useMeasure()
  const course = useCourseTime()
  if (expectedCount(plans) === 0) return null
  return (
    <section className={classes.expected} aria-label={t('schedule.expected.title')}>
      <h2>{t('schedule.expected.title')}</h2>
      <ul>
        {plans.map(({ planId, name, jobs }) => (
          <li key={planId}>
            <details>
              <summary>
                <b>{name}</b> {course.time(jobs[0]?.startsAt ?? '')}–{course.time(jobs[0]?.endsAt ?? '')} ·{' '}
                {t('plans.zones', { count: jobs.length })} ·{' '}
                {measure.area(jobs.reduce((sum, { areaM2 }) => sum + areaM2, 0))}
              </summary>
              <p>{jobs.map(({ title }) => title).join(', ')}</p>
            </details>
          </li>
        ))}
      </ul>
      {mayPlan && (
        <Link to="/missions/course" search={{ standing: day }}>
          {t('schedule.expected.make')}
        </Link>
      )}
    </section>
  )
}

/** The number of jobs of a day that are not missions yet; opens the day. */
export function ExpectedCount({ day, plans }: ExpectedProps) {
  const { t } = useTranslation()
  const count = expectedCount(plans)
  return count === 0 ? null : (
    <Link to="/schedule" search={{ view: 'day', day }} className={classes.count}>
      {t('schedule.expected.count', { count })}
    </Link>
  )
}
