import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { isActive, isMowing, linkStateOf, type Mission, type Mower } from '@greensward/domain'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconEraser,
  IconHome,
  IconMapPin,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime, useIsCut, useVehicle, type VehicleView } from '../../../api/index.ts'
import { withTexts } from '../../../i18n/index.ts'
import { ageText } from '../../../map-view/ageText.ts'
import { useBases } from '../../../map-view/courseReadings.ts'
import {
  batteryTone,
  type Command,
  ConfirmDialog,
  EnergyShort,
  exactnessText,
  MowerIcon,
  StatusPill,
  StopSteps,
  useCommand,
  useMeasure,
  useNow,
} from '../../../ui/index.ts'
import { doneAt } from '../useMapMissions.ts'
import { ageOf } from './Dock.tsx'
import classes from './Inspector.module.css'
import { type Fact, Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { MissionBox } from './MissionBox.tsx'
import { mowerStatus, STANDING_TONE, type Standing } from './mowerStatus.ts'
import { LiveGate, StartNow } from './StartNow.tsx'
import { DeleteVehicle, FollowButton, useDeleteAction } from './VehicleParts.tsx'

const OwnMapButtons = lazy(() => withTexts(import('../../../ui/command/OwnMapButtons.tsx')))

/** It does not move, and is known not to. */
const RESTING: ReadonlySet<Standing> = new Set(['idle', 'planned', 'service'])

/** A mower: its current state, and its stop button. */
export function MowerInspector({ mower, context }: { readonly mower: Mower; readonly context: InspectorContext }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { course, machines, missions, rights, onSelect, onClose, onShowMission } = context
  const vehicle = useVehicle(mower.id)
  const now = useNow(1_000)
  const command = useCommand()
  const [asking, setAsking] = useState<'clear' | 'delete' | null>(null)
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const ageMs = ageOf(vehicle, now)
  const link = linkStateOf(ageMs)
  const own = missions.filter(mission => mission.mowerId === mower.id)
  const { kind, mission } = mowerStatus({
    mower,
    link,
    missions: own,
    drivesForeign: vehicle?.foreignDrive === true,
    activity: vehicle?.activity,
    isCut: useIsCut(),
    now,
  })
  const active = mission !== undefined && isActive(mission.status) ? mission : undefined
  const planned = mission?.status === 'planned' ? mission : undefined
  const blade = machines.bladeOf(mower)
  const placeOf = (of: Mission): string => {
    const feature = course.features.find(({ id }) => id === of.target.featureId)
    return feature !== undefined && 'title' in feature.properties ? feature.properties.title : of.title
  }
  const words = [
    active === undefined ? undefined : placeOf(active),
    active === undefined || !isMowing(active.target) ? undefined : t(`missions.direction.${active.resolvedDirection}`),
    blade === undefined
      ? t('mapPanels.mower.noBlade')
      : t('mapPanels.mower.blade', { width: measure.length(blade.widthM) }),
  ]
  const facts = useMowerFacts(vehicle, ageMs)
  const actions = useDeleteAction('mower', rights.mayEditMowers, () => setAsking('delete'))
  const isOpened = planned !== undefined && openedFor === planned.id
  return (
    <>
      <InspectorFrame
        title={mower.name}
        kind={words
          .filter(word => word !== undefined)
          .map(word => word.replaceAll(' ', '\u00a0'))
          .join(' · ')}
        pill={<StatusPill tone={STANDING_TONE[kind]}>{t(`map.standing.${kind}`)}</StatusPill>}
        colour={mower.color}
        glyph={<MowerIcon size={30} />}
        onClose={onClose}
        actions={actions}
        stop={
          rights.mayStop && (
            <Button
              className={classes.stop ?? ''}
              h="auto"
              color="error"
              leftSection={<IconPlayerStop size={24} />}
              loading={command.busy === 'stopMower'}
              data-rests={RESTING.has(kind) || undefined}
              onClick={() => void command.send('stopMower', mower.id, mower.name)}
            >
              {t('mapPanels.mower.stop', { name: mower.name })}
            </Button>
          )
        }
        footer={
          <MowerCommands
            mower={mower}
            context={context}
            active={active}
            planned={planned}
            placeOf={placeOf}
            command={command}
            opened={isOpened}
            onOpen={setOpenedFor}
            onClear={() => setAsking('clear')}
          />
        }
      >
        {active !== undefined && (
          <Progress mission={active} progress={vehicle?.progress ?? active.progress} now={now} />
        )}
        {vehicle?.stop != null && <StopSteps stop={vehicle.stop} />}
        <EnergyShort short={vehicle?.energyShort} />
        <Facts facts={facts} />
        {active === undefined && planned !== undefined && (
          <MissionBox
            mission={planned}
            mower={mower}
            bladeWidthM={blade?.widthM}
            now={now}
            onGoTo={() => {
              onSelect({ kind: 'mission', id: planned.id })
              onShowMission(planned)
            }}
          />
        )}
        <PageLink mowerId={mower.id} />
        {planned !== undefined && isOpened && <LiveGate mission={planned} />}
      </InspectorFrame>
      <ConfirmDialog
        opened={asking === 'clear'}
        title={t('mapPanels.mower.clearTitle', { name: mower.name })}
        text={t('mapPanels.mower.clearText')}
        confirm={t('mapPanels.mower.clearConfirm')}
        busy={command.busy === 'clearMower'}
        onClose={() => setAsking(null)}
        onConfirm={() => void command.send('clearMower', mower.id, mower.name).then(() => setAsking(null))}
      />
      <DeleteVehicle
        kind="mower"
        vehicle={mower}
        opened={asking === 'delete'}
        onClose={() => setAsking(null)}
        onDeleted={onClose}
      />
    </>
  )
}

function useMowerFacts(vehicle: VehicleView | undefined, ageMs: number | null): readonly Fact[] {
  const { t } = useTranslation()
  const measure = useMeasure()
  const telemetry = vehicle?.telemetry
  const link = linkStateOf(ageMs)
  const isCut = useIsCut()
  const fix = telemetry?.fixType ?? null
  const exactness = exactnessText(telemetry, measure)
  // A value of a silent mower is shown with its age or not at all.
  const aged = (value: string): string =>
    link === 'live' || ageMs === null ? value : `${value} (${ageText(ageMs, t)})`
  const activity = vehicle?.activity
  return [
    ...(activity === undefined
      ? []
      : [
          {
            name: t('brokerMowers.does'),
            value: aged(t(`brokerMowers.activity.${activity}`)),
            tone: activity === 'failed' ? ('error' as const) : undefined,
          },
        ]),
    {
      name: t('map.fact.battery'),
      value: telemetry?.battery == null ? t('common.unknown') : aged(measure.share(telemetry.battery)),
      tone: batteryTone(telemetry?.battery),
    },
    exactness !== null
      ? { name: t('brokerMowers.exactness'), value: aged(exactness) }
      : {
          name: t('map.fact.rtk'),
          value: aged(t(`map.fixShort.${fix ?? 'unknown'}`)),
          tone: fix === 'rtkFixed' ? undefined : ('warn' as const),
        },
    {
      name: t('map.fact.lastFix'),
      value: ageMs === null ? t(isCut ? 'map.age.cut' : 'map.age.never') : ageText(ageMs, t),
      tone: link === 'live' ? undefined : ('error' as const),
    },
    {
      name: t('map.fact.speed'),
      value: telemetry?.speedMps == null ? t('common.unknown') : aged(measure.speed(telemetry.speedMps)),
    },
  ]
}

function PageLink({ mowerId }: { readonly mowerId: string }) {
  const { t } = useTranslation()
  const autopilot = useCall(calls.autopilots.get, { params: { id: mowerId } })
  const poor = autopilot.data?.report?.failsafes.filter(({ verdict }) => verdict === 'poor').length ?? 0
  return (
    <Link className={classes.link ?? ''} to="/garage/vehicle/$id" params={{ id: mowerId }}>
      {poor > 0 && <IconAlertTriangle size={18} aria-hidden />}
      {poor > 0 ? t('mapPanels.mower.poorFailsafes', { count: poor }) : t('mapPanels.mower.page')}
    </Link>
  )
}

interface MowerCommandsProps {
  readonly mower: Mower
  readonly context: InspectorContext
  readonly active: Mission | undefined
  readonly planned: Mission | undefined
  readonly placeOf: (mission: Mission) => string
  readonly command: Command
  /** All pre-start checks of the planned mission allow the start. */
  readonly opened: boolean
  readonly onOpen: (missionId: string) => void
  readonly onClear: () => void
}

function MowerCommands(props: MowerCommandsProps) {
  const { mower, context, active, planned, placeOf, command, opened, onOpen, onClear } = props
  const { t } = useTranslation()
  const { rights, followed, onFollow } = context
  return (
    <>
      {rights.mayOperate && active?.status === 'stopped' && (
        <Button
          className={classes.grow ?? ''}
          h={48}
          leftSection={<IconPlayerPlay size={20} />}
          loading={command.busy === 'resumeMission'}
          onClick={() => void command.send('resumeMission', active.id, placeOf(active))}
        >
          {t('map.mission.resume', { title: placeOf(active) })}
        </Button>
      )}
      {rights.mayOperate && planned !== undefined && (
        <StartNow
          mission={planned}
          mower={undefined}
          title={placeOf(planned)}
          command={command}
          opened={opened}
          onOpen={() => onOpen(planned.id)}
        />
      )}
      {rights.mayOperate && active === undefined && <DriveButtons mower={mower} context={context} command={command} />}
      <FollowButton vehicleId={mower.id} followed={followed} onFollow={onFollow} />
      {rights.mayOperate && (
        <Button
          className={classes.grow ?? ''}
          h={48}
          variant="outline"
          color="error"
          leftSection={<IconEraser size={20} />}
          onClick={onClear}
        >
          {t('mapPanels.mower.clear')}
        </Button>
      )}
    </>
  )
}

interface DriveButtonsProps {
  readonly mower: Mower
  readonly context: InspectorContext
  readonly command: Command
}

/** Drives without mowing, home or to a point, of a machine that follows a path; of another one what it does when asked to. */
function DriveButtons({ mower, context, command }: DriveButtonsProps) {
  const { t } = useTranslation()
  const hasBase = useBases().some(({ mowerId }) => mowerId === mower.id)
  const { data: can } = useCall(lateCalls.capabilities.get, { params: { id: mower.id } })
  if (can?.mowsOwnMap === true)
    return (
      <Suspense>
        <OwnMapButtons mower={mower} className={classes.grow ?? ''} height={48} />
      </Suspense>
    )
  if (can?.followsPath !== true) return null
  return (
    <>
      {hasBase ? (
        <Button
          className={classes.grow ?? ''}
          h={48}
          variant="default"
          leftSection={<IconHome size={20} />}
          loading={command.busy === 'sendHome'}
          onClick={() => void command.send('sendHome', mower.id, mower.name)}
        >
          {t('mapPanels.mower.sendHome')}
        </Button>
      ) : (
        <Link className={classes.link ?? ''} to="/garage/bases">
          {t('mapPanels.mower.noBase')}
        </Link>
      )}
      <Button
        className={classes.grow ?? ''}
        h={48}
        variant="default"
        leftSection={<IconMapPin size={20} />}
        onClick={() => context.onDriveTo(mower)}
      >
        {t('mapPanels.mower.driveTo')}
      </Button>
    </>
  )
}

/** How much is cut, how much is left, and when it will be done; of a drive how far it has come. */
export function Progress({
  mission,
  progress,
  now,
}: {
  readonly mission: Mission
  readonly progress: number
  readonly now: Date
}) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const share = 1 - progress
  const mows = isMowing(mission.target)
  const left = mows ? measure.area(mission.stats.areaM2 * share) : measure.length(mission.stats.lengthM * share)
  const done = t(mows ? 'missions.mown' : 'mapPanels.mower.driven')
  return (
    <div>
      <div className={classes.progress}>
        <strong>{measure.share(progress)}</strong>
        <span className={classes.quiet}>{done}</span>
        <span className={classes.space} />
        {mission.status === 'working' ? (
          <span className={classes.quiet}>
            {t('map.mission.leftDoneAt', { area: left })} <b>{time.time(doneAt({ ...mission, progress }, now))}</b>
          </span>
        ) : (
          <span className={classes.quiet}>{t('missions.left', { area: left })}</span>
        )}
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
        aria-label={done}
      >
        <i style={{ width: `${progress * 100}%` }} />
      </div>
    </div>
  )
}
