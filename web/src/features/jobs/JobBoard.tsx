/** All jobs of a day: how far each kind is, and what each person has. */
import { calls } from '@greensward/contract'
import { type JobRun, jobProgress, jobRuns, type StaffJob } from '@greensward/domain'
import { Button, NativeSelect } from '@mantine/core'
import { IconChecklist, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  DayInput,
  EmptyState,
  ErrorState,
  IconButton,
  LoadingState,
  notify,
  Page,
  StatusPill,
  useNow,
} from '../../ui/index.ts'
import { isDay } from '../../ui/zonedTime.ts'
import classes from './JobBoard.module.css'
import { usePlaceText } from './jobTexts.ts'
import { PlanJobs } from './PlanJobs.tsx'
import { RunSheet } from './RunSheet.tsx'
import { TONE_OF_STATUS } from './stepOutbox.ts'

const MINUTE_MS = 60_000

export function JobBoard({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const navigate = useNavigate()
  const mayPlan = useCan('jobs.plan')
  const search = useSearch({ from: '/main/jobs' })
  const now = useNow(MINUTE_MS)
  const day = search.day ?? time.dayOf(now)
  const settings = useCall(calls.settings.get)
  const jobs = useCall(calls.jobs.list, { query: { day } }, { enabled: settings.data !== undefined })
  const readings = [settings, jobs]
  const failed = loadError(readings)
  const [isPlanning, setPlanning] = useState(false)
  const [deleted, setDeleted] = useState<readonly string[]>([])
  const plan = mayPlan && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setPlanning(true)}>
      {t('jobs.board.plan')}
    </Button>
  )
  return (
    <Page
      title={t('jobs.title')}
      actions={plan}
      filters={
        <>
          {views}
          <DayInput
            aria-label={t('jobs.day')}
            value={day}
            onChange={next =>
              isDay(next) && void navigate({ to: '/jobs', search: { ...search, day: next }, replace: true })
            }
          />
          <Link to="/settings/jobKinds">{t('jobs.board.kinds')}</Link>
        </>
      }
    >
      {deleted.length > 0 && <Undo ids={deleted} onDone={() => setDeleted([])} />}
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : jobs.data === undefined ? (
        <LoadingState />
      ) : jobs.data.items.length === 0 ? (
        <EmptyState
          icon={<IconChecklist aria-hidden />}
          title={t('jobs.board.none')}
          text={t('jobs.board.noneText')}
          action={plan}
        />
      ) : (
        <Board jobs={jobs.data.items} onDeleted={setDeleted} />
      )}
      {isPlanning && <PlanJobs day={day} known={jobs.data?.items ?? []} onClose={() => setPlanning(false)} />}
    </Page>
  )
}

/** A deletion can be taken back as long as the page is open. */
function Undo({ ids, onDone }: { readonly ids: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const restore = useAct(calls.jobs.restore, { changes: [calls.jobs.list] })
  return (
    <p className={classes.undo} role="status">
      {t('jobs.board.deleted', { count: ids.length })}
      <Button
        variant="default"
        loading={restore.isPending}
        onClick={() =>
          restore.mutate(
            { body: { ids: [...ids] } },
            { onSuccess: onDone, onError: error => notify.failed(t('jobs.board.notChanged'), error) },
          )
        }
      >
        {t('jobs.board.undo')}
      </Button>
    </p>
  )
}

interface BoardProps {
  readonly jobs: readonly StaffJob[]
  readonly onDeleted: (ids: readonly string[]) => void
}

/** Open jobs come first: they need a person. */
const byPerson = (jobs: readonly StaffJob[]): (readonly [StaffJob['person'], readonly StaffJob[]])[] =>
  [...Map.groupBy(jobs, ({ person }) => JSON.stringify(person)).values()]
    .flatMap(own => (own[0] === undefined ? [] : [[own[0].person, own] as const]))
    .toSorted(([a], [b]) => (a?.fullname ?? '').localeCompare(b?.fullname ?? ''))

function Board({ jobs, onDeleted }: BoardProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string | null>(null)
  const runs = jobRuns(jobs)
  const shown = runs.find(run => run.jobs.some(({ id }) => id === opened))
  return (
    <>
      <dl className={classes.numbers}>
        {jobProgress(jobs).map(({ kind, done, notDone, total }) => (
          <div key={kind}>
            <dt>{kind}</dt>
            <dd>
              <strong>{t('jobs.board.of', { done, total })}</strong>
              <progress value={done} max={total} aria-label={t('jobs.progress', { kind, done, total })} />
              {notDone > 0 && <span className={classes.warn}>{t('jobs.notDoneCount', { count: notDone })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.people}>
        {byPerson(jobs).map(([person, own]) => (
          <section
            key={JSON.stringify(person)}
            className={classes.person}
            aria-label={person?.fullname ?? t('jobs.openShort')}
          >
            <h2>
              {person?.fullname ?? t('jobs.openShort')}
              <span>{t('jobs.minutes', { count: own.reduce((sum, job) => sum + job.plannedMinutes, 0) })}</span>
            </h2>
            <ul className={classes.runs}>
              {jobRuns(own).map(run => (
                <Run key={run.id} run={run} onOpen={() => setOpened(run.id)} onDeleted={onDeleted} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {shown !== undefined && <RunSheet run={shown} onClose={() => setOpened(null)} />}
    </>
  )
}

interface RunProps {
  readonly run: JobRun<StaffJob>
  readonly onOpen: () => void
  readonly onDeleted: (ids: readonly string[]) => void
}

function Run({ run: { jobs }, onOpen, onDeleted }: RunProps) {
  const { t } = useTranslation()
  const mayPlan = useCan('jobs.plan')
  const [{ kind, status, person }] = jobs
  const places = usePlaceText()(jobs)
  const name = `${kind}, ${places}`
  const ids = jobs.map(({ id }) => id)
  const give = useAct(calls.jobs.give, { changes: [calls.jobs.list, calls.jobs.mine] })
  const remove = useAct(calls.jobs.remove, { changes: [calls.jobs.list, calls.jobs.mine] })
  const failed = { onError: (error: Error) => notify.failed(t('jobs.board.notChanged'), error) }
  const isEnded = status === 'done' || status === 'notDone'
  return (
    <li className={classes.run} aria-label={name}>
      <div className={classes.what}>
        <strong>{kind}</strong>
        <StatusPill tone={TONE_OF_STATUS[status]}>{t(`jobs.status.${status}`)}</StatusPill>
        <span className={classes.places}>{places}</span>
      </div>
      {mayPlan && (
        <div className={classes.presses}>
          {!isEnded && (
            <PersonSelect
              label={`${t('jobs.board.give')}: ${name}`}
              personId={person?.id ?? null}
              onChange={personId => give.mutate({ body: { ids, personId } }, failed)}
            />
          )}
          <IconButton label={`${t('jobs.board.edit')}: ${name}`} onClick={onOpen}>
            <IconPencil size={20} stroke={1.75} />
          </IconButton>
          <IconButton
            label={`${t('jobs.board.delete')}: ${name}`}
            color="error"
            onClick={() => remove.mutate({ body: { ids } }, { ...failed, onSuccess: () => onDeleted(ids) })}
          >
            <IconTrash size={20} stroke={1.75} />
          </IconButton>
        </div>
      )}
    </li>
  )
}

interface PersonSelectProps {
  readonly label: string
  readonly personId: number | null
  readonly onChange: (personId: number | null) => void
}

function PersonSelect({ label, personId, onChange }: PersonSelectProps) {
  const { t } = useTranslation()
  const people = useCall(calls.jobs.people)
  return (
    <NativeSelect
      aria-label={label}
      value={personId === null ? '' : String(personId)}
      onChange={event => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      data={[
        { value: '', label: t('jobs.openShort') },
        ...(people.data?.items ?? []).map(({ id, fullname }) => ({ value: String(id), label: fullname })),
      ]}
    />
  )
}
