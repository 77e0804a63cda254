/** Makes the missions of a day from the standing plans: planned at once when it opens, shown, and accepted. */
import { calls, type PlannedDay } from '@greensward/contract'
import type { StandingPlan } from '@greensward/domain'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useCall, useCourseTime } from '../../../api/index.ts'
import { DayInput, EmptyState, ErrorState, LoadingState, Page, useMeasure } from '../../../ui/index.ts'
import { isDay } from '../../../ui/zonedTime.ts'
import type { Ground } from '../useGround.ts'
import classes from './CoursePlanPage.module.css'
import { CoursePlanView } from './CoursePlanView.tsx'
import { type StandingRequest, standingRequest } from './standingRequest.ts'
import { useCourseJob } from './useCourseJob.ts'

interface StandingCourseProps {
  readonly ground: Ground
  readonly day: string
}

export function StandingCourse({ ground, day }: StandingCourseProps) {
  const { t } = useTranslation()
  const days = useCall(calls.standingPlans.days, { query: { from: day, to: day } })
  const plans = useCall(calls.standingPlans.list, { query: { perPage: 500 } })
  const readings = [days, plans]
  const failed = loadError(readings)
  const [planned] = days.data?.items ?? []
  if (failed === null && planned !== undefined && plans.data !== undefined)
    return <StandingForm key={day} ground={ground} planned={planned} plans={plans.data.items} />
  return (
    <Page title={t('fleetPlans.standing.title')}>
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : days.data === undefined || plans.data === undefined ? (
        <LoadingState />
      ) : (
        <EmptyState title={t('fleetPlans.standing.nothing')} text={t('fleetPlans.standing.nothingText')} />
      )}
    </Page>
  )
}

interface StandingFormProps {
  readonly ground: Ground
  readonly planned: PlannedDay
  readonly plans: readonly StandingPlan[]
}

function StandingForm({ ground, planned: { day, jobs }, plans }: StandingFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const course = useCourseTime()
  const job = useCourseJob()
  const title = t('fleetPlans.course.nameDefault', { day })
  const read = useMemo(() => standingRequest(jobs, day, title, ground, Date.now()), [jobs, day, title, ground])
  const { request } = read
  const isBegun = useRef(false)
  const { begin } = job
  useEffect(() => {
    if (isBegun.current || request === undefined) return
    isBegun.current = true
    void begin(request)
  }, [request, begin])
  const plan = (): void => {
    // Time passes while a person looks.
    const now = standingRequest(jobs, day, title, ground, Date.now()).request
    if (now !== undefined) void begin(now)
  }
  return (
    <CoursePlanView
      title={t('fleetPlans.standing.title')}
      backTo="/plans"
      ground={ground}
      job={job}
      day={day}
      zoneIds={read.jobs.map(({ featureId }) => featureId)}
      onPlan={request === undefined ? undefined : plan}
    >
      <DayInput
        label={t('fleetPlans.course.day')}
        value={day}
        onChange={standing => {
          if (isDay(standing)) void navigate({ to: '/missions/course', search: { standing }, replace: true })
        }}
      />
      <p className={classes.note}>{course.longDate(`${day}T12:00:00Z`)}</p>
      <PlansOfDay read={read} plans={plans} />
      <NotPlannedNow read={read} />
    </CoursePlanView>
  )
}

/** The plans of the day, each with its zones that are planned now. */
function PlansOfDay({ read, plans }: { readonly read: StandingRequest; readonly plans: readonly StandingPlan[] }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const course = useCourseTime()
  const groups = [...Map.groupBy(read.jobs, ({ planId }) => planId)]
  if (groups.length === 0)
    return (
      <p className={classes.note} role="status">
        {t('fleetPlans.standing.nothing')} <Link to="/plans">{t('fleetPlans.standing.toPlans')}</Link>
      </p>
    )
  return (
    <ul className={classes.plans}>
      {groups.map(([planId, jobs]) => (
        <li key={planId}>
          <b>{plans.find(({ id }) => id === planId)?.name ?? '–'}</b>
          <span>
            {t('fleetPlans.course.typeCount', { count: jobs.length })} ·{' '}
            {measure.area(jobs.reduce((sum, { areaM2 }) => sum + areaM2, 0))} · {course.time(jobs[0]?.startsAt ?? '')}–
            {course.time(jobs[0]?.endsAt ?? '')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Jobs of the day that are not planned now, and why. */
function NotPlannedNow({ read }: { readonly read: StandingRequest }) {
  const { t } = useTranslation()
  return (
    <>
      {(['made', 'late', 'noMower', 'beyond'] as const)
        .filter(name => read[name].length > 0)
        .map(name => (
          <p key={name} className={classes.note} data-left={name}>
            {t(`fleetPlans.standing.${name}`, { count: read[name].length })}
          </p>
        ))}
    </>
  )
}
