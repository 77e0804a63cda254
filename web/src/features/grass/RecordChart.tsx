import type { ZoneRecordKind } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { Panel } from '../../ui/index.ts'
import classes from './RecordPage.module.css'
import { useRecordText } from './useRecordText.ts'

/** The picture's own units; it stretches to the width of the panel. */
const WIDTH = 600
const HEIGHT = 120

interface RecordChartProps {
  readonly kind: ZoneRecordKind
  /** Oldest first; `at` is a moment or a day, ISO 8601. */
  readonly points: readonly { readonly at: string; readonly value: number }[]
  /** Under the summary. */
  readonly hint?: string
}

/** A line where there are two records or more. */
export function RecordChart({ kind, points, hint }: RecordChartProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const recordText = useRecordText()
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const [fromMs, toMs] = [Date.parse(first.at), Date.parse(last.at)]
  const x = (at: string): number => ((Date.parse(at) - fromMs) / Math.max(1, toMs - fromMs)) * WIDTH
  const y = (value: number): number => (most === least ? HEIGHT / 2 : ((most - value) / (most - least)) * HEIGHT)
  const summary = t('grass.record.summary', {
    last: recordText(kind, last.value),
    least: recordText(kind, least),
    most: recordText(kind, most),
  })
  return (
    <Panel title={t(`grass.record.kinds.${kind}`)}>
      <figure className={classes.figure}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          <polyline points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} />
        </svg>
        <div className={classes.ends} aria-hidden>
          <span>{time.date(first.at)}</span>
          <span>{time.date(last.at)}</span>
        </div>
        <figcaption>{hint === undefined ? summary : `${summary} · ${hint}`}</figcaption>
      </figure>
    </Panel>
  )
}
