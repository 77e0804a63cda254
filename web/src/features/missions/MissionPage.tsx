/** One mission: where it is, what it does, what may be done with it, and all that happened to it. */

import { calls, type ResultOf } from '@greensward/contract'
import { featureTitle, isActive, isMowing, type Mission, type OuterPass } from '@greensward/domain'
import { Progress as ProgressBar } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  errorText,
  loadError,
  readFailedAgain,
  useCall,
  useCan,
  useCourseTime,
  useVehicle,
  useVehicleValue,
} from '../../api/index.ts'
import { CourseMapView, type MapObject, type MissionDrawing, type PreviewDrawing } from '../../map-view/index.ts'
import {
  CorrectFailsafes,
  EnergyShort,
  ErrorState,
  ForbiddenState,
  GateList,
  IconButton,
  LoadingState,
  Page,
  statusText,
  useMeasure,
} from '../../ui/index.ts'
import { HindrancePill } from './HindrancePill.tsx'
import { MissionActions, MissionTools } from './MissionActions.tsx'
import { MissionHistory } from './MissionHistory.tsx'
import { MissionLegend } from './MissionLegend.tsx'
import { MissionLog } from './MissionLog.tsx'
import classes from './MissionPage.module.css'
import { MissionStatusPill } from './MissionStatusPill.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { SeriesActions } from './SeriesActions.tsx'
import { tightBendsOf } from './tightBendsOf.ts'
import { hasEnded, uncoveredOf } from './uncoveredOf.ts'
import { type Ground, useGround } from './useGround.ts'
import { useLiveProgress } from './useLiveProgress.ts'

export default function MissionPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const mayRead = useCan('operations.read')
  const mission = useCall(calls.missions.get, { params: { id } }, { enabled: mayRead })
  if (!mayRead)
    return (
      <Page title={t('missions.title')}>
        <ForbiddenState />
      </Page>
    )
  if (mission.isPending)
    return (
      <Page title={t('missions.title')}>
        <LoadingState />
      </Page>
    )
  if (mission.isError)
    return (
      <Page title={t('missions.title')}>
        <ErrorState error={errorText(mission.error)} onRetry={() => void mission.refetch()} />
      </Page>
    )
  return <MissionView mission={mission.data} />
}

function MissionView({ mission }: { readonly mission: Mission }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const params = { id: mission.id }
  const ground = useGround()
  const path = useCall(calls.missions.path, { params })
  const track = useCall(
    calls.missions.track,
    { params },
    mission.startedAt === null ? { enabled: false } : mission.status === 'working' ? { refetchInterval: 3_000 } : {},
  )
  const waiting = ['planned', 'stopped', 'interrupted'].includes(mission.status)
  const gate = useCall(calls.missions.gate, { params }, { enabled: waiting, refetchInterval: 2_000 })
  const drawn = [path, track]
  const notDrawn = ground.error ?? loadError(drawn)
  // Its battery only: with the whole vehicle this page would render with each of its messages.
  const battery = useVehicleValue(mission.mowerId, vehicle => vehicle?.telemetry.battery ?? null)
  const feature = ground.data?.features.find(({ id }) => id === mission.target.featureId)
  const mower = ground.data?.mowers.find(({ id }) => id === mission.mowerId)
  const blade = ground.data?.blades.find(({ id }) => id === mission.bladeId)
  const widthM = blade?.widthM ?? 0
  const mowerNames = useMemo(
    () => new Map(ground.data?.mowers.map(({ id, name }) => [id, name])),
    [ground.data?.mowers],
  )

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <IconButton label={t('missions.back')} onClick={() => void navigate({ to: '/missions' })}>
          <IconArrowLeft size={24} />
        </IconButton>
        <h1 className={classes.title}>{mission.title}</h1>
        <span data-testid="mission-status" role="status">
          <MissionStatusPill mission={mission} />
        </span>
        <HindrancePill mission={mission} />
        {mission.statusReason !== null && <span className={classes.reason}>{statusText(mission, i18n)}</span>}
        <MissionTools mission={mission} />
      </header>
      <section className={classes.main} id="track">
        <div className={classes.map}>
          {notDrawn !== null ? (
            <ErrorState
              error={notDrawn}
              onRetry={() => {
                ground.readAgain()
                readFailedAgain(drawn)
              }}
            />
          ) : ground.data === undefined ? (
            <LoadingState />
          ) : (
            <MissionMap mission={mission} path={path.data} track={track.data} widthM={widthM} />
          )}
        </div>
        <PlanFigures
          stats={mission.stats}
          isDrive={!isMowing(mission.target)}
          slivers={path.data?.uncovered.length ?? 0}
          laps={mission.cleaningCycles}
          startsAt={new Date(mission.startedAt ?? mission.startsAt ?? mission.createdAt)}
          battery={battery}
          mower={mower}
          ended={
            mission.startedAt === null || mission.endedAt === null
              ? null
              : { from: new Date(mission.startedAt), to: new Date(mission.endedAt) }
          }
        />
      </section>
      <aside className={classes.side}>
        <Progress mission={mission} />
        <MowerEnergy mission={mission} />
        <SeriesActions mission={mission} />
        <MissionActions mission={mission} gate={gate.data?.lines} />
        {waiting && gate.data !== undefined && (
          <GateList
            lines={gate.data.lines}
            hint={t('missions.gate.live')}
            action={line => <CorrectFailsafes line={line} mowerId={mission.mowerId} />}
          />
        )}
        {waiting && gate.isError && <ErrorState error={errorText(gate.error)} onRetry={() => void gate.refetch()} />}
        <Facts mission={mission} ground={ground.data} outerPass={path.data?.outerPass} />
        <MissionHistory missionId={mission.id} mowerNames={mowerNames} widthM={widthM} feature={feature} />
        <Log missionId={mission.id} />
      </aside>
    </div>
  )
}

interface MissionMapProps {
  readonly mission: Mission
  readonly path: ResultOf<typeof calls.missions.path> | undefined
  readonly track: ResultOf<typeof calls.missions.track> | undefined
  readonly widthM: number
}

function MissionMap({ mission, path, track, widthM }: MissionMapProps) {
  const { t } = useTranslation()
  const drawings = useMemo<readonly MissionDrawing[]>(
    () => [
      {
        id: mission.id,
        tone:
          mission.status === 'planned'
            ? 'planned'
            : mission.status === 'working' || mission.status === 'uploading'
              ? 'working'
              : 'stopped',
        featureId: mission.target.featureId,
        legs: path?.legs ?? null,
        widthM,
        mown: track?.stretches.filter(({ bladeOn }) => bladeOn).map(({ points }) => points) ?? [],
        title: mission.title,
        note: t(`missions.status.${mission.status}`),
      },
    ],
    [mission.id, mission.status, mission.target.featureId, mission.title, path, track, widthM, t],
  )
  const uncovered = uncoveredOf(mission.status, path?.uncovered, track?.uncut)
  // What is behind an ended mission needs no attention any more.
  const tightBends = useMemo(
    () => (path === undefined || hasEnded(mission.status) ? [] : tightBendsOf(path)),
    [path, mission.status],
  )
  const marked = useMemo<PreviewDrawing | null>(
    () =>
      uncovered.length + tightBends.length === 0
        ? null
        : { featureId: mission.target.featureId, legs: [], uncovered, tightBends, approach: null },
    [uncovered, tightBends, mission.target.featureId],
  )
  const selection = useMemo<MapObject>(() => ({ kind: 'mission', id: mission.id }), [mission.id])
  const fitTo = useMemo(() => [mission.target.featureId], [mission.target.featureId])

  return (
    <CourseMapView
      label={mission.title}
      missions={drawings}
      preview={marked}
      selection={selection}
      fitTo={fitTo}
      controls="plain"
      legend={
        isMowing(mission.target) && (
          <MissionLegend
            isPlanned={mission.status === 'planned'}
            isMown={(track?.stretches.length ?? 0) > 0}
            uncovered={uncovered.length === 0 ? null : hasEnded(mission.status) ? 'missed' : 'uncovered'}
            hasTightBends={tightBends.length > 0}
          />
        )
      }
    />
  )
}

/** Says while the mower is at the mission that its battery or tank is too low to end it. */
function MowerEnergy({ mission }: { readonly mission: Mission }) {
  const vehicle = useVehicle(mission.mowerId)
  return vehicle?.missionId === mission.id ? <EnergyShort short={vehicle.energyShort} /> : null
}

/** The share of the area that is mown, and why it stays short of the plan; of a drive the share of its way. */
function Progress({ mission }: { readonly mission: Mission }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const share = useLiveProgress(mission)
  if (!isActive(mission.status) && share === 0) return null
  const mows = isMowing(mission.target)
  const done = t(mows ? 'missions.mown' : 'missions.driven')
  return (
    <div className={classes.progress}>
      <span className={classes.share}>
        <b>{measure.share(share)}</b> {done}
      </span>
      {mows && <span>{t('missions.left', { area: measure.area(mission.stats.areaM2 * (1 - share)) })}</span>}
      {mission.status === 'done' && share < 0.9995 && mows && (
        <span className={classes.why}>
          {t('missions.doneShort', {
            planned: measure.share(mission.stats.coverage),
            unreachable: measure.area(mission.stats.areaM2 * (1 - mission.stats.coverage)),
            missed: measure.area(mission.stats.areaM2 * Math.max(0, mission.stats.coverage - share)),
          })}
        </span>
      )}
      <ProgressBar value={share * 100} color="#17A73F" aria-label={done} />
    </div>
  )
}

interface FactsProps {
  readonly mission: Mission
  readonly ground: Ground | undefined
  /** The outermost pass of its plan. */
  readonly outerPass: OuterPass | undefined
}

function Facts({ mission, ground, outerPass }: FactsProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mows = isMowing(mission.target)
  const feature = ground?.features.find(({ id }) => id === mission.target.featureId)
  const mower = ground?.mowers.find(({ id }) => id === mission.mowerId)
  const blade = ground?.blades.find(({ id }) => id === mission.bladeId)
  return (
    <dl className={classes.facts}>
      {mows && (
        <>
          <dt>{t('missions.column.area')}</dt>
          <dd>{ground === undefined ? '…' : feature === undefined ? t('missions.areaGone') : featureTitle(feature)}</dd>
        </>
      )}
      <dt>{t('missions.column.mower')}</dt>
      <dd>
        {ground === undefined ? '…' : `${mower?.name ?? t('common.unknown')}, ${blade?.name ?? t('common.unknown')}`}
      </dd>
      {mows && (
        <>
          <dt>{t('missions.column.direction')}</dt>
          <dd>
            {t(`missions.direction.${mission.resolvedDirection}`)}
            {mission.direction === 'auto' && ` ${t('missions.auto')}`}, {Math.round(mission.swathHeadingDeg) % 360}°
          </dd>
          <dt>{t('missions.pattern')}</dt>
          <dd>{t(`missions.patterns.${mission.pattern}`)}</dd>
          <dt>{t('missions.turnScheme')}</dt>
          <dd>{t(`missions.scheme.${mission.turnScheme}`)}</dd>
          <dt>{t('missions.cleaningCycles')}</dt>
          <dd>{mission.cleaningCycles}</dd>
          {mission.cleanUpPass === 'byDay' && (
            <>
              <dt>{t('missions.cleanUpPass.title')}</dt>
              <dd>
                {t(
                  outerPass === undefined ? 'missions.cleanUpPass.byDay' : `missions.cleanUpPass.planned.${outerPass}`,
                )}
              </dd>
            </>
          )}
        </>
      )}
      <dt>{t('missions.column.start')}</dt>
      <dd>
        {mission.startsAt === null ? t('missions.onPress') : time.dateTime(mission.startsAt)}
        {mission.startsByItself && ` · ${t('missions.byItselfShort')}`}
      </dd>
      <dt>{t('missions.column.plan')}</dt>
      <dd>{t(`missions.source.${mission.planSource}`)}</dd>
      <dt>{t('missions.createdBy')}</dt>
      <dd>{mission.createdBy}</dd>
    </dl>
  )
}

function Log({ missionId }: { readonly missionId: string }) {
  const { t } = useTranslation()
  const logs = useCall(calls.missions.logs, { params: { id: missionId } })
  return (
    <section aria-label={t('missions.column.logs')} id="log">
      <h2 className={classes.subtitle}>{t('missions.column.logs')}</h2>
      {logs.isError ? (
        <ErrorState error={errorText(logs.error)} onRetry={() => void logs.refetch()} />
      ) : logs.data === undefined ? (
        <LoadingState />
      ) : (
        <MissionLog lines={logs.data.items} />
      )}
    </section>
  )
}
