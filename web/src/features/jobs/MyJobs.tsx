/** The jobs of one person today, on a phone: start, done, not done, also while the network is gone. */
import { calls } from '@greensward/contract'
import type { StaffJob, StaffJobStep } from '@greensward/domain'
import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChecklist, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf, live, useCall, useCourseTime, useProfile } from '../../api/index.ts'
import { useUnsent } from '../../api/useUnsent.ts'
import { EmptyState, notify, Page, QueryState, Sheet, StatusPill } from '../../ui/index.ts'
import { usePlaceText } from './jobTexts.ts'
import classes from './MyJobs.module.css'
import { sendStep, stepNow, stepOutbox, TONE_OF_STATUS, type WaitingStep, withSteps } from './stepOutbox.ts'

const isEnded = ({ status }: StaffJob): boolean => status === 'done' || status === 'notDone'
const MINE = keyOf(calls.jobs.mine, {})

/** Sends a step; its answer is on the screen before the step is forgotten. */
const useSendStep = () => {
  const client = useQueryClient()
  return useCallback(
    async (waiting: WaitingStep): Promise<void> => {
      const sent = await sendStep(waiting)
      await client.cancelQueries({ queryKey: MINE, exact: true })
      client.setQueryData<{ day: string; items: StaffJob[] }>(
        MINE,
        known => known && { ...known, items: known.items.map(job => (job.id === sent.id ? sent : job)) },
      )
    },
    [client],
  )
}

export function MyJobs({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation()
  const profile = useProfile()
  const query = useCall(calls.jobs.mine, {})
  const me = { id: profile?.id ?? null, fullname: profile?.fullname ?? '' }
  const send = useSendStep()
  const waiting = useUnsent(stepOutbox, String(profile?.id ?? ''), send)
  const jobs = withSteps(query.data?.items ?? [], waiting, me)
  const own = jobs.filter(({ person }) => person !== null)
  const done = own.filter(({ status }) => status === 'done').length
  return (
    <Page
      title={t('jobs.myJobs')}
      hint={own.length > 0 && t('jobs.mine.count', { done, total: own.length })}
      filters={views}
    >
      <Remarks waiting={waiting} readAtMs={query.dataUpdatedAt} />
      {query.data !== undefined ? (
        <MyList jobs={jobs} personId={String(me.id ?? '')} send={send} />
      ) : (
        <QueryState query={query} />
      )}
    </Page>
  )
}

/** That the connection is lost, what waits for it, and what was refused. */
function Remarks({ waiting, readAtMs }: { readonly waiting: readonly WaitingStep[]; readonly readAtMs: number }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const isLost = useSyncExternalStore(live.onState, () => live.state().status === 'lost')
  const unsent = waiting.filter(({ refusal }) => refusal === null).length
  const refused = waiting.filter(({ refusal }) => refusal !== null)
  return (
    <div className={classes.remarks} aria-live="polite">
      {isLost && readAtMs > 0 && (
        <p className={classes.remark}>{t('jobs.mine.stale', { time: time.time(new Date(readAtMs)) })}</p>
      )}
      {unsent > 0 && <p className={classes.remark}>{t('jobs.mine.waiting', { count: unsent })}</p>}
      {refused.map(({ requestId, title, refusal }) => (
        <p key={requestId} className={classes.remark} data-tone="error" role="alert">
          <IconAlertTriangle size={20} aria-hidden />
          <span>{t('jobs.mine.refused', { job: title, reason: refusal })}</span>
          <Button variant="default" onClick={() => void stepOutbox.remove(requestId)}>
            {t('jobs.mine.forget')}
          </Button>
        </p>
      ))}
    </div>
  )
}

interface MyListProps {
  readonly jobs: readonly StaffJob[]
  readonly personId: string
  readonly send: (step: WaitingStep) => Promise<void>
}

function MyList({ jobs, personId, send }: MyListProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const [failing, setFailing] = useState<StaffJob | null>(null)
  const take = (job: StaffJob, step: StaffJobStep['step'], reason: string | null = null): void => {
    const title = `${placeText([job])}, ${job.kind}`
    const pressed = stepNow(personId, job.id, title, { step, minutes: null, reason })
    // A browser that keeps nothing can only send at once.
    stepOutbox
      .put(pressed)
      .catch(() => send(pressed))
      .catch((error: unknown) => notify.failed(title, error))
  }
  if (jobs.length === 0)
    return (
      <EmptyState icon={<IconChecklist aria-hidden />} title={t('jobs.mine.none')} text={t('jobs.mine.noneText')} />
    )
  const groups = [
    { key: 'own', title: null, jobs: jobs.filter(job => job.person !== null && !isEnded(job)) },
    { key: 'open', title: t('jobs.mine.openJobs'), jobs: jobs.filter(job => job.person === null && !isEnded(job)) },
    { key: 'ended', title: t('jobs.mine.ended'), jobs: jobs.filter(isEnded) },
  ].filter(group => group.jobs.length > 0)
  return (
    <>
      {groups.map(group => (
        // One's own jobs are what the page is named after.
        <section key={group.key} {...(group.title === null ? {} : { 'aria-label': group.title })}>
          {group.title !== null && <h2 className={classes.heading}>{group.title}</h2>}
          <ul className={classes.list}>
            {group.jobs.map(job => (
              <MyJob key={job.id} job={job} onStep={step => take(job, step)} onNotDone={() => setFailing(job)} />
            ))}
          </ul>
        </section>
      ))}
      {failing !== null && (
        <ReasonSheet
          onClose={() => setFailing(null)}
          onReason={reason => {
            take(failing, 'notDone', reason)
            setFailing(null)
          }}
        />
      )}
    </>
  )
}

interface MyJobProps {
  readonly job: StaffJob
  readonly onStep: (step: StaffJobStep['step']) => void
  readonly onNotDone: () => void
}

function MyJob({ job, onStep, onNotDone }: MyJobProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const title = usePlaceText()([job])
  const facts =
    job.status === 'working' && job.startedAt !== null
      ? t('jobs.mine.since', { time: time.time(job.startedAt) })
      : !isEnded(job)
        ? t('jobs.minutes', { count: job.plannedMinutes })
        : job.minutes === null
          ? t('jobs.mine.tookUnknown')
          : t('jobs.mine.took', { count: job.minutes })
  return (
    <li className={classes.job} data-status={job.status} aria-label={`${title}, ${job.kind}`}>
      <div className={classes.what}>
        <strong>{title}</strong>
        <StatusPill tone={TONE_OF_STATUS[job.status]}>{t(`jobs.status.${job.status}`)}</StatusPill>
        <span className={classes.kind}>
          {job.kind} · {facts}
        </span>
        {job.note !== '' && <span className={classes.note}>{job.note}</span>}
        {job.reason !== null && <span className={classes.note}>{job.reason}</span>}
      </div>
      <div className={classes.presses}>
        {job.status === 'planned' && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconPlayerPlay size={20} />}
            onClick={() => onStep('start')}
          >
            {t('jobs.mine.start')}
          </Button>
        )}
        {!isEnded(job) && (
          <>
            <Button size="md" leftSection={<IconCheck size={20} />} onClick={() => onStep('done')}>
              {t('jobs.mine.done')}
            </Button>
            <Button size="md" variant="default" leftSection={<IconX size={20} />} onClick={onNotDone}>
              {t('jobs.mine.notDone')}
            </Button>
          </>
        )}
        {isEnded(job) && (
          <Button size="md" variant="default" onClick={() => onStep('reopen')}>
            {t('jobs.mine.takeBack')}
          </Button>
        )}
      </div>
    </li>
  )
}

const REASONS = ['noTime', 'tooWet', 'closed', 'broken'] as const

interface ReasonSheetProps {
  readonly onReason: (reason: string) => void
  readonly onClose: () => void
}

/** The usual reasons are one press; another one is typed. */
function ReasonSheet({ onReason, onClose }: ReasonSheetProps) {
  const { t } = useTranslation()
  const [other, setOther] = useState('')
  return (
    <Sheet opened onClose={onClose} title={t('jobs.reason.title')}>
      <div className={classes.reasons}>
        {REASONS.map(name => (
          <Button key={name} size="md" variant="default" onClick={() => onReason(t(`jobs.reason.${name}`))}>
            {t(`jobs.reason.${name}`)}
          </Button>
        ))}
        <TextInput
          label={t('jobs.reason.other')}
          value={other}
          maxLength={200}
          onChange={event => setOther(event.currentTarget.value)}
        />
        <Button size="md" disabled={other.trim() === ''} onClick={() => onReason(other.trim())}>
          {t('jobs.reason.save')}
        </Button>
      </div>
    </Sheet>
  )
}
