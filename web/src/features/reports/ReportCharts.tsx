/** Charts of a report: bars for its rows, and a bar for each day. */
import type { Report, ReportBy } from '@greensward/contract'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { Panel, useMeasure } from '../../ui/index.ts'
import classes from './ReportsPage.module.css'
import { useRowName } from './useRowName.ts'

/** More rows than this are a list and no picture. */
const MOST_BARS = 18

export function RowChart({ report, by }: { readonly report: Report; readonly by: ReportBy }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const nameOf = useRowName(by)
  const rows = report.rows
    .filter(({ figures }) => figures.areaM2 > 0)
    .toSorted((a, b) => b.figures.areaM2 - a.figures.areaM2)
    .slice(0, MOST_BARS)
  const most = rows[0]?.figures.areaM2 ?? 0
  if (rows.length === 0) return null
  return (
    <Panel title={t('reports.areaBy')}>
      <dl className={classes.bars}>
        {rows.map(row => (
          <div key={`${row.kind} ${row.key}`}>
            <dt>{nameOf(row)}</dt>
            <dd>
              <i aria-hidden style={{ inlineSize: `${(100 * row.figures.areaM2) / most}%` }} />
              <span>{measure.area(row.figures.areaM2)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** The picture's own units; it stretches to the width of the panel. */
const WIDTH = 600
const HEIGHT = 120

const DAY_MS = 86_400_000

export function DayChart({ report: { days } }: { readonly report: Report }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const measure = useMeasure()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const fromMs = Date.parse(first.day)
  const count = (Date.parse(last.day) - fromMs) / DAY_MS + 1
  const most = Math.max(...days.map(({ areaM2 }) => areaM2), 1)
  const step = WIDTH / count
  const best = days.find(({ areaM2 }) => areaM2 === most) ?? first
  const date = (day: string): string => time.date(`${day}T12:00:00Z`)
  const summary = t('reports.daySummary', { count: days.length, most: measure.area(most), day: date(best.day) })
  return (
    <Panel title={t('reports.areaByDay')}>
      <figure className={classes.figure}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {days.map(({ day, areaM2 }) => {
            const height = (areaM2 / most) * HEIGHT
            return (
              <rect
                key={day}
                x={((Date.parse(day) - fromMs) / DAY_MS) * step + step * 0.1}
                y={HEIGHT - height}
                width={step * 0.8}
                height={height}
              >
                <title>{`${date(day)}: ${measure.area(areaM2)}`}</title>
              </rect>
            )
          })}
        </svg>
        <div className={classes.ends} aria-hidden>
          <span>{date(first.day)}</span>
          <span>{date(last.day)}</span>
        </div>
        <figcaption>{summary}</figcaption>
      </figure>
    </Panel>
  )
}
