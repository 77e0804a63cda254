/** What the sources of the weather say: each figure with its source and moment, the days, and what is proposed. */
import { calls } from '@greensward/contract'
import {
  type FigureNow,
  momentOf,
  type WeatherDay,
  type WeatherSettings,
  type WeatherSource,
  type WeatherState,
} from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCan, useCourseTime } from '../../api/index.ts'
import { RainAnswer } from '../../ui/command/RainAnswer.tsx'
import { DataTable, notify, Panel, StatusPill, useUnits } from '../../ui/index.ts'
import { weatherFigureText } from '../../ui/text/weatherFigure.ts'
import classes from './form.module.css'

export function WeatherNow({ settings, state }: { readonly settings: WeatherSettings; readonly state: WeatherState }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayEdit = useCan('settings.edit')
  const read = useAct(calls.weather.read, { changes: [calls.weather.state] })
  const { sources, figures, days, wetUntil, proposal } = state
  const isOn = settings.enabled && sources.length > 0
  const isFailing = sources.some(({ problem }) => problem !== null)
  const isWaiting = sources.every(({ answeredAt }) => answeredAt === null)
  const is = !isOn ? 'off' : isFailing ? 'failing' : isWaiting ? 'waiting' : 'read'
  const mayAsk = settings.provider !== 'none' || settings.station === 'weatherLink'
  return (
    <Panel
      title={t('settings.weather.now')}
      actions={
        <StatusPill tone={({ off: 'neutral', failing: 'error', waiting: 'main', read: 'success' } as const)[is]}>
          {t(`settings.weather.is.${is}`)}
        </StatusPill>
      }
    >
      <div className={classes.stack} aria-live="polite">
        {isOn && sources.map(source => <Source key={source.role} settings={settings} source={source} />)}
        <div className={classes.fact}>
          <span>{t('settings.weather.wetUntil')}</span>
          <strong>{wetUntil === null ? t('settings.weather.notWet') : time.dateTime(wetUntil)}</strong>
        </div>
        {figures.length > 0 && <FigureTable figures={figures} />}
        {days.length > 0 && <DayTable days={days} />}
      </div>
      {proposal !== null && (
        <div className={classes.fact}>
          <span>{t('settings.weather.proposed', { time: time.dateTime(proposal.at) })}</span>
          <strong>
            {t(`settings.weather.because.${proposal.reason}`, {
              mm: proposal.rainMmPerH,
              time: proposal.from === null ? '' : time.dateTime(proposal.from),
            })}
          </strong>
          <RainAnswer proposal={proposal} />
        </div>
      )}
      {mayEdit && isOn && mayAsk && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={read.isPending}
            onClick={() => read.mutate({}, { onError: error => notify.failed(t('common.error'), errorText(error)) })}
          >
            {t('settings.weather.ask')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Source({ settings, source }: { readonly settings: WeatherSettings; readonly source: WeatherSource }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { role, answeredAt, triedAt, notBefore, problem, detail } = source
  const name = role === 'forecast' ? settings.provider : settings.station
  return (
    <div className={classes.fact}>
      <span>{t(`settings.weather.role.${role}`)}</span>
      <strong>{t(`settings.weather.name.${name}`)}</strong>
      <span>
        {[
          t('settings.weather.answered', { time: answeredAt === null ? t('common.none') : time.dateTime(answeredAt) }),
          ...(triedAt !== null && triedAt !== answeredAt
            ? [t('settings.weather.triedAt', { time: time.dateTime(triedAt) })]
            : []),
          ...(notBefore !== null ? [t('settings.weather.notBefore', { time: time.dateTime(notBefore) })] : []),
        ].join(' · ')}
      </span>
      {problem !== null && (
        <p className={classes.refusal} role="alert">
          {t(`settings.weather.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
    </div>
  )
}

export function FigureTable({ figures }: { readonly figures: readonly FigureNow[] }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const [units] = useUnits()
  return (
    <DataTable
      label={t('settings.weather.figures')}
      rows={figures}
      rowKey={row => row.name}
      columns={[
        { key: 'name', title: t('settings.weather.figure'), cell: row => t(`settings.weather.of.${row.name}`) },
        {
          key: 'value',
          title: t('settings.weather.value'),
          align: 'end',
          cell: row => weatherFigureText(row.name, row.value, units, i18n.language),
        },
        {
          key: 'source',
          title: t('settings.weather.from'),
          cell: ({ source, isObserved }) =>
            t(`settings.weather.${isObserved ? 'observedBy' : 'forecastBy'}`, {
              source: t(`settings.weather.name.${source}`),
            }),
        },
        { key: 'at', title: t('settings.weather.at'), cell: row => time.dateTime(row.at) },
      ]}
    />
  )
}

function DayTable({ days }: { readonly days: readonly WeatherDay[] }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const [units] = useUnits()
  const shown = (name: FigureNow['name'], value: number | null): string =>
    value === null ? t('common.unknown') : weatherFigureText(name, value, units, i18n.language)
  return (
    <DataTable
      label={t('settings.weather.days')}
      rows={days}
      rowKey={row => row.day}
      columns={[
        { key: 'day', title: t('settings.weather.day'), cell: row => time.date(momentOf(row.day, 12, 0, time.zone)) },
        {
          key: 'mean',
          title: t('settings.weather.mean'),
          align: 'end',
          cell: row => shown('temperatureC', row.meanTemperatureC),
        },
        { key: 'rain', title: t('settings.weather.rain'), align: 'end', cell: row => shown('et0Mm', row.rainMm) },
        { key: 'et0', title: t('settings.weather.of.et0Mm'), align: 'end', cell: row => shown('et0Mm', row.et0Mm) },
        {
          key: 'hours',
          title: t('settings.weather.hours'),
          cell: row => t('settings.weather.hoursOf', { hours: row.hours, measured: row.observedHours }),
        },
      ]}
    />
  )
}
