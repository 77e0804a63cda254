/** Dew and frost of a morning: what the weather lets expect, the figures behind it, and what was seen. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { type Morning, type MorningHour, type SeenGrass, seenGrass } from '@greensward/domain'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { ClockInput, DataTable, EmptyState, notify, Panel, QueryState, useNow, useUnits } from '../../ui/index.ts'
import { weatherFigureText } from '../../ui/text/weatherFigure.ts'
import { momentOf } from '../../ui/zonedTime.ts'
import classes from './MorningGrass.module.css'
import { useMorningText } from './morningText.ts'

/** A service is asked every few minutes at most. */
const READ_MS = 300_000

export function MorningGrass({ day }: { readonly day: string }) {
  const { t } = useTranslation()
  const query = useCall(lateCalls.mornings.get, { params: { day } }, { refetchInterval: READ_MS })
  return (
    <Panel title={t('day.grass.title')} className={classes.panel ?? ''}>
      {query.data === undefined ? <QueryState query={query} /> : <Shown key={day} morning={query.data} />}
    </Panel>
  )
}

function Shown({ morning }: { readonly morning: Morning }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const text = useMorningText()
  const mayPlan = useCan('missions.plan')
  const { day, now, proposed, measured, seen } = morning
  const clock = useNow(60_000)
  const today = time.dayOf(clock)
  const frostUntil = now?.frostUntil ?? null
  const isFrosty = day === today && frostUntil !== null && Date.parse(frostUntil) > clock.getTime()
  const isWet = now !== null && (now.frostUntil !== null || now.dewUntil !== null)
  const mowAfter = now === null ? undefined : text.mowAfter(now)
  return (
    <div className={classes.stack}>
      {now !== null && <p className={classes.main}>{text.grass(now, day)}</p>}
      {mowAfter !== undefined && <p className={classes.main}>{mowAfter}</p>}
      {isWet && (
        <p className={classes.hint}>
          {t('day.grass.onlyProposed')} {isFrosty && t('day.grass.holdMowers', { mode: t('shell.modes.frostDelay') })}
        </p>
      )}
      {isFrosty && <FrostDelay />}
      {now === null && proposed === null && seen === null && <p className={classes.hint}>{t('day.grass.notKept')}</p>}
      {day <= today && (
        <dl className={classes.facts}>
          {proposed !== null && (
            <div>
              <dt>{t('day.grass.proposedAt', { time: time.dateTime(proposed.at) })}</dt>
              <dd>{text.grass(proposed.grass, day)}</dd>
            </div>
          )}
          {measured !== null && (
            <div>
              <dt>{t('day.grass.measured')}</dt>
              <dd>{text.known(measured, day)}</dd>
            </div>
          )}
          {seen !== null && (
            <div>
              <dt>{t('day.grass.seen')}</dt>
              <dd>{t('day.grass.seenBy', { text: text.seen(seen), who: seen.by })}</dd>
            </div>
          )}
        </dl>
      )}
      {mayPlan && day <= today && <SeenForm day={day} />}
      {now !== null && now.hours.length > 0 && <Hours hours={now.hours} />}
      <LastDays />
    </div>
  )
}

const CourseModeSheet = lazy(() => import('../../ui/command/CourseModeSheet.tsx'))

/** Takes the proposal: the person reads what frost delay changes, and switches the course to it. */
function FrostDelay() {
  const { t } = useTranslation()
  const mayChange = useCan('settings.edit')
  const { data } = useCall(calls.courseMode.get)
  const [isOpen, setOpen] = useState(false)
  if (!mayChange || data === undefined || data.mode === 'frostDelay') return null
  return (
    <div>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('day.grass.takeFrostDelay')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CourseModeSheet now={data} proposed="frostDelay" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Hours({ hours }: { readonly hours: readonly MorningHour[] }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const [units] = useUnits()
  const figure = (name: 'temperatureC' | 'dewPointC' | 'windMps') => ({
    key: name,
    title: t(`settings.weather.of.${name}`),
    align: 'end' as const,
    isNamed: true,
    cell: (hour: MorningHour) => {
      const value = hour[name]
      return value === null ? '–' : weatherFigureText(name, value, units, i18n.language)
    },
  })
  return (
    <details className={classes.more}>
      <summary>{t('day.grass.figures')}</summary>
      <DataTable
        label={t('day.grass.figures')}
        rows={hours}
        rowKey={({ at }) => at}
        columns={[
          { key: 'at', title: t('day.grass.hour'), cell: ({ at }) => time.time(at) },
          figure('temperatureC'),
          figure('dewPointC'),
          figure('windMps'),
          {
            key: 'source',
            title: t('day.grass.source'),
            cell: ({ isObserved }) => t(isObserved ? 'day.grass.measured' : 'day.grass.forecast'),
          },
        ]}
      />
    </details>
  )
}

function SeenForm({ day }: { readonly day: string }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const [grass, setGrass] = useState<SeenGrass>()
  const [until, setUntil] = useState('')
  const see = useAct(lateCalls.mornings.see, { changes: [lateCalls.mornings.get, lateCalls.mornings.list] })
  const save = (): void => {
    if (grass === undefined) return
    const [hour, minute] = [Number(until.slice(0, 2)), Number(until.slice(3, 5))]
    const gone = grass === 'dry' || until === '' ? null : momentOf(day, hour, minute, time.zone).toISOString()
    see.mutate(
      { params: { day }, body: { grass, until: gone } },
      {
        onSuccess: () => {
          notify.done(t('day.grass.saved'))
          setGrass(undefined)
          setUntil('')
        },
        onError: error => notify.failed(t('day.grass.notSaved'), error),
      },
    )
  }
  return (
    <fieldset className={classes.form}>
      <legend>{t('day.grass.was')}</legend>
      {seenGrass.options.map(each => (
        <Button
          key={each}
          variant={each === grass ? 'filled' : 'default'}
          aria-pressed={each === grass}
          onClick={() => setGrass(each)}
        >
          {t(`day.grass.kinds.${each}`)}
        </Button>
      ))}
      {grass !== undefined && (
        <>
          {grass !== 'dry' && <ClockInput label={t('day.grass.until')} value={until} onChange={setUntil} />}
          <Button loading={see.isPending} onClick={save}>
            {t('day.grass.save')}
          </Button>
        </>
      )}
    </fieldset>
  )
}

/** Read once a person opens it. */
function LastDays() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.more} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('day.grass.lastDays')}</summary>
      {isOpen && <DaysTable />}
    </details>
  )
}

function DaysTable() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const text = useMorningText()
  const query = useCall(lateCalls.mornings.list)
  const items = query.data?.items
  if (items === undefined) return <QueryState query={query} />
  if (items.length === 0) return <EmptyState title={t('day.grass.noDays')} />
  return (
    <DataTable
      label={t('day.grass.lastDays')}
      rows={items}
      rowKey={({ day }) => day}
      columns={[
        { key: 'day', title: t('day.grass.day'), cell: ({ day }) => time.date(day) },
        {
          key: 'proposed',
          title: t('day.grass.proposed'),
          isNamed: true,
          cell: ({ day, proposed }) => (proposed === null ? '–' : text.known(proposed.grass, day)),
        },
        {
          key: 'measured',
          title: t('day.grass.measured'),
          isNamed: true,
          cell: ({ day, measured }) => (measured === null ? '–' : text.known(measured, day)),
        },
        {
          key: 'seen',
          title: t('day.grass.seen'),
          isNamed: true,
          cell: ({ seen }) => (seen === null ? '–' : text.seen(seen)),
        },
      ]}
    />
  )
}

/** At a shift that starts before dew or frost is gone: until when, as a proposal. */
export function ShiftGrass({ shift }: { readonly shift: { readonly day: string; readonly from: string } }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const nowMs = useNow(60_000).getTime()
  const { data } = useCall(lateCalls.mornings.get, { params: { day: shift.day } }, { refetchInterval: READ_MS })
  const lasts = (until: string | null | undefined): until is string =>
    until !== null && until !== undefined && Date.parse(until) > Math.max(nowMs, Date.parse(shift.from))
  const { frostUntil, dewUntil } = data?.now ?? {}
  const from = time.time(shift.from)
  if (lasts(frostUntil))
    return <p className={classes.shift}>{t('day.grass.shiftFrost', { time: time.time(frostUntil), from })}</p>
  if (lasts(dewUntil))
    return <p className={classes.shift}>{t('day.grass.shiftDew', { time: time.time(dewUntil), from })}</p>
  return null
}
