import { calls } from '@greensward/contract'
import { type CourseFeature, featureTitle, isActive, isMowing, type Mission } from '@greensward/domain'
import { Checkbox } from '@mantine/core'
import {
  IconDownload,
  IconHistory,
  IconListDetails,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRepeat,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan, useCourseTime } from '../../api/index.ts'
import { type Column, IconButton, useMeasure } from '../../ui/index.ts'
import { HindrancePill } from './HindrancePill.tsx'
import { MissionStatusPill } from './MissionStatusPill.tsx'
import classes from './MissionsPage.module.css'
import { downloadQgcPlan } from './qgcPlanFile.ts'
import { useRepeatText } from './SeriesActions.tsx'
import { hasEnded } from './uncoveredOf.ts'

interface MissionColumnsInput {
  /** Absent while the map loads. */
  readonly features: readonly CourseFeature[] | undefined
  readonly selected: ReadonlyMap<string, Mission>
  /** Absent for those who may not act on several missions. */
  readonly onToggle: ((mission: Mission) => void) | undefined
  readonly onStop: (mission: Mission) => void
  /** Opens the dialog that starts or resumes. */
  readonly onStart: (mission: Mission) => void
  /** Absent for those who may not plan. */
  readonly onRunAgain: ((mission: Mission) => void) | undefined
}

/** The specification's columns: title to history, then the one action that fits the state. */
export function useMissionColumns({
  features,
  selected,
  onToggle,
  onStop,
  onStart,
  onRunAgain,
}: MissionColumnsInput): Column<Mission>[] {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const blades = useCall(calls.blades.list, { query: { perPage: 500 } })
  const repeatText = useRepeatText()
  const titles = useMemo(() => new Map(features?.map(feature => [feature.id, featureTitle(feature)])), [features])
  const mowerNames = new Map(mowers.data?.items.map(({ id, name }) => [id, name]))
  const bladeNames = new Map(blades.data?.items.map(({ id, name }) => [id, name]))

  const select = useSelectColumn(selected, onToggle)
  const linkColumns = useLinkColumns({ onStop, onStart, onRunAgain })
  return [
    ...select,
    {
      key: 'title',
      title: t('missions.column.title'),
      sortable: true,
      cell: mission => (
        <Link className={classes.link} to="/missions/$id" params={{ id: mission.id }}>
          <span className={classes.two}>
            {mission.title}
            <span className={classes.small}>
              {mission.series === null ? t('missions.repeat.once') : repeatText(mission.series.repeat)}
            </span>
          </span>
        </Link>
      ),
    },
    {
      key: 'status',
      title: t('missions.column.status'),
      sortable: true,
      cell: mission => (
        <span className={classes.pills}>
          <MissionStatusPill mission={mission} />
          <HindrancePill mission={mission} />
        </span>
      ),
    },
    {
      key: 'area',
      isLong: true,
      title: t('missions.column.area'),
      cell: mission =>
        features === undefined ? '…' : (titles.get(mission.target.featureId) ?? t('missions.areaGone')),
    },
    {
      key: 'direction',
      isLong: true,
      title: t('missions.column.direction'),
      sortable: true,
      cell: mission =>
        !isMowing(mission.target)
          ? t('common.none')
          : `${t(`missions.direction.${mission.resolvedDirection}`)}${mission.direction === 'auto' ? ` ${t('missions.auto')}` : ''}`,
    },
    {
      key: 'mower',
      title: t('missions.column.mower'),
      cell: mission => (
        <span className={classes.two}>
          {mowers.data === undefined ? '…' : (mowerNames.get(mission.mowerId) ?? t('common.unknown'))}
          <span className={classes.small}>
            {blades.data === undefined ? '…' : (bladeNames.get(mission.bladeId) ?? t('common.unknown'))}
          </span>
        </span>
      ),
    },
    {
      key: 'startsAt',
      title: t('missions.column.start'),
      sortable: true,
      cell: ({ startsAt, startedAt }) => {
        const at = startedAt ?? startsAt
        return at === null ? t('missions.onPress') : time.dateTime(at)
      },
    },
    {
      key: 'duration',
      isLong: true,
      title: t('missions.column.duration'),
      sortable: true,
      cell: ({ stats }) => measure.duration(stats.durationS),
    },
    ...linkColumns,
  ]
}

function useSelectColumn(
  selected: ReadonlyMap<string, Mission>,
  onToggle: MissionColumnsInput['onToggle'],
): readonly Column<Mission>[] {
  const { t } = useTranslation()
  if (onToggle === undefined) return []
  return [
    {
      key: 'select',
      title: t('missions.column.select'),
      quiet: true,
      cell: mission => (
        <Checkbox
          aria-label={t('missions.select', { title: mission.title })}
          checked={selected.has(mission.id)}
          onChange={() => onToggle(mission)}
        />
      ),
    },
  ]
}

type RowActions = Pick<MissionColumnsInput, 'onStop' | 'onStart' | 'onRunAgain'>

/** The columns that lead elsewhere: log, plan, history and the action that fits. */
function useLinkColumns({ onStop, onStart, onRunAgain }: RowActions): readonly Column<Mission>[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return [
    {
      key: 'logs',
      isLong: true,
      title: t('missions.column.logs'),
      cell: mission => (
        <Link className={classes.link} to="/missions/$id" params={{ id: mission.id }} hash="log">
          <span className={classes.row}>
            <IconListDetails size={18} aria-hidden />
            {t('missions.lines', { count: mission.logLines })}
          </span>
        </Link>
      ),
    },
    {
      key: 'plan',
      isLong: true,
      title: t('missions.column.plan'),
      cell: mission => (
        <IconButton
          label={t('missions.downloadPlan', { title: mission.title })}
          onClick={() => void downloadQgcPlan(mission, t('missions.column.plan'))}
        >
          <IconDownload size={20} />
        </IconButton>
      ),
    },
    {
      key: 'history',
      title: t('missions.column.history'),
      align: 'end',
      cell: mission => (
        <span className={classes.row}>
          <IconButton
            label={t('missions.showHistory', { title: mission.title })}
            onClick={() => void navigate({ to: '/missions/$id', params: { id: mission.id }, hash: 'history' })}
          >
            <IconHistory size={20} />
          </IconButton>
          <FittingAction mission={mission} onStop={onStop} onStart={onStart} onRunAgain={onRunAgain} />
        </span>
      ),
    },
  ]
}

function FittingAction({ mission, onStop, onStart, onRunAgain }: RowActions & { readonly mission: Mission }) {
  const { t } = useTranslation()
  const mayOperate = useCan('mowers.operate')
  const mayStop = useCan('mowers.stop')
  const { title, status } = mission
  if (isActive(status) && status !== 'stopped' && mayStop)
    return (
      <IconButton label={t('missions.stop', { title })} color="error" onClick={() => onStop(mission)}>
        <IconPlayerStop size={20} />
      </IconButton>
    )
  if ((status === 'planned' || status === 'stopped' || status === 'interrupted') && mayOperate)
    return (
      <IconButton
        label={t(status === 'planned' ? 'missions.startOne' : 'missions.resumeOne', { title })}
        onClick={() => onStart(mission)}
      >
        {status === 'planned' ? <IconPlayerPlay size={20} /> : <IconPlayerTrackNext size={20} />}
      </IconButton>
    )
  // From elsewhere a drive is another one: it is asked for on the map.
  if (hasEnded(status) && mission.target.kind !== 'drive' && onRunAgain !== undefined)
    return (
      <IconButton label={t('missions.again.one', { title })} onClick={() => onRunAgain(mission)}>
        <IconRepeat size={20} />
      </IconButton>
    )
  return null
}
