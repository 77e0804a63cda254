/** The missions table: filters in the address, bulk cancel and delete, a way to each mission. */
import { isActive, type Mission } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import {
  IconDownload,
  IconFilterOff,
  IconPlant2,
  IconPlus,
  IconRoute,
  IconSearch,
  IconSunrise,
  IconX,
} from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, errorText, useAct, useCall, useCourseTime, useMay } from '../api/index.ts'
import {
  answerText,
  ConfirmDialog,
  DataTable,
  DayRange,
  EmptyState,
  ErrorState,
  ForbiddenState,
  IconButton,
  LoadingState,
  notify,
  Page,
  Pager,
  useMeasure,
} from '../ui/index.ts'
import { addDays, startOfDay } from '../ui/zonedTime.ts'
import { BulkOutcome, type BulkResult } from './BulkOutcome.tsx'
import classes from './MissionsPage.module.css'
import {
  DEFAULT_SORT,
  isFiltered,
  type MissionsSearch,
  readMissionsSearch,
  writeMissionsSearch,
} from './missionsSearch.ts'
import { saveFile } from './qgcPlanFile.ts'
import { RunAgainDialog } from './RunAgainDialog.tsx'
import { StartDialog } from './StartDialog.tsx'
import { useMissionColumns } from './useMissionColumns.tsx'

const STATUSES = ['planned', 'uploading', 'working', 'stopped', 'done', 'cancelled', 'missed', 'failed'] as const

export default function MissionsPage() {
  const { t } = useTranslation()
  const mayRead = useMay('operations.read')
  if (!mayRead)
    return (
      <Page title={t('missions.title')}>
        <ForbiddenState />
      </Page>
    )
  return <MissionsTable />
}

function MissionsTable() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const measure = useMeasure()
  const time = useCourseTime()
  const mayPlan = useMay('missions.plan')
  const mayOperate = useMay('mowers.operate')
  const search = readMissionsSearch(useSearch({ strict: false }))
  const [selected, setSelected] = useState<ReadonlyMap<string, Mission>>(new Map())
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null)
  const [exporting, setExporting] = useState(false)
  const [starting, setStarting] = useState<Mission | null>(null)
  const [repeating, setRepeating] = useState<Mission | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)

  const change = (part: Partial<MissionsSearch>): void => {
    setSelected(new Map())
    void navigate({
      to: '/missions',
      search: writeMissionsSearch({ ...search, page: 1, ...part }),
      replace: true,
    })
  }

  const filter = {
    sort: search.sort,
    search: search.search,
    status: search.status.join(','),
    featureId: search.featureId,
    mowerId: search.mowerId,
    from: search.from === undefined ? undefined : startOfDay(search.from, time.zone).toISOString(),
    to: search.to === undefined ? undefined : startOfDay(addDays(search.to, 1), time.zone).toISOString(),
  }
  const list = useCall(
    calls.missions.list,
    { query: { ...filter, page: search.page, perPage: search.perPage } },
    { keepPrevious: true },
  )
  const map = useCall(calls.map.get)
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const stop = useAct(calls.missions.stop, { changes: [calls.missions.list] })
  const bulk = useAct(calls.missions.bulk, { changes: [calls.missions.list] })

  const rows = list.data?.items ?? []
  const areas = (map.data?.features ?? []).flatMap(feature =>
    feature.kind === 'zone' || feature.kind === 'missionArea' || feature.kind === 'road'
      ? [{ value: feature.id, label: feature.properties.title }]
      : [],
  )

  const toggle = (mission: Mission): void =>
    setSelected(before => {
      const after = new Map(before)
      if (!after.delete(mission.id)) after.set(mission.id, mission)
      return after
    })

  const stopNow = async (mission: Mission): Promise<void> => {
    try {
      const outcome = await stop.mutateAsync({ params: { id: mission.id } })
      if (outcome.outcome === 'accepted') notify.done(t('missions.stopAccepted', { title: mission.title }))
      else
        notify.failed(
          t('missions.stopFailed', { title: mission.title }),
          answerText(outcome, i18n) ?? t('missions.noAnswer'),
        )
    } catch (error) {
      notify.failed(t('missions.stopFailed', { title: mission.title }), error)
    }
  }

  const act = async (action: 'cancel' | 'delete'): Promise<void> => {
    try {
      const { items } = await bulk.mutateAsync({ body: { action, ids: [...selected.keys()] } })
      const failed = items.filter(item => !item.ok)
      setResult({ action, items: items.map(item => ({ ...item, title: selected.get(item.id)?.title ?? item.id })) })
      setSelected(new Map(failed.flatMap(({ id }) => [...selected].filter(([known]) => known === id))))
    } catch (error) {
      notify.failed(t('missions.title'), error)
    }
    setAsking(null)
  }

  const exportTable = async (): Promise<void> => {
    setExporting(true)
    try {
      saveFile(await download(calls.missions.export, {}, filter), 'missions.csv')
    } catch (error) {
      notify.failed(t('missions.export'), error)
    }
    setExporting(false)
  }

  const columns = useMissionColumns({
    features: map.data?.features,
    selected,
    onToggle: mayOperate ? toggle : undefined,
    onStop: mission => void stopNow(mission),
    onStart: setStarting,
    onRunAgain: mayPlan ? setRepeating : undefined,
  })
  const chosen = [...selected.values()].map(({ id, title, startsAt }) => ({
    id,
    name: startsAt === null ? title : `${title}, ${time.dateTime(startsAt)}`,
  }))
  const running = [...selected.values()].filter(({ status }) => isActive(status)).length
  const totals = [...selected.values()].reduce(
    (sum, { stats }) => ({ areaM2: sum.areaM2 + stats.areaM2, durationS: sum.durationS + stats.durationS }),
    { areaM2: 0, durationS: 0 },
  )

  return (
    <Page
      title={t('missions.title')}
      hint={list.data === undefined ? undefined : t('missions.count', { count: list.data.total })}
      flush
      actions={
        <>
          <Button variant="default" component={Link} to="/missions/grass" leftSection={<IconPlant2 size={20} />}>
            {t('grass.open')}
          </Button>
          <Button variant="default" component={Link} to="/morning" leftSection={<IconSunrise size={20} />}>
            {t('morning.title')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} />}
            loading={exporting}
            disabled={list.data === undefined || list.data.total === 0}
            onClick={() => void exportTable()}
          >
            {t('missions.export')}
          </Button>
          {mayPlan && (
            <Button
              variant="default"
              leftSection={<IconRoute size={20} />}
              onClick={() => void navigate({ to: '/missions/course' })}
            >
              {t('fleetPlans.course.open')}
            </Button>
          )}
          {mayPlan && (
            <Button
              leftSection={<IconPlus size={20} />}
              onClick={() => void navigate({ to: '/missions/new' })}
              className={classes.add ?? ''}
            >
              {t('missions.add')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <TextInput
            className={classes.search ?? ''}
            aria-label={t('common.search')}
            placeholder={t('missions.searchHint')}
            leftSection={<IconSearch size={18} />}
            defaultValue={search.search}
            key={`search-${search.search === '' ? 'empty' : 'set'}`}
            onKeyDown={event => {
              if (event.key === 'Enter') change({ search: event.currentTarget.value })
            }}
            onBlur={event => {
              if (event.currentTarget.value !== search.search) change({ search: event.currentTarget.value })
            }}
          />
          <MultiSelect
            className={classes.filter ?? ''}
            aria-label={t('missions.column.status')}
            placeholder={search.status.length === 0 ? t('missions.column.status') : ''}
            data={STATUSES.map(value => ({ value, label: t(`missions.status.${value}`) }))}
            value={[...search.status]}
            onChange={value => change({ status: value as MissionsSearch['status'] })}
            clearable
          />
          <Select
            className={classes.filter ?? ''}
            aria-label={t('missions.column.area')}
            placeholder={t('missions.column.area')}
            data={areas}
            value={search.featureId ?? null}
            onChange={value => change({ featureId: value ?? undefined })}
            searchable
            clearable
          />
          <Select
            className={classes.filter ?? ''}
            aria-label={t('missions.mower')}
            placeholder={t('missions.mower')}
            data={(mowers.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={search.mowerId ?? null}
            onChange={value => change({ mowerId: value ?? undefined })}
            clearable
          />
          <DayRange
            from={search.from}
            to={search.to}
            fromLabel={t('missions.from')}
            toLabel={t('missions.to')}
            onChange={change}
          />
          {isFiltered(search) && (
            <Button
              variant="subtle"
              leftSection={<IconFilterOff size={18} />}
              onClick={() =>
                change({
                  search: '',
                  status: [],
                  featureId: undefined,
                  mowerId: undefined,
                  from: undefined,
                  to: undefined,
                  sort: DEFAULT_SORT,
                })
              }
            >
              {t('common.resetFilters')}
            </Button>
          )}
        </>
      }
      footer={
        list.data !== undefined && (
          <Pager
            page={search.page}
            perPage={search.perPage}
            total={list.data.total}
            onPage={page => change({ page })}
            onPerPage={perPage => change({ perPage })}
          />
        )
      }
    >
      {mayOperate && rows.length > 0 && (
        <div className={classes.bulk} data-active={selected.size > 0 || undefined}>
          <Checkbox
            label={
              selected.size === 0 ? t('missions.bulk.selectAll') : t('missions.bulk.selected', { count: selected.size })
            }
            checked={rows.every(({ id }) => selected.has(id))}
            indeterminate={selected.size > 0 && !rows.every(({ id }) => selected.has(id))}
            onChange={event =>
              setSelected(event.currentTarget.checked ? new Map(rows.map(mission => [mission.id, mission])) : new Map())
            }
          />
          {selected.size > 0 && (
            <>
              <span className={classes.total}>
                {t('missions.bulk.total', {
                  area: measure.area(totals.areaM2),
                  duration: measure.duration(totals.durationS),
                })}
              </span>
              <span className={classes.bulkActions}>
                <Button variant="default" onClick={() => setAsking('cancel')}>
                  {t('missions.bulk.cancel', { count: selected.size })}
                </Button>
                <Button variant="outline" color="error" onClick={() => setAsking('delete')}>
                  {t('missions.bulk.delete', { count: selected.size })}
                </Button>
                <IconButton label={t('missions.bulk.clear')} onClick={() => setSelected(new Map())}>
                  <IconX size={20} />
                </IconButton>
              </span>
            </>
          )}
        </div>
      )}
      {list.isPending ? (
        <LoadingState />
      ) : list.isError ? (
        <ErrorState error={errorText(list.error)} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          title={isFiltered(search) ? t('common.nothingFound') : t('missions.empty')}
          {...(isFiltered(search) ? {} : { text: t('missions.emptyText') })}
          {...(mayPlan && !isFiltered(search)
            ? {
                action: (
                  <Link to="/missions/new" className={classes.link}>
                    {t('missions.add')}
                  </Link>
                ),
              }
            : {})}
        />
      ) : (
        <DataTable
          label={t('missions.title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={search.sort}
          onSort={sort => change({ sort })}
        />
      )}
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('missions.bulk.cancelTitle', { count: selected.size })}
        things={chosen}
        text={[
          t('missions.bulk.cancelText', { count: selected.size }),
          ...(running === 0 ? [] : [t('missions.bulk.cancelRunning', { count: running })]),
        ].join(' ')}
        confirm={t('missions.bulk.cancel', { count: selected.size })}
        busy={bulk.isPending}
        onConfirm={() => void act('cancel')}
        onClose={() => setAsking(null)}
      />
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('missions.bulk.deleteTitle', { count: selected.size })}
        things={chosen}
        text={t('missions.bulk.deleteText')}
        confirm={t('missions.bulk.deleteConfirm', { count: selected.size })}
        busy={bulk.isPending}
        onConfirm={() => void act('delete')}
        onClose={() => setAsking(null)}
      />
      {repeating !== null && <RunAgainDialog mission={repeating} onClose={() => setRepeating(null)} />}
      {starting !== null && <StartDialog mission={starting} onClose={() => setStarting(null)} />}
      {result !== null && <BulkOutcome result={result} onClose={() => setResult(null)} />}
    </Page>
  )
}
