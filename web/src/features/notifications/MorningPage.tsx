/** The morning sheet: one page to print of what ran, what did not and why, what needs a person, and what comes today. */

import { calls } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { compareNames } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadError, readFailedAgain, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { DayInput, ErrorState, ForbiddenState, LoadingState, Page, statusText, useMeasure } from '../../ui/index.ts'
import { PaperSheet } from '../../ui/page/PaperSheet.tsx'
import { sentenceOf } from '../../ui/text/sentenceOf.ts'
import { addDays, dayIn, isDay, startOfDay } from '../../ui/zonedTime.ts'
import classes from './MorningPage.module.css'
import { type Promised, promisesOf } from './promises.ts'

export default function MorningPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('morning.title')}>
        <ForbiddenState />
      </Page>
    )
  return <Sheet />
}

const NOT_RUN: readonly Mission['status'][] = ['missed', 'failed', 'cancelled', 'stopped']
/** Those that have yet to end. */
const OPEN: readonly Mission['status'][] = ['planned', 'uploading', 'working']
const ALARM_DAYS = 7
/** Number of overdue zones that fit on one sheet; the grass page has them all. */
const MOST_ZONES = 24

/** Everything that the sheet of one day reads. */
function useReadings(day: string) {
  const time = useCourseTime()
  const begins = startOfDay(addDays(day, -1), time.zone)
  const ends = startOfDay(addDays(day, 1), time.zone)
  const span = { from: begins.toISOString(), to: ends.toISOString() }
  const missions = useCall(calls.missions.list, { query: { ...span, perPage: 200, sort: 'startsAt' } })
  const notices = useCall(calls.notifications.list, {
    query: {
      level: 'alarm',
      from: startOfDay(addDays(day, -ALARM_DAYS), time.zone).toISOString(),
      to: ends.toISOString(),
      perPage: 200,
    },
  })
  const garage = useCall(calls.garage.list)
  const vehicles = useCall(calls.live.vehicles)
  const grass = useCall(calls.grass.list)
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const promised = useCall(calls.standingPlans.days, { query: { from: day, to: day } })
  const zoneTypes = useCall(calls.zoneTypes.list, { query: { perPage: 500 } })
  const readings = [missions, notices, garage, vehicles, grass, mowers, promised, zoneTypes]
  return { missions, notices, garage, vehicles, grass, mowers, promised, zoneTypes, readings }
}
type Readings = ReturnType<typeof useReadings>

function Sheet() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const today = time.dayOf(new Date())
  const day = dayIn(search.day) ?? today
  const middle = startOfDay(day, time.zone)
  const reading = useReadings(day)
  const { readings } = reading
  const failed = loadError(readings)

  return (
    <Page
      title={t('morning.title')}
      hint={time.longDate(new Date(middle.getTime() + 12 * 3_600_000))}
      actions={
        <>
          <DayInput
            aria-label={t('morning.day')}
            value={day}
            onChange={next => isDay(next) && void navigate({ to: '/morning', search: { day: next }, replace: true })}
          />
          <Button variant="default" leftSection={<IconPrinter size={20} />} onClick={() => window.print()}>
            {t('morning.print')}
          </Button>
        </>
      }
    >
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => readFailedAgain(readings)} />
      ) : readings.some(({ isPending }) => isPending) ? (
        <LoadingState />
      ) : (
        <PaperSheet
          title={`${t('morning.title')} · ${time.longDate(new Date(middle.getTime() + 12 * 3_600_000))}`}
          className={classes.sheet}
        >
          <PromisedPart reading={reading} middle={middle} />
          <MissionParts reading={reading} />
          <MachinesPart reading={reading} />
          <OverduePart reading={reading} />
          <PlanPart reading={reading} middle={middle} />
        </PaperSheet>
      )}
    </Page>
  )
}

const nameOf = ({ mowers }: Readings, id: string): string =>
  mowers.data?.items.find(mower => mower.id === id)?.name ?? '–'

interface PartProps {
  readonly reading: Readings
}

interface DayPartProps extends PartProps {
  /** The start of the day. */
  readonly middle: Date
}

/** By type of zone: '11 of 19 done, last at 06:12, 51 min ahead of the first group'. */
function PromisedPart({ reading, middle }: DayPartProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const day = time.dayOf(middle)
  const types = reading.zoneTypes.data?.items ?? []
  const promises = promisesOf(
    reading.promised.data?.items[0],
    reading.missions.data?.items ?? [],
    ({ startsAt }) => startsAt !== null && time.dayOf(new Date(startsAt)) === day,
    Date.now(),
  )
  const figures = ({ total, kept, toCome, lastAt, aheadS }: Promised): string =>
    [
      t('morning.kept', { done: kept, total }),
      ...(lastAt === null ? [] : [t('morning.lastDone', { time: time.time(lastAt) })]),
      ...(aheadS === null
        ? []
        : [
            t(aheadS < 0 ? 'morning.behindGroup' : 'morning.aheadOfGroup', {
              time: measure.duration(Math.abs(aheadS)),
            }),
          ]),
      ...(toCome === 0 ? [] : [t('morning.toCome', { count: toCome })]),
    ].join(', ')
  return (
    <Part title={t('morning.promised')} none={t('morning.promisedNone')}>
      {promises.map(promise => (
        <li key={promise.zoneTypeId ?? 'others'}>
          <b>{types.find(({ id }) => id === promise.zoneTypeId)?.name ?? t('morning.otherMissions')}</b>{' '}
          {figures(promise)}
          {promise.broken.map(({ title, mission }) => (
            <div key={title}>
              {t('morning.notKept')}{' '}
              {mission === null ? `${title}: ${t('morning.neverPlanned')}` : <MissionName mission={mission} />}
              {mission !== null &&
                ` · ${t(mission.status === 'done' ? 'morning.late' : `missions.status.${mission.status}`)}`}
              {mission !== null && mission.statusReason !== null && `: ${statusText(mission, i18n)}`}
            </div>
          ))}
        </li>
      ))}
    </Part>
  )
}

function MissionParts({ reading }: PartProps) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const all = reading.missions.data?.items ?? []
  const ran = all
    .filter(({ status }) => status === 'done' || status === 'working')
    .sort((a, b) => (a.startedAt ?? '').localeCompare(b.startedAt ?? ''))
  const notRun = all.filter(({ status }) => NOT_RUN.includes(status))
  const toCome = all.filter(({ status }) => OPEN.includes(status)).length
  const allRan =
    all.length === 0
      ? t('morning.notRunEmpty')
      : toCome > 0
        ? t('morning.notRunSoFar', { count: toCome })
        : t('morning.notRunNone')
  const alarms = (reading.notices.data?.items ?? []).filter(({ acknowledgedAt }) => acknowledgedAt === null)
  return (
    <>
      <Part title={t('morning.person')} none={t('morning.personNone')}>
        {alarms.map(item => (
          <li key={item.id}>
            <b>{time.dateTime(item.at)}</b> {sentenceOf(item, i18n)}
          </li>
        ))}
        {notRun
          .filter(({ status }) => status === 'missed' || status === 'stopped' || status === 'failed')
          .map(mission => (
            <li key={mission.id}>
              <MissionName mission={mission} /> {t(`missions.status.${mission.status}`)}
              {mission.statusReason !== null && `: ${statusText(mission, i18n)}`}
            </li>
          ))}
      </Part>
      <Part title={t('morning.ran')} none={t('morning.ranNone')}>
        {ran.map(mission => (
          <li key={mission.id}>
            {mission.startedAt !== null && <b>{time.dateTime(mission.startedAt)}</b>} <MissionName mission={mission} />{' '}
            {nameOf(reading, mission.mowerId)} · {measure.share(mission.progress)} ·{' '}
            {t(`missions.status.${mission.status}`)}
          </li>
        ))}
      </Part>
      <Part title={t('morning.notRun')} none={allRan}>
        {notRun.map(mission => (
          <li key={mission.id}>
            {mission.startsAt !== null && <b>{time.dateTime(mission.startsAt)}</b>} <MissionName mission={mission} />{' '}
            {nameOf(reading, mission.mowerId)} · {t(`missions.status.${mission.status}`)}
            {mission.statusReason !== null && `: ${statusText(mission, i18n)}`}
          </li>
        ))}
      </Part>
    </>
  )
}

function MachinesPart({ reading }: PartProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const batteryOf = new Map((reading.vehicles.data?.items ?? []).map(({ id, telemetry }) => [id, telemetry.battery]))
  const machines = reading.garage.data?.items ?? []
  const shown = machines.filter(({ vehicleType, status }) => vehicleType === 'mower' || status !== 'offline')
  const silent = machines.length - shown.length
  return (
    <Part title={t('morning.machines')} none={t('morning.machinesNone')}>
      {shown.map(row => {
        const battery = batteryOf.get(row.id) ?? null
        return (
          <li key={row.id}>
            <b>{row.title}</b> {t(`morning.status.${row.status}`)} ·{' '}
            {battery === null ? t('morning.batteryUnknown') : t('morning.battery', { share: measure.share(battery) })}
            {row.engineHours !== null &&
              ` · ${t('morning.engine', { time: measure.duration(row.engineHours * 3_600) })}`}
            {row.bladeHours !== null && ` · ${t('morning.blade', { time: measure.duration(row.bladeHours * 3_600) })}`}
          </li>
        )
      })}
      {silent > 0 ? [<li key="silent">{t('morning.silent', { count: silent })}</li>] : []}
    </Part>
  )
}

function OverduePart({ reading }: PartProps) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const overdue = (reading.grass.data?.items ?? []).filter(({ isOverdue }) => isOverdue)
  const mown = overdue
    .flatMap(row => (row.lastAt === null ? [] : [{ ...row, lastAt: row.lastAt }]))
    .sort((a, b) => a.lastAt.localeCompare(b.lastAt))
  const neverMown = overdue
    .filter(({ lastAt }) => lastAt === null)
    .sort((a, b) => compareNames(a.title, b.title, i18n.language))
  const moreZones = Math.max(0, mown.length - MOST_ZONES) + Math.max(0, neverMown.length - MOST_ZONES)
  return (
    <Part title={t('morning.overdue')} none={t('morning.overdueNone')}>
      {mown.slice(0, MOST_ZONES).map(row => (
        <li key={row.zoneId}>
          <b>{row.title}</b>{' '}
          {t('morning.lastMown', {
            time: time.dateTime(row.lastAt),
            share: measure.share(row.overdueShare ?? 0),
          })}
        </li>
      ))}
      {neverMown.length > 0
        ? [
            <li key="never">
              <b>{t('morning.neverMown')}</b>{' '}
              {neverMown
                .slice(0, MOST_ZONES)
                .map(({ title }) => title)
                .join(', ')}
            </li>,
          ]
        : []}
      {moreZones > 0
        ? [
            <li key="more">
              <Link to="/missions/grass">{t('morning.moreZones', { count: moreZones })}</Link>
            </li>,
          ]
        : []}
    </Part>
  )
}

function PlanPart({ reading, middle }: DayPartProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const all = reading.missions.data?.items ?? []
  const plan = all.filter(
    ({ status, startsAt }) => status === 'planned' && startsAt !== null && Date.parse(startsAt) >= middle.getTime(),
  )
  return (
    <Part title={t('morning.plan')} none={t('morning.planNone')}>
      {plan.map(mission => (
        <li key={mission.id}>
          {mission.startsAt !== null && <b>{time.time(mission.startsAt)}</b>} <MissionName mission={mission} />{' '}
          {nameOf(reading, mission.mowerId)} · {measure.duration(mission.stats.durationS)}
        </li>
      ))}
    </Part>
  )
}

function MissionName({ mission }: { readonly mission: Mission }) {
  return (
    <Link to="/missions/$id" params={{ id: mission.id }}>
      {mission.title}
    </Link>
  )
}

function Part({
  title,
  none,
  children,
}: {
  readonly title: string
  readonly none: string
  readonly children: ReactNode
}) {
  const isEmpty = Array.isArray(children) && children.flat(2).length === 0
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {isEmpty ? <p>{none}</p> : <ul>{children}</ul>}
    </section>
  )
}
