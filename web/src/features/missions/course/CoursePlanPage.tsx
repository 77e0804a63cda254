/** Plans the course: choose zones, mowers and a time, look at each mower's tour, and accept to create the missions. */
import { calls } from '@greensward/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconCalendarPlus, IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, faultText, fieldRefusals, useAct, useCan, useCourseTime } from '../../../api/index.ts'
import { CourseMapView, type PreviewDrawing } from '../../../map-view/index.ts'
import { EmptyState, ErrorState, ForbiddenState, IconButton, LoadingState, notify, Page } from '../../../ui/index.ts'
import { type Ground, useGround } from '../useGround.ts'
import { CourseFields } from './CourseFields.tsx'
import classes from './CoursePlanPage.module.css'
import { type CourseDraft, countTypes, firstDraft, mowableZones, readDraft } from './courseDraft.ts'
import { Rounds } from './Rounds.tsx'
import { type CourseJobState, useCourseJob } from './useCourseJob.ts'

export default function CoursePlanPage() {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  const ground = useGround()
  const title = t('fleetPlans.course.title')
  if (!mayPlan)
    return (
      <Page title={title}>
        <ForbiddenState />
      </Page>
    )
  if (ground.error !== null)
    return (
      <Page title={title}>
        <ErrorState error={ground.error} onRetry={ground.readAgain} />
      </Page>
    )
  if (ground.data === undefined)
    return (
      <Page title={title}>
        <LoadingState />
      </Page>
    )
  return <CoursePlanForm ground={ground.data} />
}

function CoursePlanForm({ ground }: { readonly ground: Ground }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const time = useCourseTime()
  const zones = useMemo(() => mowableZones(ground), [ground])
  const types = countTypes(ground, zones)
  const [draft, setDraft] = useState<CourseDraft>(() => firstDraft(ground, types, time.zone))
  const job = useCourseJob()
  const change = (part: Partial<CourseDraft>): void => {
    setDraft(before => ({ ...before, ...part }))
    job.setStale()
  }
  const title = draft.title || t('fleetPlans.course.nameDefault', { day: draft.day })
  const read = readDraft(draft, zones, title, time.zone)
  const refusals = fieldRefusals(job.error)
  const refusalAt = (field: string): { error?: string } => {
    const found = [...refusals].find(([name]) => name === field || name.startsWith(`${field}.`))
    return found === undefined ? {} : { error: found[1] }
  }
  const drawing = useMemo(() => drawingOf(job.plan, ground), [job.plan, ground])
  const zoneIds = read.chosen.map(({ id }) => id).join(' ')
  const fitTo = useMemo(() => (zoneIds === '' ? undefined : zoneIds.split(' ')), [zoneIds])
  const plan = (): void => {
    if (read.request !== undefined) void job.begin(read.request)
  }
  return (
    <div className={classes.page}>
      <section className={classes.form} aria-label={t('fleetPlans.course.title')}>
        <header className={classes.head}>
          <IconButton label={t('fleetPlans.course.back')} onClick={() => void navigate({ to: '/missions' })}>
            <IconArrowLeft size={24} />
          </IconButton>
          <h1 className={classes.title}>{t('fleetPlans.course.title')}</h1>
        </header>
        <div className={classes.fields}>
          <CourseFields
            ground={ground}
            types={types}
            draft={draft}
            read={read}
            title={title}
            onChange={change}
            refusalAt={refusalAt}
          />
        </div>
        <PlanButtons job={job} mayPlan={read.request !== undefined} onPlan={plan} day={draft.day} />
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
        <PlanResult job={job} ground={ground} refusals={refusals.map(([, reason]) => reason)} onRetry={plan} />
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
  readonly mayPlan: boolean
  readonly onPlan: () => void
  readonly day: string
}

function PlanButtons({ job, mayPlan, onPlan, day }: PlanButtonsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const accept = useAct(calls.fleetPlans.acceptCourse, { changes: [calls.missions.list] })
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
        disabled={!mayPlan}
        loading={job.isWorking}
        onClick={onPlan}
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
  readonly onRetry: () => void
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
          onRetry={onRetry}
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
