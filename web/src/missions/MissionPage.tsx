/** One mission: where it is, what it does, what may be done with it, and all that happened to it. */
import { featureTitle, type GateLine, gateOpen, isActive, type Mission } from '@greensward/domain'
import { type CommandOutcome, calls } from '@greensward/domain/contract'
import { Button, Progress } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowsExchange,
  IconDownload,
  IconEdit,
  IconEraser,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  errorText,
  readFailedAgain,
  useAct,
  useCall,
  useCourseTime,
  useMay,
  useVehicle,
  whyMissing,
} from '../api/index.ts'
import { CorrectFailsafes, CourseMapView, type MissionDrawing, type PreviewDrawing, type Thing } from '../map/index.ts'
import {
  answerText,
  ConfirmDialog,
  ErrorState,
  ForbiddenState,
  GateList,
  GateRefusal,
  IconButton,
  LoadingState,
  logText,
  notify,
  Page,
  statusText,
  useMeasure,
} from '../ui/index.ts'
import { HindrancePill } from './HindrancePill.tsx'
import { MissionHistory } from './MissionHistory.tsx'
import { MissionLegend } from './MissionLegend.tsx'
import classes from './MissionPage.module.css'
import { MissionStatusPill } from './MissionStatusPill.tsx'
import { PlanFigures } from './PlanFigures.tsx'
import { downloadQgcPlan } from './qgcPlanFile.ts'
import { RunAgainDialog } from './RunAgainDialog.tsx'
import { SeriesActions } from './SeriesActions.tsx'
import { hasEnded, uncoveredOf } from './uncoveredOf.ts'
import { useGround } from './useGround.ts'
import { useLiveProgress } from './useLiveProgress.ts'

export default function MissionPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const mayRead = useMay('operations.read')
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
  const time = useCourseTime()
  const measure = useMeasure()
  const params = { id: mission.id }
  const ground = useGround()
  const path = useCall(calls.missions.path, { params })
  const track = useCall(
    calls.missions.track,
    { params },
    mission.startedAt === null ? { enabled: false } : mission.status === 'working' ? { refetchInterval: 3_000 } : {},
  )
  const waiting = mission.status === 'planned' || mission.status === 'stopped'
  const gate = useCall(calls.missions.gate, { params }, { enabled: waiting, refetchInterval: 2_000 })
  const logs = useCall(calls.missions.logs, { params })
  const drawn = [path, track]
  const notDrawn = ground.error ?? whyMissing(drawn)
  const vehicle = useVehicle(mission.mowerId)
  const progress = useLiveProgress(mission)
  const feature = ground.data?.features.find(({ id }) => id === mission.target.featureId)
  const mower = ground.data?.mowers.find(({ id }) => id === mission.mowerId)
  const blade = ground.data?.blades.find(({ id }) => id === mission.bladeId)
  const widthM = blade?.widthM ?? 0
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
        legs: path.data?.legs ?? null,
        widthM,
        mown: track.data?.stretches.filter(({ bladeOn }) => bladeOn).map(({ points }) => points) ?? [],
        title: mission.title,
        note: t(`missions.status.${mission.status}`),
      },
    ],
    [mission.id, mission.status, mission.target.featureId, mission.title, path.data, track.data, widthM, t],
  )
  const uncovered = uncoveredOf(mission.status, path.data?.uncovered, track.data?.uncut)
  const uncut = useMemo<PreviewDrawing | null>(
    () =>
      uncovered.length === 0 ? null : { featureId: mission.target.featureId, legs: [], uncovered, approach: null },
    [uncovered, mission.target.featureId],
  )
  const mowerNames = useMemo(
    () => new Map(ground.data?.mowers.map(({ id, name }) => [id, name])),
    [ground.data?.mowers],
  )
  const selection = useMemo<Thing>(() => ({ kind: 'mission', id: mission.id }), [mission.id])
  const fitTo = useMemo(() => [mission.target.featureId], [mission.target.featureId])

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
            <CourseMapView
              label={mission.title}
              missions={drawings}
              preview={uncut}
              selection={selection}
              fitTo={fitTo}
              controls="plain"
              legend={
                mission.target.kind !== 'road' && (
                  <MissionLegend
                    isPlanned={mission.status === 'planned'}
                    isMown={(track.data?.stretches.length ?? 0) > 0}
                    uncovered={uncovered.length === 0 ? null : hasEnded(mission.status) ? 'missed' : 'uncovered'}
                  />
                )
              }
            />
          )}
        </div>
        <PlanFigures
          stats={mission.stats}
          slivers={path.data?.uncovered.length ?? 0}
          laps={mission.cleaningCycles}
          startsAt={new Date(mission.startedAt ?? mission.startsAt ?? mission.createdAt)}
          battery={vehicle?.telemetry.battery ?? null}
          mower={mower}
        />
      </section>
      <aside className={classes.side}>
        {(isActive(mission.status) || progress > 0) && (
          <div className={classes.progress}>
            <span className={classes.share}>
              <b>{measure.share(progress)}</b> {t('missions.mown')}
            </span>
            <span>{t('missions.left', { area: measure.area(mission.stats.areaM2 * (1 - progress)) })}</span>
            {mission.status === 'done' && progress < 0.9995 && mission.target.kind !== 'road' && (
              <span className={classes.why}>
                {t('missions.doneShort', {
                  planned: measure.share(mission.stats.coverage),
                  unreachable: measure.area(mission.stats.areaM2 * (1 - mission.stats.coverage)),
                  missed: measure.area(mission.stats.areaM2 * Math.max(0, mission.stats.coverage - progress)),
                })}
              </span>
            )}
            <Progress value={progress * 100} color="#17A73F" aria-label={t('missions.mown')} />
          </div>
        )}
        <SeriesActions mission={mission} />
        <MissionActions mission={mission} gate={gate.data?.lines} />
        {waiting && gate.data !== undefined && (
          <GateList
            lines={gate.data.lines}
            hint={t('missions.gate.live')}
            deed={line => <CorrectFailsafes line={line} mowerId={mission.mowerId} />}
          />
        )}
        {waiting && gate.isError && <ErrorState error={errorText(gate.error)} onRetry={() => void gate.refetch()} />}
        <dl className={classes.facts}>
          <dt>{t('missions.column.area')}</dt>
          <dd>
            {ground.data === undefined ? '…' : feature === undefined ? t('missions.areaGone') : featureTitle(feature)}
          </dd>
          <dt>{t('missions.column.mower')}</dt>
          <dd>
            {ground.data === undefined
              ? '…'
              : `${mower?.name ?? t('common.unknown')}, ${blade?.name ?? t('common.unknown')}`}
          </dd>
          {mission.target.kind !== 'road' && (
            <>
              <dt>{t('missions.column.direction')}</dt>
              <dd>
                {t(`missions.direction.${mission.resolvedDirection}`)}
                {mission.direction === 'auto' && ` ${t('missions.auto')}`}, {Math.round(mission.swathHeadingDeg) % 360}°
              </dd>
              <dt>{t('missions.turnScheme')}</dt>
              <dd>{t(`missions.scheme.${mission.turnScheme}`)}</dd>
              <dt>{t('missions.cleaningCycles')}</dt>
              <dd>{mission.cleaningCycles}</dd>
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
        <MissionHistory missionId={mission.id} mowerNames={mowerNames} widthM={widthM} feature={feature} />
        <section aria-label={t('missions.column.logs')} id="log">
          <h2 className={classes.subtitle}>{t('missions.column.logs')}</h2>
          {logs.isError ? (
            <ErrorState error={errorText(logs.error)} onRetry={() => void logs.refetch()} />
          ) : logs.data === undefined ? (
            <LoadingState />
          ) : (
            <ol className={classes.log}>
              {logs.data.items.map(line => (
                <li key={`${line.at}-${line.status}-${line.why}`}>
                  <time dateTime={line.at}>{time.dateTime(line.at)}</time>
                  <span>
                    <b>{t(`missions.status.${line.status}`)}</b> · {line.who}
                    <br />
                    <span className={classes.why}>{logText(line, i18n)}</span>
                  </span>
                </li>
              ))}
            </ol>
          )}
        </section>
      </aside>
    </div>
  )
}

/** Download, change and delete. */
function MissionTools({ mission }: { readonly mission: Mission }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayPlan = useMay('missions.plan')
  const mayOperate = useMay('mowers.operate')
  const remove = useAct(calls.missions.remove, { changes: [calls.missions.list] })
  const [asking, setAsking] = useState(false)
  const doRemove = async (): Promise<void> => {
    try {
      await remove.mutateAsync({ params: { id: mission.id } })
      notify.done(t('common.deleted'))
      void navigate({ to: '/missions' })
    } catch (error) {
      notify.failed(t('missions.notDeleted'), error)
    }
    setAsking(false)
  }
  return (
    <span className={classes.tools}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} />}
        onClick={() => void downloadQgcPlan(mission, t('missions.column.plan'))}
      >
        {t('missions.column.plan')}
      </Button>
      {mayPlan && mission.status === 'planned' && (
        <IconButton
          label={t('common.edit')}
          onClick={() => void navigate({ to: '/missions/new', search: { mission: mission.id } })}
        >
          <IconEdit size={20} />
        </IconButton>
      )}
      {mayOperate && !isActive(mission.status) && (
        <IconButton label={t('common.delete')} color="error" onClick={() => setAsking(true)}>
          <IconTrash size={20} />
        </IconButton>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('missions.deleteTitle', { title: mission.title })}
        text={t('missions.bulk.deleteText')}
        confirm={t('missions.deleteConfirm')}
        busy={remove.isPending}
        onConfirm={() => void doRemove()}
        onClose={() => setAsking(false)}
      />
    </span>
  )
}

/** Start and resume are two different buttons, never one that guesses; stop asks nothing. */
interface MissionActionsProps {
  readonly mission: Mission
  /** Undefined while it is read, and where nothing waits to start. */
  readonly gate: readonly GateLine[] | undefined
}

function MissionActions({ mission, gate }: MissionActionsProps) {
  const { t, i18n } = useTranslation()
  const mayOperate = useMay('mowers.operate')
  const mayStop = useMay('mowers.stop')
  const mayPlan = useMay('missions.plan')
  const changes = [calls.missions.get, calls.missions.list, calls.missions.logs, calls.missions.gate]
  const start = useAct(calls.missions.start, { changes })
  const resume = useAct(calls.missions.resume, { changes })
  const stop = useAct(calls.missions.stop, { changes })
  const cancel = useAct(calls.missions.cancel, { changes })
  const clear = useAct(calls.mowers.clear, { changes })
  const [asking, setAsking] = useState<'cancel' | 'clear' | 'again'>()
  const params = { id: mission.id }
  const waiting = mission.status === 'planned' || mission.status === 'stopped'
  const gateIsOpen = gate !== undefined && gateOpen(gate)

  const run = async (deed: string, command: () => Promise<CommandOutcome>): Promise<void> => {
    try {
      const outcome = await command()
      if (outcome.outcome === 'accepted') notify.done(t(`missions.${deed}Accepted`, { title: mission.title }))
      else
        notify.failed(
          t(`missions.${deed}Failed`, { title: mission.title }),
          answerText(outcome, i18n) ?? t('missions.noAnswer'),
        )
    } catch (error) {
      notify.failed(t(`missions.${deed}Failed`, { title: mission.title }), error)
    }
    setAsking(undefined)
  }

  return (
    <div className={classes.actions}>
      {waiting && mayOperate && <GateRefusal lines={gate} />}
      {mission.status === 'planned' && mayOperate && (
        <Button
          h={48}
          leftSection={<IconPlayerPlay size={20} />}
          disabled={!gateIsOpen}
          loading={start.isPending}
          onClick={() => void run('start', () => start.mutateAsync({ params }))}
        >
          {t('missions.startNow')}
        </Button>
      )}
      {mission.status === 'stopped' && mayOperate && (
        <Button
          h={48}
          leftSection={<IconPlayerTrackNext size={20} />}
          disabled={!gateIsOpen}
          loading={resume.isPending}
          onClick={() => void run('resume', () => resume.mutateAsync({ params }))}
        >
          {t('missions.resume')}
        </Button>
      )}
      {(mission.status === 'working' || mission.status === 'uploading') && mayStop && (
        <Button
          h={64}
          fz={20}
          color="error"
          leftSection={<IconPlayerStop size={24} />}
          onClick={() => void run('stop', () => stop.mutateAsync({ params }))}
        >
          {t('missions.stopShort')}
        </Button>
      )}
      {isActive(mission.status) && mayOperate && (
        <Button
          variant="outline"
          color="error"
          leftSection={<IconEraser size={20} />}
          onClick={() => setAsking('clear')}
        >
          {t('missions.stopAndClear')}
        </Button>
      )}
      {mission.status === 'planned' && mayOperate && (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          {t('missions.cancelMission')}
        </Button>
      )}
      {(mission.status === 'planned' || hasEnded(mission.status)) && mayPlan && (
        <Button
          variant={mission.status === 'planned' ? 'default' : 'filled'}
          leftSection={mission.status === 'planned' ? <IconArrowsExchange size={20} /> : <IconRepeat size={20} />}
          onClick={() => setAsking('again')}
        >
          {t(mission.status === 'planned' ? 'missions.give.open' : 'missions.again.open')}
        </Button>
      )}
      {asking === 'again' && <RunAgainDialog mission={mission} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('missions.cancelTitle', { title: mission.title })}
        text={t('missions.cancelText')}
        confirm={t('missions.cancelMission')}
        busy={cancel.isPending}
        onConfirm={() => void run('cancel', () => cancel.mutateAsync({ params }))}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmDialog
        opened={asking === 'clear'}
        title={t('missions.clearTitle', { title: mission.title })}
        text={t('missions.clearText')}
        confirm={t('missions.stopAndClear')}
        busy={clear.isPending}
        onConfirm={() => void run('clear', () => clear.mutateAsync({ params: { id: mission.mowerId } }))}
        onClose={() => setAsking(undefined)}
      />
    </div>
  )
}
