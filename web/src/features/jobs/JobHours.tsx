/** What people's jobs took over a span of days, by person and by kind. */
import { calls, type WorkedHours } from '@greensward/contract'
import { Button } from '@mantine/core'
import { IconClock, IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { download, useCall, useCourseTime } from '../../api/index.ts'
import { DataTable, DaySpan, EmptyState, Page, QueryState, useMeasure, useNow } from '../../ui/index.ts'
import { useSave } from '../../ui/useSave.ts'
import { addDays } from '../../ui/zonedTime.ts'
import classes from './JobHours.module.css'

export function JobHours({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ from: '/main/jobs' })
  const today = useCourseTime().dayOf(useNow(60_000))
  const span = { from: search.from ?? addDays(today, -6), to: search.to ?? today }
  const query = useCall(calls.jobs.hours, { query: span }, { keepPrevious: true })
  const items = query.data?.items
  return (
    <Page
      title={t('jobs.title')}
      filters={
        <>
          {views}
          <DaySpan
            {...span}
            fromLabel={t('jobs.hours.from')}
            toLabel={t('jobs.hours.to')}
            onChange={change => void navigate({ to: '/jobs', search: { ...search, ...change }, replace: true })}
          />
          <Export span={span} />
        </>
      }
    >
      {items === undefined ? (
        <QueryState query={query} />
      ) : items.length === 0 ? (
        <EmptyState icon={<IconClock aria-hidden />} title={t('jobs.hours.none')} text={t('jobs.hours.noneText')} />
      ) : (
        <>
          <div className={classes.tables}>
            <Sums items={items} by="person" />
            <Sums items={items} by="kind" />
          </div>
          {items.some(({ unknown }) => unknown > 0) && <p className={classes.hint}>{t('jobs.hours.unknownHint')}</p>}
        </>
      )}
    </Page>
  )
}

function Export({ span }: { readonly span: { readonly from: string; readonly to: string } }) {
  const { t } = useTranslation()
  const { isSaving, save } = useSave(t('jobs.hours.notExported'))
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} />}
      loading={isSaving}
      onClick={() => void save(download(calls.jobs.export, {}, span), 'jobs.csv')}
    >
      {t('jobs.hours.export')}
    </Button>
  )
}

interface Sum {
  readonly key: string
  readonly name: string
  readonly minutes: number
  readonly jobs: number
  readonly unknown: number
}

const sumsBy = (items: readonly WorkedHours[], by: 'person' | 'kind'): Sum[] =>
  // Two people may have the same name.
  [...Map.groupBy(items, item => (by === 'kind' ? item.kind : `${item.personId} ${item.person}`))]
    .map(([key, own]) => ({
      key,
      name: own[0]?.[by] ?? '',
      minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
      jobs: own.reduce((sum, { jobs }) => sum + jobs, 0),
      unknown: own.reduce((sum, { unknown }) => sum + unknown, 0),
    }))
    .toSorted((a, b) => b.minutes - a.minutes)

function Sums({ items, by }: { readonly items: readonly WorkedHours[]; readonly by: 'person' | 'kind' }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const label = t(by === 'person' ? 'jobs.hours.byPerson' : 'jobs.hours.byKind')
  return (
    <section aria-label={label}>
      <h2 className={classes.title}>{label}</h2>
      <DataTable
        label={label}
        rows={sumsBy(items, by)}
        rowKey={row => row.key}
        columns={[
          {
            key: 'name',
            title: t(`jobs.hours.${by}`),
            cell: row => <strong>{row.name === '' ? t('jobs.hours.gone') : row.name}</strong>,
          },
          {
            key: 'time',
            title: t('jobs.hours.time'),
            align: 'end',
            cell: row => (row.minutes === 0 ? '–' : measure.duration(row.minutes * 60)),
          },
          { key: 'jobs', title: t('jobs.hours.jobs'), align: 'end', cell: row => row.jobs },
          {
            key: 'unknown',
            title: t('jobs.hours.unknown'),
            align: 'end',
            cell: row => (row.unknown === 0 ? '–' : row.unknown),
          },
        ]}
      />
    </section>
  )
}
