import { calls, type ResultOf } from '@greensward/contract'
import { type Mission, type MissionStatus, missionStatus } from '@greensward/domain'
import { Button, SegmentedControl } from '@mantine/core'
import {
  IconAlertCircle,
  IconChevronLeft,
  IconChevronRight,
  IconFilterOff,
  IconGolf,
  IconPlus,
  IconRoute,
  IconSunrise,
} from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  ErrorState,
  ForbiddenState,
  IconButton,
  LoadingState,
  Page,
  StatusPill,
  useMeasure,
  useNow,
} from '../../ui/index.ts'
import { isShort } from '../../ui/text/marginText.ts'
import { DayView } from './DayView.tsx'
import { useExpectedJobs } from './expectedJobs.ts'
import { GroupsOfDay } from './GroupsOfDay.tsx'
import { MOVE_HELP_ID } from './MissionBlock.tsx'
import { MonthView } from './MonthView.tsx'
import { placeOf, shownConflicts } from './place.ts'
import { daysOf, nextDay, spanOfDays } from './range.ts'
import classes from './SchedulePage.module.css'
import { SCHEDULE_VIEWS, type ScheduleSearch } from './search.ts'
import { overlaps, type Span, spanOf } from './span.ts'
import { toneOf } from './tones.ts'
import { useMoving } from './useMoving.tsx'
import type { DayGroups } from './viewProps.ts'
import { WeekView } from './WeekView.tsx'

/** The most that one call returns; the page shows if there are more. */
const MOST_MISSIONS = 500
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export default function SchedulePage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  const mayPlan = useCan('missions.plan')
  const search = useSearch({ from: '/main/schedule' })
  const navigate = useNavigate()
  const course = useCourseTime()
  const now = useNow(MINUTE_MS / 4).getTime()
  const today = course.dayOf(new Date(now))
  const view = search.view ?? 'day'
  const day = search.day ?? today
  const days = useMemo(() => daysOf(view, day), [view, day])
  const span = useMemo(() => spanOfDays(days, course.zone), [days, course.zone])
  const { settings, mowers, missions, limits, margins } = useReadings({ days, day, span, mayRead })
  const { expectedJobs, readings: plansRead } = useExpectedJobs(days, today, mayRead && settings.data !== undefined)
  const [announced, announce] = useState('')
  const moving = useMoving(mowers.data?.items ?? [], announce)
  const go = (change: SearchChange): void => {
    void navigate({ to: '/schedule', search: { ...search, ...change } as ScheduleSearch, replace: true })
  }
  if (!mayRead)
    return (
      <Page title={t('schedule.title')}>
        <ForbiddenState />
      </Page>
    )

  const missionsOfDays = (missions.data?.items ?? []).filter(mission => {
    const taken = spanOf(mission, now)
    return taken === undefined
      ? mission.status === 'planned' && Date.parse(mission.createdAt) >= span.from
      : overlaps(taken, span)
  })
  const filtered =
    search.status === undefined
      ? missionsOfDays
      : missionsOfDays.filter(({ status }) => search.status?.includes(status))
  const readings = [settings, mowers, missions, limits, margins, ...plansRead]
  const failed = loadError(readings)
  const { closed, inConflict } = checksOf(missionsOfDays, limits.data?.items ?? [], now)
  const { expected, groups, amidPlay, closeToPlay } = expectedOf(missionsOfDays, margins.data)
  const views = {
    missions: filtered,
    mowers: mowers.data?.items ?? [],
    closed,
    days,
    span,
    now,
    today,
    inConflict,
    expected,
    expectedJobs,
    groups,
    onDrop: mayPlan ? moving.drop : undefined,
    pending: moving.pending,
  }
  return (
    <Page
      flush
      title={t('schedule.title')}
      tools={<Tools view={view} days={days} day={day} onGo={go} />}
      actions={<Links day={day} />}
      filters={
        <Filters
          search={search}
          missionsOfDays={missionsOfDays}
          filtered={filtered}
          total={missions.data?.total}
          inConflict={inConflict.size}
          amidPlay={amidPlay}
          closeToPlay={closeToPlay}
          groups={view === 'day' ? groups.get(day) : undefined}
          onGo={go}
        />
      }
    >
      <p id={MOVE_HELP_ID} className={classes.unseen}>
        {t(view === 'day' ? 'schedule.moveHelpDay' : 'schedule.moveHelp')}
      </p>
      <p className={classes.unseen} aria-live="polite">
        {announced}
      </p>
      {moving.dialogs}
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : missions.data === undefined || mowers.data === undefined ? (
        <LoadingState />
      ) : view === 'day' ? (
        <DayView key={days[0]} {...views} />
      ) : view === 'week' ? (
        <WeekView {...views} />
      ) : (
        <MonthView {...views} month={day.slice(0, 7)} />
      )}
    </Page>
  )
}

type SearchChange = { readonly [K in keyof ScheduleSearch]?: ScheduleSearch[K] | undefined }

interface ReadingsOptions {
  readonly days: readonly string[]
  readonly day: string
  readonly span: Span
  readonly mayRead: boolean
}

function useReadings({ days, day, span, mayRead }: ReadingsOptions) {
  const settings = useCall(calls.settings.get)
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } }, { enabled: mayRead })
  const missions = useCall(
    calls.missions.list,
    {
      query: {
        perPage: MOST_MISSIONS,
        sort: 'startsAt',
        // A mission of last night may still run this morning.
        from: new Date(span.from - DAY_MS).toISOString(),
        to: new Date(span.to).toISOString(),
      },
    },
    { enabled: mayRead && settings.data !== undefined, keepPrevious: true },
  )
  const limits = useCall(
    calls.missions.closed,
    { query: { from: days[0] ?? day, to: days.at(-1) ?? day } },
    { enabled: mayRead && settings.data !== undefined, keepPrevious: true },
  )
  const margins = useCall(
    calls.missions.margins,
    { query: { from: days[0] ?? day, to: days.at(-1) ?? day } },
    { enabled: mayRead && settings.data !== undefined, keepPrevious: true },
  )
  return { settings, mowers, missions, limits, margins }
}

type Closed = ResultOf<typeof calls.missions.closed>['items']
type Margins = ResultOf<typeof calls.missions.margins>

/** Conflicts of planned missions with closed times and each other. */
function checksOf(missions: readonly Mission[], limits: Closed, now: number) {
  const closed = limits.map(({ kind, title, featureIds, from, to }) => ({
    kind,
    title,
    featureIds,
    from: Date.parse(from),
    to: Date.parse(to),
  }))
  const inConflict = new Set(
    missions.flatMap(mission => {
      const place = mission.status === 'planned' ? placeOf(mission, now) : undefined
      const mine = closed.filter(({ featureIds }) => featureIds.includes(mission.target.featureId))
      return place !== undefined && shownConflicts(mission, place, missions, mine, now).length > 0 ? [mission.id] : []
    }),
  )
  return { closed, inConflict }
}

/** The groups of each day, and the planned missions that they meet or follow. */
function expectedOf(missions: readonly Mission[], margins: Margins | undefined) {
  const planned = new Set(missions.flatMap(({ id, status }) => (status === 'planned' ? [id] : [])))
  const met = (margins?.missions ?? []).filter(({ missionId }) => planned.has(missionId))
  const amid = met.filter(({ play }) => play !== null)
  return {
    expected: new Map(met.map(one => [one.missionId, one])),
    groups: new Map((margins?.days ?? []).flatMap(one => (one.groups === 0 ? [] : [[one.day, one] as const]))),
    amidPlay: amid.length,
    closeToPlay: met.filter(({ play, margin }) => play === null && margin !== null && isShort(margin)).length,
  }
}

interface ToolsProps extends HeadingProps {
  readonly onGo: (change: SearchChange) => void
}

function Tools({ view, days, day, onGo }: ToolsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        aria-label={t('schedule.view')}
        value={view}
        onChange={value => onGo({ view: SCHEDULE_VIEWS.find(name => name === value) })}
        data={SCHEDULE_VIEWS.map(value => ({ value, label: t(`schedule.views.${value}`) }))}
      />
      <Button variant="default" onClick={() => onGo({ day: undefined })}>
        {t('schedule.today')}
      </Button>
      <IconButton label={t(`schedule.previous.${view}`)} onClick={() => onGo({ day: nextDay(view, day, -1) })}>
        <IconChevronLeft size={20} />
      </IconButton>
      <IconButton label={t(`schedule.next.${view}`)} onClick={() => onGo({ day: nextDay(view, day, 1) })}>
        <IconChevronRight size={20} />
      </IconButton>
      <Heading view={view} days={days} day={day} />
    </>
  )
}

function Links({ day }: { readonly day: string }) {
  const { t } = useTranslation()
  const mayPlan = useCan('missions.plan')
  return (
    <>
      <Button component={Link} to="/morning" variant="default" leftSection={<IconSunrise size={18} />}>
        {t('morning.title')}
      </Button>
      <Button
        renderRoot={props => <Link {...props} to="/schedule/tee-sheet" search={{ day }} />}
        variant="default"
        leftSection={<IconGolf size={18} />}
      >
        {t('teeSheet.title')}
      </Button>
      {mayPlan && (
        <>
          <Button component={Link} to="/missions/course" variant="default" leftSection={<IconRoute size={18} />}>
            {t('fleetPlans.course.open')}
          </Button>
          <Button component={Link} to="/missions/new" leftSection={<IconPlus size={18} />}>
            {t('schedule.addMission')}
          </Button>
        </>
      )}
    </>
  )
}

interface FiltersProps {
  readonly search: ScheduleSearch
  /** The missions of the shown days. */
  readonly missionsOfDays: readonly Mission[]
  /** Those that the filters leave. */
  readonly filtered: readonly Mission[]
  /** Undefined while they load. */
  readonly total: number | undefined
  readonly inConflict: number
  readonly amidPlay: number
  /** Missions that end too close to the next group. */
  readonly closeToPlay: number
  /** Of the shown day; a week and a month name those of each day themselves. */
  readonly groups: DayGroups | undefined
  readonly onGo: (change: SearchChange) => void
}

function Filters({
  search,
  missionsOfDays,
  filtered,
  total,
  inConflict,
  amidPlay,
  closeToPlay,
  groups,
  onGo,
}: FiltersProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const toggle = (status: MissionStatus): void => {
    const chosen = search.status ?? missionStatus.options
    const next = chosen.includes(status) ? chosen.filter(name => name !== status) : [...chosen, status]
    onGo({ status: next.length === 0 || next.length === missionStatus.options.length ? undefined : next })
  }
  return (
    <>
      <fieldset className={classes.chips}>
        <legend className={classes.legend}>{t('schedule.status')}</legend>
        {missionStatus.options.map(status => (
          <button
            key={status}
            type="button"
            className={classes.chip}
            data-tone={toneOf(status)}
            aria-pressed={search.status?.includes(status) ?? true}
            onClick={() => toggle(status)}
          >
            <span className={classes.mark} aria-hidden />
            {t(`schedule.statuses.${status}`)}{' '}
            {total !== undefined && missionsOfDays.filter(mission => mission.status === status).length}
          </button>
        ))}
      </fieldset>
      {search.status !== undefined && (
        <Button variant="subtle" leftSection={<IconFilterOff size={18} />} onClick={() => onGo({ status: undefined })}>
          {t('common.resetFilters')}
        </Button>
      )}
      {inConflict > 0 && (
        <StatusPill tone="error" icon={<IconAlertCircle size={14} />}>
          {t('schedule.conflicts', { count: inConflict })}
        </StatusPill>
      )}
      {amidPlay > 0 && (
        <StatusPill tone="warn" icon={<IconGolf size={14} />}>
          {t('schedule.amidPlay', { count: amidPlay })}
        </StatusPill>
      )}
      {closeToPlay > 0 && (
        <StatusPill tone="warn" icon={<IconGolf size={14} />}>
          {t('schedule.closeToPlay', { count: closeToPlay })}
        </StatusPill>
      )}
      <GroupsOfDay groups={groups} />
      <span className={classes.sum}>
        {total === undefined
          ? null
          : total > MOST_MISSIONS
            ? t('schedule.tooMany', { shown: MOST_MISSIONS, total })
            : filtered.length > 0
              ? t('schedule.sum', plannedOf(filtered, measure))
              : t(search.status === undefined ? 'schedule.empty' : 'common.nothingFound')}
      </span>
    </>
  )
}

const plannedOf = (missions: readonly Mission[], measure: ReturnType<typeof useMeasure>) => {
  const planned = missions.filter(({ status }) => status === 'planned')
  return {
    area: measure.area(planned.reduce((sum, { stats }) => sum + stats.areaM2, 0)),
    duration: measure.duration(planned.reduce((sum, { stats }) => sum + stats.durationS, 0)),
  }
}

interface HeadingProps {
  readonly view: (typeof SCHEDULE_VIEWS)[number]
  readonly days: readonly string[]
  readonly day: string
}

function Heading({ view, days, day }: HeadingProps) {
  const { i18n } = useTranslation()
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const at = (text: string): Date => new Date(`${text}T12:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const words =
    view === 'day'
      ? format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at(day))
      : view === 'month'
        ? format({ month: 'long', year: 'numeric' }).format(at(day))
        : format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(
            at(days[0] ?? day),
            at(days.at(-1) ?? day),
          )
  return (
    <strong className={classes.heading} aria-live="polite">
      {i18n.language === 'en' ? words.replace(/,(?= \d)/, '') : words}
    </strong>
  )
}
