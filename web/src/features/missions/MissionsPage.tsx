/** The missions table: filters in the address, bulk cancel and delete, a link to each mission. */

import { calls } from '@greensward/contract'
import type { Mission } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconChartBar, IconDownload, IconPlant2, IconPlus, IconRoute, IconSunrise } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, errorText, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  DataTable,
  EmptyState,
  ErrorState,
  ForbiddenState,
  LoadingState,
  Page,
  Pager,
  useCommand,
} from '../../ui/index.ts'
import { useSave } from '../../ui/useSave.ts'
import { addDays, startOfDay } from '../../ui/zonedTime.ts'
import { MissionsBulk, useSelection } from './MissionsBulk.tsx'
import { MissionsFilters } from './MissionsFilters.tsx'
import classes from './MissionsPage.module.css'
import { isFiltered, type MissionsSearch, readMissionsSearch, writeMissionsSearch } from './missionsSearch.ts'
import { RunAgainDialog } from './RunAgainDialog.tsx'
import { StartDialog } from './StartDialog.tsx'
import { useMissionColumns } from './useMissionColumns.tsx'

export default function MissionsPage() {
  const { t } = useTranslation()
  const mayRead = useCan('operations.read')
  if (!mayRead)
    return (
      <Page title={t('missions.title')}>
        <ForbiddenState />
      </Page>
    )
  return <MissionsTable />
}

/** The query of the list and of the export. */
const filterOf = (search: MissionsSearch, zone: string) => ({
  sort: search.sort,
  search: search.search,
  status: search.status.join(','),
  featureId: search.featureId,
  mowerId: search.mowerId,
  from: search.from === undefined ? undefined : startOfDay(search.from, zone).toISOString(),
  to: search.to === undefined ? undefined : startOfDay(addDays(search.to, 1), zone).toISOString(),
  startedFrom: search.startedFrom === undefined ? undefined : startOfDay(search.startedFrom, zone).toISOString(),
  startedTo: search.startedTo === undefined ? undefined : startOfDay(addDays(search.startedTo, 1), zone).toISOString(),
  zoneTypeId: search.zoneTypeId,
  holeId: search.holeId,
  createdById: search.createdById,
  ids: search.ids,
})
type Filter = ReturnType<typeof filterOf>

function MissionsTable() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const time = useCourseTime()
  const mayPlan = useCan('missions.plan')
  const mayOperate = useCan('mowers.operate')
  const search = readMissionsSearch(useSearch({ strict: false }))
  const selection = useSelection()
  const [starting, setStarting] = useState<Mission | null>(null)
  const [repeating, setRepeating] = useState<Mission | null>(null)
  const change = (part: Partial<MissionsSearch>): void => {
    selection.set([])
    void navigate({
      to: '/missions',
      search: writeMissionsSearch({ ...search, page: 1, ...part }),
      replace: true,
    })
  }
  const filter = filterOf(search, time.zone)
  const list = useCall(
    calls.missions.list,
    { query: { ...filter, page: search.page, perPage: search.perPage } },
    { keepPrevious: true },
  )
  const map = useCall(calls.map.get)
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const command = useCommand()
  const rows = list.data?.items ?? []
  const columns = useMissionColumns({
    features: map.data?.features,
    selected: selection.selected,
    onToggle: mayOperate ? selection.toggle : undefined,
    onStop: mission => void command.send('stopMission', mission.id, mission.title),
    onStart: setStarting,
    onRunAgain: mayPlan ? setRepeating : undefined,
  })
  return (
    <Page
      title={t('missions.title')}
      hint={list.data === undefined ? undefined : t('missions.count', { count: list.data.total })}
      flush
      actions={<HeadActions filter={filter} total={list.data?.total ?? 0} />}
      filters={
        <MissionsFilters
          search={search}
          features={map.data?.features ?? []}
          mowers={mowers.data?.items ?? []}
          onChange={change}
        />
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
      {mayOperate && <MissionsBulk rows={rows} selection={selection} />}
      {list.isPending ? (
        <LoadingState />
      ) : list.isError ? (
        <ErrorState error={errorText(list.error)} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <NoMissions isFiltered={isFiltered(search)} mayPlan={mayPlan} />
      ) : (
        <DataTable
          label={t('missions.title')}
          isCompact
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={search.sort}
          onSort={sort => change({ sort })}
        />
      )}
      {repeating !== null && <RunAgainDialog mission={repeating} onClose={() => setRepeating(null)} />}
      {starting !== null && <StartDialog mission={starting} onClose={() => setStarting(null)} />}
    </Page>
  )
}

function NoMissions({ isFiltered, mayPlan }: { readonly isFiltered: boolean; readonly mayPlan: boolean }) {
  const { t } = useTranslation()
  if (isFiltered) return <EmptyState title={t('common.nothingFound')} />
  const add = (
    <Link to="/missions/new" className={classes.link}>
      {t('missions.add')}
    </Link>
  )
  return <EmptyState title={t('missions.empty')} text={t('missions.emptyText')} {...(mayPlan ? { action: add } : {})} />
}

/** Links to related pages, the export, and planning. */
function HeadActions({ filter, total }: { readonly filter: Filter; readonly total: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayPlan = useCan('missions.plan')
  const mayReport = useCan('reports.read')
  const { isSaving, save } = useSave(t('missions.export'))
  return (
    <>
      <Button variant="default" component={Link} to="/missions/grass" leftSection={<IconPlant2 size={20} />}>
        {t('grass.open')}
      </Button>
      {mayReport && (
        <Button variant="default" component={Link} to="/reports" leftSection={<IconChartBar size={20} />}>
          {t('reports.open')}
        </Button>
      )}
      <Button variant="default" component={Link} to="/morning" leftSection={<IconSunrise size={20} />}>
        {t('morning.title')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} />}
        loading={isSaving}
        disabled={total === 0}
        onClick={() => void save(download(calls.missions.export, {}, filter), 'missions.csv')}
      >
        {t('missions.export')}
      </Button>
      {mayPlan && (
        <>
          <Button
            variant="default"
            leftSection={<IconRoute size={20} />}
            onClick={() => void navigate({ to: '/missions/course' })}
          >
            {t('fleetPlans.course.open')}
          </Button>
          <Button
            leftSection={<IconPlus size={20} />}
            onClick={() => void navigate({ to: '/missions/new' })}
            className={classes.add ?? ''}
          >
            {t('missions.add')}
          </Button>
        </>
      )}
    </>
  )
}
