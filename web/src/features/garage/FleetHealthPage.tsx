/** How the fleet is: faults with their first and last time, what service is due with its checklist, cutting units, parts, and what each mower uses. */
import type { FleetHealth, FleetMower, FleetPart } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { IconTool } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  DataTable,
  DayRange,
  EmptyState,
  ForbiddenState,
  logText,
  Page,
  Panel,
  QueryState,
  useMeasure,
  useNow,
} from '../../ui/index.ts'
import { addDays, isDay } from '../../ui/zonedTime.ts'
import classes from './FleetHealthPage.module.css'
import { ServiceState } from './ServiceState.tsx'
import { useMoney } from './useMoney.ts'

export default function FleetHealthPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('garage.fleet.title')}>
        <ForbiddenState />
      </Page>
    )
  return <Shown />
}

/** A quarter of a year, until a person chooses others. */
const USUAL_DAYS = 90

function Shown() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const today = useCourseTime().dayOf(useNow(60_000))
  const day = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && isDay(value) ? value : otherwise
  const to = day(search.to, today)
  const span = { from: day(search.from, addDays(to, -USUAL_DAYS)), to }
  const health = useCall(lateCalls.fleetHealth.get, { query: span }, { keepPrevious: true })
  const { data } = health
  return (
    <Page
      title={t('garage.fleet.title')}
      filters={
        <DayRange
          {...span}
          fromLabel={t('garage.fleet.from')}
          toLabel={t('garage.fleet.to')}
          onChange={({ from, to: until }) =>
            void navigate({ to: '/garage/health', search: { from: from ?? span.from, to: until ?? span.to } })
          }
        />
      }
    >
      {data === undefined ? (
        <QueryState query={health} />
      ) : data.mowers.length + data.faults.length + data.parts.length === 0 ? (
        <EmptyState icon={<IconTool aria-hidden />} title={t('garage.fleet.none')} text={t('garage.fleet.noneText')} />
      ) : (
        <div className={classes.page}>
          <DueNextWeek mowers={data.mowers} />
          <Faults health={data} />
          <Mowers mowers={data.mowers} />
          <CuttingUnits blades={data.blades} />
          <PartsUsed parts={data.parts} currency={data.currency} />
        </div>
      )}
    </Page>
  )
}

function DueNextWeek({ mowers }: { readonly mowers: readonly FleetMower[] }) {
  const { t } = useTranslation()
  const due = mowers.filter(({ isDueNextWeek }) => isDueNextWeek)
  return (
    <Panel title={t('garage.fleet.due')}>
      {due.length === 0 ? (
        <p className={classes.quiet}>{t('garage.fleet.nothingDue')}</p>
      ) : (
        <ul className={classes.list}>
          {due.map(({ id, name, service, checklist }) => (
            <li key={id}>
              <Link to="/garage/vehicle/$id" params={{ id }}>
                {name}
              </Link>
              <ServiceState due={service} />
              {checklist.length > 0 && (
                <ul className={classes.checklist} aria-label={t('garage.fleet.checklistOf', { name })}>
                  {checklist.map(item => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Faults({ health: { faults, mowers } }: { readonly health: FleetHealth }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const names = new Map(mowers.map(({ id, name }) => [id, name]))
  const nameOf = (id: string): string => names.get(id) ?? t('garage.fleet.formerMower')
  return (
    <Panel title={t('garage.fleet.faults')}>
      {faults.length === 0 ? (
        <p className={classes.quiet}>{t('garage.fleet.noFaults')}</p>
      ) : (
        <DataTable
          label={t('garage.fleet.faults')}
          rows={faults}
          rowKey={({ text, why }) => `${text} ${JSON.stringify(why)}`}
          columns={[
            {
              key: 'why',
              title: t('garage.fleet.fault'),
              cell: ({ why, text, mowerIds }) => (
                <span className={classes.two}>
                  {logText({ why: text, said: why }, i18n)}
                  <small>{mowerIds.map(nameOf).join(', ')}</small>
                </span>
              ),
            },
            { key: 'count', title: t('garage.fleet.count'), align: 'end', cell: ({ count }) => count },
            { key: 'missions', title: t('garage.fleet.missions'), align: 'end', cell: ({ missions }) => missions },
            { key: 'first', title: t('garage.fleet.first'), cell: ({ firstAt }) => time.dateTime(firstAt) },
            {
              key: 'last',
              title: t('garage.fleet.last'),
              cell: ({ lastAt, lastMissionId }) => (
                <Link to="/missions/$id" params={{ id: lastMissionId }}>
                  {time.dateTime(lastAt)}
                </Link>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Mowers({ mowers }: { readonly mowers: readonly FleetMower[] }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  return (
    <Panel title={t('garage.fleet.mowers')}>
      <DataTable
        label={t('garage.fleet.mowers')}
        rows={mowers}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('garage.column.title'),
            cell: ({ id, name }) => (
              <Link to="/garage/vehicle/$id" params={{ id }}>
                {name}
              </Link>
            ),
          },
          {
            key: 'hours',
            title: t('garage.fleet.hours'),
            align: 'end',
            cell: ({ hours }) => measure.duration(hours * 3_600),
          },
          { key: 'missions', title: t('garage.fleet.missions'), align: 'end', cell: ({ missions }) => missions },
          {
            key: 'byHand',
            title: t('garage.fleet.byHand'),
            align: 'end',
            cell: ({ missions, endedByHand }) => (missions === 0 ? '–' : measure.share(endedByHand / missions)),
          },
          { key: 'use', title: t('garage.fleet.use'), cell: ({ use }) => <Use use={use} /> },
        ]}
      />
    </Panel>
  )
}

/** The picture's own units. */
const WIDTH = 96
const HEIGHT = 24

/** What a kilometre takes of the battery: the last week, and how that has changed since the first. */
function Use({ use }: Pick<FleetMower, 'use'>) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const [first, last] = [use[0], use.at(-1)]
  if (first === undefined || last === undefined) return <>{t('common.unknown')}</>
  const percent = (share: number, options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', ...options }).format(share)
  const now = percent(last.sharePerKm, { maximumFractionDigits: 1 })
  if (first === last) return <>{now}</>
  const most = Math.max(...use.map(({ sharePerKm }) => sharePerKm))
  const points = use.map(
    ({ sharePerKm }, i) => `${(i / (use.length - 1)) * WIDTH},${HEIGHT - (sharePerKm / most) * (HEIGHT - 2) - 1}`,
  )
  const change = t('garage.fleet.change', {
    change: percent(last.sharePerKm / first.sharePerKm - 1, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    day: time.date(first.week),
  })
  return (
    <span className={classes.use}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>
      <span className={classes.two}>
        {now}
        <small>{change}</small>
      </span>
    </span>
  )
}

function CuttingUnits({ blades }: Pick<FleetHealth, 'blades'>) {
  const { t } = useTranslation()
  const measure = useMeasure()
  return (
    <Panel title={t('garage.fleet.blades')}>
      {blades.length === 0 ? (
        <p className={classes.quiet}>{t('garage.fleet.noBlades')}</p>
      ) : (
        <DataTable
          label={t('garage.fleet.blades')}
          rows={blades}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              title: t('garage.column.blade'),
              cell: ({ name }) => name ?? t('garage.fleet.formerBlade'),
            },
            {
              key: 'hours',
              title: t('garage.fleet.hours'),
              align: 'end',
              cell: ({ hours }) => measure.duration(hours * 3_600),
            },
            {
              key: 'mown',
              title: t('garage.fleet.mown'),
              align: 'end',
              cell: ({ mownM }) => measure.distance(mownM / 1_000),
            },
            { key: 'missions', title: t('garage.fleet.missions'), align: 'end', cell: ({ missions }) => missions },
          ]}
        />
      )}
    </Panel>
  )
}

function PartsUsed({ parts, currency }: Pick<FleetHealth, 'parts' | 'currency'>) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const money = useMoney(currency)
  return (
    <Panel title={t('garage.fleet.parts')}>
      {parts.length === 0 ? (
        <p className={classes.quiet}>{t('garage.fleet.noParts')}</p>
      ) : (
        <DataTable
          label={t('garage.fleet.parts')}
          rows={parts}
          rowKey={({ name }) => name}
          columns={[
            { key: 'name', title: t('garage.service.partName'), cell: ({ name }) => name },
            { key: 'count', title: t('garage.service.partCount'), align: 'end', cell: ({ count }) => count },
            {
              key: 'cost',
              title: t('garage.fleet.cost'),
              align: 'end',
              cell: ({ cost }) => (cost === null ? t('common.unknown') : money(cost)),
            },
            { key: 'vehicles', title: t('garage.fleet.usedFor'), cell: ({ vehicles }) => <Vehicles of={vehicles} /> },
            { key: 'last', title: t('garage.fleet.last'), cell: ({ lastAt }) => time.dateTime(lastAt) },
          ]}
        />
      )}
    </Panel>
  )
}

function Vehicles({ of }: { readonly of: FleetPart['vehicles'] }) {
  return (
    <span className={classes.vehicles}>
      {of.map(({ id, name }) => (
        <Link key={id} to="/garage/vehicle/$id" params={{ id }}>
          {name}
        </Link>
      ))}
    </span>
  )
}
