/** The grass: which zones want to be cut, the most overdue first, and the way to cut them. */
import { calls, type GrassRow } from '@greensward/contract'
import { Button, Select, Switch } from '@mantine/core'
import { IconAlertTriangle, IconChartBar, IconCheck, IconClock, IconPlant2 } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  ForbiddenState,
  LoadingState,
  Page,
  StatusPill,
  useMeasure,
} from '../../ui/index.ts'
import { useDueText } from '../../ui/text/dueText.ts'
import classes from './GrassPage.module.css'

export default function GrassPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('grass.title')}>
        <ForbiddenState />
      </Page>
    )
  return <GrassTable />
}

function GrassTable() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayPlan = useCan('missions.plan')
  const mayReport = useCan('reports.read')
  const list = useCall(calls.grass.list, {}, { refetchInterval: 60_000 })
  const types = useCall(calls.zoneTypes.list, { query: { perPage: 500 } }).data?.items ?? []
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } }).data?.items ?? []
  const [typeId, setTypeId] = useState<string | null>(null)
  const [onlyOverdue, setOnlyOverdue] = useState(false)
  const typeName = (id: string): string => types.find(type => type.id === id)?.name ?? ''
  const mow = (zone: string): void => void navigate({ to: '/missions/new', search: { zone } })

  const all = list.data?.items ?? []
  const rows = all.filter(row => (typeId === null || row.zoneTypeId === typeId) && (!onlyOverdue || row.isOverdue))
  const overdue = all.filter(({ isOverdue }) => isOverdue)
  const oldest = rows.find(({ nextMissionId }) => nextMissionId === null)
  const columns = useGrassColumns({
    typeName,
    mowerName: id => mowers.find(mower => mower.id === id)?.name ?? t('grass.unknownMower'),
    ...(mayPlan ? { onMow: mow } : {}),
  })
  return (
    <Page
      flush
      title={t('grass.title')}
      hint={list.data === undefined ? undefined : t('grass.overdueCount', { count: overdue.length })}
      actions={
        <>
          <Button variant="default" onClick={() => void navigate({ to: '/map', search: { grass: '1' } })}>
            {t('grass.onMap')}
          </Button>
          {mayReport && (
            <Button variant="default" component={Link} to="/reports" leftSection={<IconChartBar size={20} />}>
              {t('reports.open')}
            </Button>
          )}
          <Button variant="default" onClick={() => void navigate({ to: '/missions/grass/course' })}>
            {t('grass.course.open')}
          </Button>
          {mayPlan && (
            <Button variant="default" onClick={() => void navigate({ to: '/missions/grass/record' })}>
              {t('grass.record.title')}
            </Button>
          )}
          {mayPlan && (
            <Button
              leftSection={<IconPlant2 size={20} />}
              disabled={oldest === undefined}
              onClick={() => oldest !== undefined && mow(oldest.zoneId)}
            >
              {t('grass.mowOldest')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <Select
            aria-label={t('grass.type')}
            placeholder={t('grass.type')}
            data={types.filter(type => type.mowable).map(({ id, name }) => ({ value: id, label: name }))}
            value={typeId}
            onChange={setTypeId}
            clearable
          />
          <Switch
            label={t('grass.onlyOverdue')}
            checked={onlyOverdue}
            onChange={event => setOnlyOverdue(event.currentTarget.checked)}
          />
        </>
      }
    >
      {list.isPending ? (
        <LoadingState />
      ) : list.isError ? (
        <ErrorState error={errorText(list.error)} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconPlant2 aria-hidden />}
          title={all.length > 0 ? t('common.nothingFound') : t('grass.empty')}
          text={all.length > 0 ? t('grass.nothingOverdue') : t('grass.emptyText')}
        />
      ) : (
        <DataTable label={t('grass.title')} columns={columns} rows={rows} rowKey={({ zoneId }) => zoneId} />
      )}
    </Page>
  )
}

function useGrassColumns({
  typeName,
  mowerName,
  onMow,
}: {
  readonly typeName: (id: string) => string
  readonly mowerName: (id: string) => string
  readonly onMow?: (zoneId: string) => void
}): Column<GrassRow>[] {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const dueText = useDueText()
  return [
    {
      key: 'title',
      title: t('grass.zone'),
      cell: row => (
        <span className={classes.two}>
          <Link to="/map" search={{ sel: `feature:${row.zoneId}`, grass: '1' }}>
            {row.title}
          </Link>
          <small>
            {typeName(row.zoneTypeId)} · {measure.area(row.areaM2)} ·{' '}
            <Link to="/missions/grass/$id" params={{ id: row.zoneId }}>
              {t('grass.record.list')}
            </Link>
          </small>
        </span>
      ),
    },
    { key: 'overdue', title: t('grass.state'), cell: row => <OverduePill row={row} /> },
    {
      key: 'last',
      title: t('grass.lastMown'),
      cell: row =>
        row.lastAt === null ? (
          t('grass.never')
        ) : (
          <span className={classes.two}>
            {time.dateTime(row.lastAt)}
            <small>
              {row.lastDirection !== null && `${t(`missions.direction.${row.lastDirection}`)} · `}
              {row.lastMowerId === null ? t('grass.unknownMower') : mowerName(row.lastMowerId)}
            </small>
          </span>
        ),
    },
    { key: 'mown', title: t('grass.mownShare'), align: 'end', cell: row => measure.share(row.mownShare) },
    {
      key: 'due',
      title: t('grass.due.title'),
      cell: ({ due }) =>
        due === null ? (
          '–'
        ) : (
          <span className={classes.two}>
            {dueText.day(due)}
            <small>{dueText.reason(due)}</small>
          </span>
        ),
    },
    {
      key: 'degreeDays',
      title: t('grass.degreeDays'),
      align: 'end',
      cell: ({ degreeDays, regulator }) =>
        degreeDays === null && regulator === null ? (
          '–'
        ) : (
          <span className={classes.two}>
            {degreeDays ?? '–'}
            {regulator !== null && (
              <small>
                {regulator.degreeDays === null
                  ? regulator.product
                  : t('grass.sinceRegulator', { count: regulator.degreeDays, product: regulator.product })}
              </small>
            )}
          </span>
        ),
    },
    {
      key: 'next',
      title: t('grass.next'),
      cell: row =>
        row.nextMissionId === null ? (
          '–'
        ) : (
          <Link className={classes.link} to="/missions/$id" params={{ id: row.nextMissionId }}>
            {row.nextStartsAt === null ? t('map.mission.onPress') : time.dateTime(row.nextStartsAt)}
          </Link>
        ),
    },
    ...(onMow === undefined
      ? []
      : [
          {
            key: 'mow',
            title: t('grass.mow'),
            quiet: true,
            align: 'end' as const,
            cell: (row: GrassRow) => (
              <Button
                variant="default"
                aria-label={t('grass.mowZone', { zone: row.title })}
                onClick={() => onMow(row.zoneId)}
              >
                {t('grass.mow')}
              </Button>
            ),
          },
        ]),
  ]
}

function OverduePill({ row }: { readonly row: GrassRow }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  if (row.overdueShare === null) return <StatusPill tone="neutral">{t('grass.noInterval')}</StatusPill>
  if (row.isOverdue)
    return (
      <StatusPill tone="error" icon={<IconAlertTriangle size={14} />}>
        {t('grass.overdue', { share: measure.share(row.overdueShare) })}
      </StatusPill>
    )
  return row.overdueShare > 0 ? (
    <StatusPill tone="warn" icon={<IconClock size={14} />}>
      {t('grass.partly', { share: measure.share(row.overdueShare) })}
    </StatusPill>
  ) : row.due?.isDue === true ? (
    <StatusPill tone="main" icon={<IconClock size={14} />}>
      {t('grass.due.today')}
    </StatusPill>
  ) : (
    <StatusPill tone="success" icon={<IconCheck size={14} />}>
      {t('grass.fresh')}
    </StatusPill>
  )
}
