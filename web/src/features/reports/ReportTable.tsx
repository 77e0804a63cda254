/** The rows of a report; each name opens the missions behind its figures. */
import type { Report, ReportFigures, ReportRow } from '@greensward/contract'
import { hasRates } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable, useMeasure } from '../../ui/index.ts'
import { DirectionRose } from './Directions.tsx'
import classes from './ReportsPage.module.css'
import { missionsBehind, type ReportSearch } from './reportSearch.ts'
import { useRowName } from './useRowName.ts'

/** The total is a row without a key. */
interface Line {
  readonly key: string | undefined
  readonly id: string
  readonly name: string
  readonly kind: ReportRow['kind'] | 'total'
  readonly figures: ReportFigures
}

interface ReportTableProps {
  readonly report: Report
  readonly search: ReportSearch
}

export function ReportTable({ report, search }: ReportTableProps) {
  const { t } = useTranslation()
  const nameOf = useRowName(search.by)
  const lines: Line[] = [
    ...report.rows.map(row => ({ ...row, id: `${row.kind} ${row.key}`, name: nameOf(row) })),
    { key: undefined, id: 'total', name: t('reports.total'), kind: 'total', figures: report.total },
  ]
  const columns = useReportColumns(report, search)
  return (
    <DataTable
      isWide
      label={t(`reports.by.${search.by}`)}
      rows={lines}
      rowKey={({ id }) => id}
      columns={columns}
      rowOf={({ id, kind }, cells) => (
        <tr key={id} className={kind === 'total' ? classes.total : undefined}>
          {cells}
        </tr>
      )}
    />
  )
}

function useReportColumns(report: Report, search: ReportSearch): Column<Line>[] {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const figure = (value: number, digits: number): string =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(value)
  const money = (value: number): string =>
    new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency: report.rates.currency,
      currencyDisplay: 'narrowSymbol',
    }).format(value)
  const isKnown = (name: 'kWh' | 'litres' | 'peopleS' | 'targetCuts'): boolean => report.total[name] !== null
  const column = (key: string, cell: (figures: ReportFigures) => string | null): Column<Line> => ({
    key,
    title: t(`reports.column.${key}`),
    align: 'end',
    cell: ({ figures }) => cell(figures) ?? '–',
  })
  return [
    {
      key: 'name',
      title: t(`reports.by.${search.by}`),
      // Jobs of people have no page as missions do.
      cell: ({ name, key, kind }) =>
        kind === 'jobs' ? (
          name
        ) : (
          <Link className={classes.link} to="/missions" search={missionsBehind(search, key)}>
            {name}
          </Link>
        ),
    },
    column('missions', f => (f.missions === f.done ? `${f.missions}` : `${f.done} / ${f.missions}`)),
    column('area', f => measure.area(f.areaM2)),
    column('work', f => measure.duration(f.workS)),
    column('driven', f => measure.driven(f.drivenM / 1_000)),
    column('mown', f => measure.driven(f.mownM / 1_000)),
    ...(isKnown('peopleS') ? [column('people', f => (f.peopleS === null ? null : measure.duration(f.peopleS)))] : []),
    ...(isKnown('kWh') ? [column('kWh', f => (f.kWh === null ? null : `${figure(f.kWh, 1)} kWh`))] : []),
    ...(isKnown('litres') ? [column('litres', f => (f.litres === null ? null : `${figure(f.litres, 1)} l`))] : []),
    ...(hasRates(report.rates) ? [column('cost', f => (f.cost === null ? null : money(f.cost)))] : []),
    ...(isKnown('targetCuts')
      ? [
          column('cuts', f =>
            f.cuts === null
              ? null
              : t('reports.ofTarget', { cuts: figure(f.cuts, 1), target: figure(f.targetCuts ?? 0, 1) }),
          ),
        ]
      : []),
    ...(report.total.directions.length === 0
      ? []
      : [
          {
            key: 'directions',
            title: t('reports.column.directions'),
            cell: ({ figures }: Line) => <DirectionRose directions={figures.directions} />,
          },
        ]),
    column('time', f => (f.plannedS === 0 ? null : measure.share(f.actualS / f.plannedS))),
    column('interruptions', f => figure(f.interruptions, 0)),
    column('ahead', f =>
      f.aheadOfPlay + f.behindPlay === 0 ? null : `${f.aheadOfPlay} / ${f.aheadOfPlay + f.behindPlay}`,
    ),
  ]
}
