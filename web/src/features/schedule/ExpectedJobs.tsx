import type { Mower, SeriesDay } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useCourseTime } from '../../api/index.ts'
import { useMeasure } from '../../ui/index.ts'
import type { Day } from '../../ui/zonedTime.ts'
import classes from './ExpectedJobs.module.css'
import { type ExpectedDay, type ExpectedPlan, expectedCount, plannedCount } from './expectedJobs.ts'

interface ExpectedProps {
  readonly day: Day
  readonly expected: ExpectedDay | undefined
}

/** What is expected on a day and has no mission yet: jobs by standing plan, then series. */
export function ExpectedJobs({ day, expected, mowers }: ExpectedProps & { readonly mowers: readonly Mower[] }) {
  if (expected === undefined) return null
  return (
    <>
      {plannedCount(expected.plans) > 0 && <OfPlans day={day} plans={expected.plans} />}
      {expected.series.length > 0 && <OfSeries series={expected.series} mowers={mowers} />}
    </>
  )
}

/** The jobs by plan, and the press that makes their missions. */
function OfPlans({ day, plans }: { readonly day: Day; readonly plans: readonly ExpectedPlan[] }) {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const measure = useMeasure()
  const course = useCourseTime()
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

/** The missions that series are going to have: they are made without a press. */
function OfSeries({ series, mowers }: { readonly series: readonly SeriesDay[]; readonly mowers: readonly Mower[] }) {
  const { t } = useTranslation()
  const course = useCourseTime()
  return (
    <section className={classes.expected} aria-label={t('schedule.expected.ofSeries')}>
      <h2>{t('schedule.expected.ofSeries')}</h2>
      <ul>
        {series.map(({ seriesId, title, startsAt, mowerId }) => (
          <li key={seriesId} className={classes.occurrence}>
            <b>{course.time(startsAt)}</b> {title} · {mowers.find(({ id }) => id === mowerId)?.name ?? '–'}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number of jobs of a day that are not missions yet; opens the day. */
export function ExpectedCount({ day, expected }: ExpectedProps) {
  const { t } = useTranslation()
  const count = expectedCount(expected)
  return count === 0 ? null : (
    <Link to="/schedule" search={{ view: 'day', day }} className={classes.count}>
      {t('schedule.expected.count', { count })}
    </Link>
  )
}
