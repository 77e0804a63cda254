/** Jobs for people beside the machines: how far each kind is, and who has what. */
import { calls } from '@greensward/contract'
import { jobProgress, jobRuns, placeRanges, type StaffJob } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/index.ts'
import { Panel, QueryState, StatusPill, type Tone } from '../../ui/index.ts'
import classes from './PeopleJobs.module.css'

const TONES: Readonly<Record<StaffJob['status'], Tone>> = {
  planned: 'neutral',
  working: 'main',
  done: 'success',
  notDone: 'warn',
}

export function PeopleJobs({ day }: { readonly day: string }) {
  const { t } = useTranslation()
  const query = useCall(calls.jobs.list, { query: { day } })
  return (
    <Panel
      title={t('jobs.people.title')}
      actions={
        <Link to="/jobs" search={{ view: 'board', day }}>
          {t('jobs.people.board')}
        </Link>
      }
    >
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.items.length === 0 ? (
        <p className={classes.none}>{t('jobs.people.none')}</p>
      ) : (
        <Jobs jobs={query.data.items} />
      )}
    </Panel>
  )
}

function Jobs({ jobs }: { readonly jobs: readonly StaffJob[] }) {
  const { t } = useTranslation()
  const placeText = (own: readonly StaffJob[]): string =>
    placeRanges(own)
      .map(({ isHole, from, to }) =>
        !isHole ? from : from === to ? t('jobs.hole', { name: from }) : t('jobs.holes', { from, to }),
      )
      .join(', ')
  return (
    <>
      <ul className={classes.progress}>
        {jobProgress(jobs).map(({ kind, done, notDone, total }) => (
          <li key={kind}>
            {t('jobs.progress', { kind, done, total })}
            {notDone > 0 && <span className={classes.warn}>, {t('jobs.notDoneCount', { count: notDone })}</span>}
          </li>
        ))}
      </ul>
      <ul className={classes.runs}>
        {jobRuns(jobs).map(({ id, jobs: own }) => (
          <li key={id}>
            <strong>
              {own[0].kind}, {placeText(own)}
            </strong>
            <span>
              {own[0].person?.fullname ?? t('jobs.openShort')} ·{' '}
              {t('jobs.minutes', { count: own.reduce((sum, job) => sum + job.plannedMinutes, 0) })}
            </span>
            <StatusPill tone={TONES[own[0].status]}>{t(`jobs.status.${own[0].status}`)}</StatusPill>
          </li>
        ))}
      </ul>
    </>
  )
}
