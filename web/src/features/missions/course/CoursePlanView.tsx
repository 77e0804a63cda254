/** The page of a plan of the course: its choices, the map with each mower's tour, the tours, and the button that accepts them. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconCalendarPlus, IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, faultText, fieldRefusals, useAct } from '../../../api/index.ts'
import { CourseMapView, type PreviewDrawing } from '../../../map-view/index.ts'
import { EmptyState, ErrorState, IconButton, notify } from '../../../ui/index.ts'
import type { Ground } from '../useGround.ts'
import classes from './CoursePlanPage.module.css'
import { Rounds } from './Rounds.tsx'
import type { CourseJobState } from './useCourseJob.ts'

interface CoursePlanViewProps {
  readonly title: string
  readonly backTo: '/missions' | '/plans'
  readonly ground: Ground
  readonly job: CourseJobState
  /** The day that the schedule shows once the missions are made. */
  readonly day: string
  /** What the map shows. */
  readonly zoneIds: readonly string[]
  /** Undefined while something is missing. */
  readonly onPlan: (() => void) | undefined
  /** The choices. */
  readonly children: ReactNode
}

export function CoursePlanView({ title, backTo, ground, job, day, zoneIds, onPlan, children }: CoursePlanViewProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const refusals = fieldRefusals(job.error)
  const drawing = useMemo(() => drawingOf(job.plan, ground), [job.plan, ground])
  const shown = zoneIds.join(' ')
  const fitTo = useMemo(() => (shown === '' ? undefined : shown.split(' ')), [shown])
  return (
    <div className={classes.page}>
      <section className={classes.form} aria-label={title}>
        <header className={classes.head}>
          <IconButton
            label={t(backTo === '/plans' ? 'fleetPlans.standing.back' : 'fleetPlans.course.back')}
            onClick={() => void navigate({ to: backTo })}
          >
            <IconArrowLeft size={24} />
          </IconButton>
          <h1 className={classes.title}>{title}</h1>
        </header>
        <div className={classes.fields}>{children}</div>
        <PlanButtons job={job} onPlan={onPlan} day={day} />
      </section>
      <section className={classes.map} aria-label={t('fleetPlans.course.map')}>
        <CourseMapView
          label={t('fleetPlans.course.map')}
          preview={drawing}
          {...(fitTo === undefined ? {} : { fitTo })}
          controls="plain"
        />
      </section>
      <section className={classes.result} aria-label={t('fleetPlans.course.result')}>
        <PlanResult job={job} ground={ground} refusals={refusals.map(([, reason]) => reason)} onRetry={onPlan} />
      </section>
    </div>
  )
}

/** Each mower's tour in its colour. */
const drawingOf = (plan: CourseJobState['plan'], ground: Ground): PreviewDrawing | null =>
  plan === null
    ? null
    : {
        featureId: null,
        legs: [],
        uncovered: [],
        approach: null,
        parts: plan.rounds
          .filter(({ stops }) => stops.length > 0)
          .map(({ mowerId, stops }) => ({
            kind: 'ways' as const,
            colour: ground.mowers.find(({ id }) => id === mowerId)?.color ?? '#0b7390',
            lines: stops.map(({ way }) => way),
            stops: stops.flatMap(({ way }) => way.slice(-1)),
          })),
      }

interface PlanButtonsProps {
  readonly job: CourseJobState
  readonly onPlan: (() => void) | undefined
  readonly day: string
}

function PlanButtons({ job, onPlan, day }: PlanButtonsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const accept = useAct(lateCalls.fleetPlans.acceptCourse, { changes: [calls.missions.list, calls.standingPlans.days] })
  const { plan } = job
  const count = plan?.rounds.reduce((sum, { stops }) => sum + stops.length, 0) ?? 0
  const acceptAll = async (): Promise<void> => {
    if (job.id === null) return
    try {
      const { items } = await accept.mutateAsync({ params: { id: job.id } })
      notify.done(t('fleetPlans.course.accepted', { count: items.length }))
      void navigate({ to: '/schedule', search: { day } })
    } catch (error) {
      notify.failed(t('fleetPlans.course.notAccepted'), error)
    }
  }
  return (
    <footer className={classes.foot}>
      <Button
        h={48}
        variant={plan === null || job.isStale ? 'filled' : 'default'}
        leftSection={<IconRoute size={20} />}
        disabled={onPlan === undefined}
        loading={job.isWorking}
        onClick={() => onPlan?.()}
      >
        {t(plan === null ? 'fleetPlans.course.plan' : 'fleetPlans.course.planAgain')}
      </Button>
      {count > 0 && (
        <Button
          h={48}
          leftSection={<IconCalendarPlus size={20} />}
          disabled={job.isStale || job.isWorking}
          loading={accept.isPending}
          onClick={() => void acceptAll()}
        >
          {t('fleetPlans.course.accept', { count })}
        </Button>
      )}
    </footer>
  )
}

interface PlanResultProps {
  readonly job: CourseJobState
  readonly ground: Ground
  readonly refusals: readonly string[]
  readonly onRetry: (() => void) | undefined
}

function PlanResult({ job, ground, refusals, onRetry }: PlanResultProps) {
  const { t } = useTranslation()
  const { plan } = job
  return (
    <>
      {job.isWorking ? (
        <div className={classes.progress} role="status">
          <span>
            {job.state === 'ordering'
              ? t('fleetPlans.course.ordering')
              : t('fleetPlans.course.measuring', { done: job.done, total: job.total })}
          </span>
          <progress value={job.done} max={Math.max(1, job.total)} aria-label={t('fleetPlans.course.plan')} />
        </div>
      ) : job.error !== null || job.reason !== null ? (
        <ErrorState
          error={`${t('fleetPlans.course.failed')}: ${job.reason === null ? [errorText(job.error), ...refusals].join(' ') : faultText(job.reason)}`}
          {...(onRetry === undefined ? {} : { onRetry })}
        />
      ) : plan === null ? (
        <EmptyState title={t('fleetPlans.course.empty')} text={t('fleetPlans.course.emptyText')} />
      ) : (
        <>
          {job.isStale && (
            <p className={classes.stale} role="status">
              {t('fleetPlans.course.stale')}
            </p>
          )}
          <Rounds plan={plan} ground={ground} />
        </>
      )}
    </>
  )
}
