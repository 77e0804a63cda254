/** Reports: what was mown in a span of days, by mower, zone type, hole or person; to print and as files. */
import type { Report, ReportBy, ReportFigures } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconChartBar, IconCoin, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { DaySpan, EmptyState, ForbiddenState, Page, QueryState, useNow } from '../../ui/index.ts'
import { PaperSheet } from '../../ui/page/PaperSheet.tsx'
import { useSave } from '../../ui/useSave.ts'
import { addDays, type Day } from '../../ui/zonedTime.ts'
import { Causes } from './Causes.tsx'
import { DirectionChart } from './Directions.tsx'
import { RatesSheet } from './RatesSheet.tsx'
import { DayChart, RowChart } from './ReportCharts.tsx'
import classes from './ReportsPage.module.css'
import { ReportTable } from './ReportTable.tsx'
import { REPORTS_BY, type ReportSearch, readReportSearch } from './reportSearch.ts'

export default function ReportsPage() {
  const { t } = useTranslation()
  const mayRead = useCan('reports.read')
  if (!mayRead)
    return (
      <Page title={t('reports.title')}>
        <ForbiddenState />
      </Page>
    )
  return <Shown />
}

function Shown() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const time = useCourseTime()
  const today = time.dayOf(useNow(60_000))
  const search = readReportSearch(useSearch({ strict: false }), today)
  const query = useCall(lateCalls.reports.get, { query: search }, { keepPrevious: true })
  const change = (part: Partial<ReportSearch>): void =>
    void navigate({ to: '/reports', search: { ...search, ...part }, replace: true })
  return (
    <Page
      title={t('reports.title')}
      actions={<Actions search={search} hasRows={(query.data?.total.missions ?? 0) > 0} />}
      filters={
        <>
          <DaySpan
            from={search.from}
            to={search.to}
            fromLabel={t('reports.from')}
            toLabel={t('reports.to')}
            onChange={change}
          />
          <Spans today={today} onChange={change} />
          <SegmentedControl
            aria-label={t('reports.by.label')}
            value={search.by}
            onChange={by => change({ by: by as ReportBy })}
            data={REPORTS_BY.map(value => ({ value, label: t(`reports.by.${value}`) }))}
          />
        </>
      }
    >
      {query.data === undefined ? (
        <QueryState query={query} />
      ) : query.data.total.missions === 0 && query.data.total.peopleS === null ? (
        <EmptyState icon={<IconChartBar aria-hidden />} title={t('reports.empty')} text={t('reports.emptyText')} />
      ) : (
        <Sheet report={query.data} search={search} isStale={query.isPlaceholderData} />
      )}
    </Page>
  )
}

const SPANS = { week: 7, month: 30, season: 365 } as const

function Spans({ today, onChange }: { readonly today: Day; readonly onChange: (days: Partial<ReportSearch>) => void }) {
  const { t } = useTranslation()
  return (
    <Button.Group>
      {(Object.keys(SPANS) as (keyof typeof SPANS)[]).map(span => (
        <Button
          key={span}
          variant="default"
          onClick={() => onChange({ from: addDays(today, 1 - SPANS[span]), to: today })}
        >
          {t('reports.lastDays', { count: SPANS[span] })}
        </Button>
      ))}
    </Button.Group>
  )
}

function Actions({ search, hasRows }: { readonly search: ReportSearch; readonly hasRows: boolean }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const { isSaving, save } = useSave(t('reports.notExported'))
  const [isEditing, setEditing] = useState(false)
  const saveAs = (format: 'csv' | 'xlsx') => (): void =>
    void save(
      download(lateCalls.reports.export, {}, { ...search, format }),
      `report-${search.from}-${search.to}.${format}`,
    )
  return (
    <>
      {mayEdit && (
        <Button variant="default" leftSection={<IconCoin size={20} />} onClick={() => setEditing(true)}>
          {t('reports.rates.open')}
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={20} />} loading={isSaving} disabled={!hasRows}>
            {t('reports.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={saveAs('xlsx')}>{t('reports.xlsx')}</Menu.Item>
          <Menu.Item onClick={saveAs('csv')}>{t('reports.csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" leftSection={<IconPrinter size={20} />} onClick={() => window.print()}>
        {t('reports.print')}
      </Button>
      {isEditing && <RatesSheet onClose={() => setEditing(false)} />}
    </>
  )
}

interface SheetProps {
  readonly report: Report
  readonly search: ReportSearch
  /** Another span is being read. */
  readonly isStale: boolean
}

function Sheet({ report, search, isStale }: SheetProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const day = (of: Day): string => time.longDate(`${of}T12:00:00Z`)
  return (
    <PaperSheet
      title={`${t('reports.title')} · ${day(search.from)} – ${day(search.to)}`}
      className={classes.sheet}
      isStale={isStale}
    >
      <div className={classes.table}>
        <ReportTable report={report} search={search} />
      </div>
      <p className={classes.hint}>{t('reports.energyHint')}</p>
      <TargetHint {...report.total} />
      <div className={classes.charts}>
        <RowChart report={report} by={search.by} />
        <DayChart report={report} />
        <DirectionChart report={report} />
        <Causes report={report} />
      </div>
    </PaperSheet>
  )
}

/** By what the target cuts count: growth, fixed intervals, or some by each. */
function TargetHint({ targetCuts, growthCuts }: Pick<ReportFigures, 'targetCuts' | 'growthCuts'>) {
  const { t, i18n } = useTranslation()
  if (targetCuts === null) return null
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const growth = growthCuts ?? 0
  const fixed = targetCuts - growth
  // What rounds to nothing would read as a cut of 0.
  const by = growth < 0.05 ? 'interval' : fixed < 0.05 ? 'growth' : 'both'
  return (
    <p className={classes.hint}>
      {t(`reports.target.${by}`, { growth: format.format(growth), fixed: format.format(fixed) })}
    </p>
  )
}
