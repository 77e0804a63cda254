/** Battery and fix of a vehicle over hours and days, as it reported them itself. */
import { calls, type HealthStep } from '@greensward/contract'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../api/index.ts'
import { Panel, QueryState, useMeasure } from '../../ui/index.ts'
import classes from './HealthPanel.module.css'
import { batteryLines, fixBands } from './healthShapes.ts'
import page from './VehiclePage.module.css'

const SPANS = { '6h': 6, '24h': 24, '7d': 168 } as const
type Span = keyof typeof SPANS
const STEP_MS = 60_000

/** The picture's own units; it stretches to the width of the panel. */
const WIDTH = 600
const HEIGHT = 120

export function HealthPanel({ vehicleId }: { readonly vehicleId: string }) {
  const { t } = useTranslation()
  const [span, setSpan] = useState<Span>('24h')
  const [openedAt] = useState(() => Math.ceil(Date.now() / STEP_MS) * STEP_MS)
  const range = useMemo(
    () => ({
      from: new Date(openedAt - SPANS[span] * 3_600_000).toISOString(),
      to: new Date(openedAt).toISOString(),
    }),
    [openedAt, span],
  )
  const { data, error, refetch } = useCall(
    calls.health.get,
    { params: { id: vehicleId }, query: range },
    { keepPrevious: true },
  )
  return (
    <Panel
      title={t('garage.health.title')}
      actions={
        <SegmentedControl
          aria-label={t('garage.health.span')}
          value={span}
          onChange={value => setSpan(value as Span)}
          data={Object.keys(SPANS).map(value => ({ value, label: t(`garage.health.${value}`) }))}
        />
      }
    >
      {data === undefined ? (
        <QueryState query={{ error, refetch }} />
      ) : data.items.length === 0 ? (
        <p className={page.quiet}>{t('garage.health.none')}</p>
      ) : (
        <Chart items={data.items} stepS={data.stepS} from={Date.parse(range.from)} to={Date.parse(range.to)} />
      )}
    </Panel>
  )
}

interface ChartProps {
  readonly items: readonly HealthStep[]
  readonly stepS: number
  readonly from: number
  readonly to: number
}

function Chart({ items, stepS, from, to }: ChartProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const lines = batteryLines(items, stepS * 1_000, from, to)
  const bands = fixBands(items, stepS * 1_000, from, to)
  const known = items.flatMap(({ battery }) => (battery === null ? [] : [battery]))
  const last = known.at(-1)
  const fixed = items.filter(({ fix }) => fix === 'rtkFixed').length / items.length
  const battery =
    last === undefined
      ? t('garage.health.noBattery')
      : t('garage.health.battery', { last: measure.share(last), least: measure.share(Math.min(...known)) })
  // A cart's tracker does not tell how its position was found.
  const hasFix = items.some(({ fix }) => fix !== null)
  const summary = hasFix ? `${battery}; ${t('garage.health.rtk', { fixed: measure.share(fixed) })}` : battery
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(part => from + part * (to - from))
  const isLong = to - from > 36 * 3_600_000
  return (
    <figure className={classes.figure}>
      <div className={classes.plot}>
        <ul className={classes.scale} aria-hidden>
          {[1, 0.5, 0].map(part => (
            <li key={part}>{measure.share(part)}</li>
          ))}
        </ul>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {[0, 0.5, 1].map(part => (
            <line key={part} x1={0} x2={WIDTH} y1={part * HEIGHT} y2={part * HEIGHT} className={classes.grid} />
          ))}
          {lines.map(points => (
            <polyline
              key={points[0]?.join(' ')}
              className={classes.battery}
              points={points.map(([x, y]) => `${x * WIDTH},${(1 - y) * HEIGHT}`).join(' ')}
            />
          ))}
        </svg>
        {hasFix && (
          <>
            <span className={classes.bandTitle} aria-hidden>
              {t('map.fact.rtk')}
            </span>
            <svg className={classes.bands} viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden>
              {bands.map(({ x, width, kind }) => (
                <rect key={x} x={x * WIDTH} y={0} width={width * WIDTH} height={10} data-fix={kind} />
              ))}
            </svg>
          </>
        )}
        <ol className={classes.times} aria-hidden>
          {ticks.map(at => (
            <li key={at}>{isLong ? time.date(new Date(at)) : time.time(new Date(at))}</li>
          ))}
        </ol>
      </div>
      <figcaption className={classes.caption}>
        <span>{summary}</span>
        {hasFix && (
          <ul className={classes.key}>
            {(['fixed', 'float', 'poor'] as const).map(kind => (
              <li key={kind}>
                <i data-fix={kind} aria-hidden />
                {t(`garage.health.fix.${kind}`)}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
    </figure>
  )
}
