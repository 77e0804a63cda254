/** What the wall shows: numbers first, what needs a person, a lane for each mower, and the jobs of people. */
import type { ShiftOfDay, WallDay } from '@greensward/contract'
import { attentionOf, isEnded, jobProgress, type RouteState, type ShiftRoute, type StaffJob } from '@greensward/domain'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { makeCourseTime } from '../../../api/index.ts'
import { StatusPill, type Tone, useMeasure, useNow } from '../../../ui/index.ts'
import { saidText } from '../../../ui/text/whyText.ts'
import { figuresOfDay } from '../figures.ts'
import { Numbers } from '../Numbers.tsx'
import classes from './WallBoard.module.css'

interface WallBoardProps {
  readonly day: WallDay
  readonly receivedAtMs: number
  readonly isLost: boolean
}

/** What fits on the screen without scrolling; how many more there are is said. */
const MOST_LANES = 8
const MOST_NEEDS = 2
const MOST_KINDS = 6

const TONES: Readonly<Record<RouteState, Tone>> = {
  waiting: 'neutral',
  running: 'main',
  paused: 'warn',
  done: 'success',
}

interface WallLane {
  readonly route: ShiftRoute
  readonly item: ShiftOfDay
}

export function WallBoard({ day, receivedAtMs, isLost }: WallBoardProps) {
  const { t, i18n } = useTranslation()
  const now = useNow(1_000).getTime()
  const time = makeCourseTime(day.timeZone, i18n.language)
  const ageS = Math.max(0, Math.round((now - receivedAtMs) / 1_000))
  // The clock of the screen may be wrong; the server's continues from the moment of its answer.
  const at = new Date(Date.parse(day.at) + (now - receivedAtMs))
  const lanes = day.shifts
    .flatMap(item => item.shift.routes.map((route): WallLane => ({ route, item })))
    // What needs a person is on top.
    .toSorted((a, b) => Number(attentionOf(b.route) !== null) - Number(attentionOf(a.route) !== null))
  const jobsDone = day.jobs.filter(({ status }) => status === 'done').length
  const nameOf = (id: string): string => day.mowers.find(mower => mower.id === id)?.name ?? '–'
  return (
    <div className={classes.wall} data-lost={isLost || undefined}>
      <header className={classes.head}>
        <h1>{day.courseName}</h1>
        <span className={classes.date}>{time.date(at)}</span>
        <span className={classes.age} role="status" data-lost={isLost || undefined}>
          {isLost ? (
            <>
              <IconPlugConnectedX size={36} aria-hidden /> {t('wall.lost', { time: time.time(day.at) })}
            </>
          ) : (
            t('wall.age', { count: ageS })
          )}
        </span>
        <strong className={classes.clock}>{time.time(at)}</strong>
      </header>
      <Numbers figures={figuresOfDay(day.shifts, at.getTime())} time={time} className={classes.numbers}>
        <div>
          <dt>{t('jobs.title')}</dt>
          <dd>{t('day.figures.of', { done: jobsDone, total: day.jobs.length })}</dd>
        </div>
      </Numbers>
      <Needs lanes={lanes} nameOf={nameOf} />
      <div className={classes.columns}>
        <section aria-label={t('wall.mowers')}>
          <h2>{t('wall.mowers')}</h2>
          {lanes.length === 0 && <p className={classes.none}>{t('day.none')}</p>}
          <ul>
            {lanes.slice(0, MOST_LANES).map(({ route, item }) => (
              <Lane key={`${item.shift.id} ${route.mowerId}`} route={route} item={item} name={nameOf(route.mowerId)} />
            ))}
          </ul>
          <More count={lanes.length - MOST_LANES} />
        </section>
        <People jobs={day.jobs} />
      </div>
    </div>
  )
}

function More({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  return count > 0 ? <p className={classes.none}>{t('wall.more', { count })}</p> : null
}

interface NeedsProps {
  readonly lanes: readonly WallLane[]
  readonly nameOf: (id: string) => string
}

function Needs({ lanes, nameOf }: NeedsProps) {
  const { t, i18n } = useTranslation()
  const needs = lanes.flatMap(({ route }) => {
    const why = attentionOf(route)
    return why === null ? [] : [{ mowerId: route.mowerId, why }]
  })
  if (needs.length === 0) return null
  return (
    <section className={classes.needs} aria-label={t('day.needs')}>
      {needs.slice(0, MOST_NEEDS).map(({ mowerId, why }) => (
        <p key={mowerId}>
          <IconAlertTriangle size={40} aria-hidden />
          <span>
            <strong>{nameOf(mowerId)}</strong> {saidText(why, i18n) ?? why.code}
          </span>
        </p>
      ))}
      <More count={needs.length - MOST_NEEDS} />
    </section>
  )
}

function Lane({ route, item, name }: WallLane & { readonly name: string }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const next = route.tasks.find(task => task.state === 'running') ?? route.tasks.find(task => !isEnded(task))
  const mission =
    next === undefined || !('missionId' in next) ? undefined : item.missions.find(({ id }) => id === next.missionId)
  const title =
    next === undefined ? '' : next.kind === 'mow' ? (mission?.title ?? t('day.gone')) : t(`day.tasks.${next.kind}`)
  const ended = route.tasks.filter(isEnded).length
  return (
    <li>
      <strong>{name}</strong>
      <StatusPill tone={TONES[route.state]}>{t(`day.states.${route.state}`)}</StatusPill>
      <span className={classes.task}>
        {title}
        {mission !== undefined && next?.state === 'running' && ` ${measure.share(mission.progress)}`}
      </span>
      <span className={classes.count}>{t('day.figures.of', { done: ended, total: route.tasks.length })}</span>
    </li>
  )
}

function People({ jobs }: { readonly jobs: readonly StaffJob[] }) {
  const { t } = useTranslation()
  const kinds = jobProgress(jobs)
  return (
    <section aria-label={t('jobs.people.title')}>
      <h2>{t('jobs.people.title')}</h2>
      {kinds.length === 0 && <p className={classes.none}>{t('jobs.people.none')}</p>}
      <ul>
        {kinds.slice(0, MOST_KINDS).map(({ kind, done, notDone, total }) => {
          const working = jobs.filter(job => job.kind === kind && job.status === 'working' && job.person !== null)
          const names = [...new Set(working.map(({ person }) => person?.fullname))].join(', ')
          return (
            <li key={kind}>
              <strong>{kind}</strong>
              <span className={classes.task}>{names}</span>
              {notDone > 0 && <StatusPill tone="warn">{t('jobs.notDoneCount', { count: notDone })}</StatusPill>}
              <span className={classes.count}>{t('day.figures.of', { done, total })}</span>
              <progress value={done} max={total} aria-label={t('jobs.progress', { kind, done, total })} />
            </li>
          )
        })}
      </ul>
      <More count={kinds.length - MOST_KINDS} />
    </section>
  )
}
