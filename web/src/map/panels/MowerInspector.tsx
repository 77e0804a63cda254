import { isActive, linkStateOf, type Mission, type Mower } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCurrentLocation,
  IconEraser,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCourseTime, useVehicle } from '../../api/index.ts'
import { ConfirmDialog, MowerIcon, notify, StatusPill, StopSteps, useCommand, useMeasure } from '../../ui/index.ts'
import { doneAt } from '../useMapMissions.ts'
import { useNow } from '../useNow.ts'
import { ageText } from './ageText.ts'
import { ageOf } from './Dock.tsx'
import classes from './Inspector.module.css'
import { Facts, InspectorFrame } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'
import { MissionBox } from './MissionBox.tsx'
import { mowerStatus, STANDING_TONE } from './mowerStatus.ts'
import { LiveGate, StartNow } from './StartNow.tsx'

/** A mower: how it is now, and the way to stop it. */
export function MowerInspector({ mower, context }: { readonly mower: Mower; readonly context: InspectorContext }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { course, machines, missions, rights, followed, onFollow, onSelect, onClose, onShowMission } = context
  const vehicle = useVehicle(mower.id)
  const now = useNow(1_000)
  const command = useCommand()
  const remove = useAct(calls.mowers.remove, { changes: [calls.mowers.list, calls.garage.list] })
  const [asking, setAsking] = useState<'clear' | 'delete' | null>(null)
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const autopilot = useCall(calls.autopilots.get, { params: { id: mower.id } })
  const ageMs = ageOf(vehicle, now)
  const link = linkStateOf(ageMs)
  const own = missions.filter(mission => mission.mowerId === mower.id)
  const { kind, mission } = mowerStatus({
    mower,
    link,
    missions: own,
    drivesForeign: vehicle?.foreignDrive === true,
    now,
  })
  const active = mission !== undefined && isActive(mission.status) ? mission : undefined
  const planned = mission?.status === 'planned' ? mission : undefined
  const telemetry = vehicle?.telemetry
  const blade = machines.bladeOf(mower)
  const placeOf = (of: Mission): string => {
    const feature = course.features.find(({ id }) => id === of.target.featureId)
    return feature !== undefined && 'title' in feature.properties ? feature.properties.title : of.title
  }
  const words = [
    active === undefined ? undefined : placeOf(active),
    active === undefined ? undefined : t(`missions.direction.${active.resolvedDirection}`),
    blade === undefined
      ? t('mapPanels.mower.noBlade')
      : t('mapPanels.mower.blade', { width: measure.length(blade.widthM) }),
  ]
  const fix = telemetry?.fixType ?? null
  // A value of a mower that has fallen silent is shown with its age or not at all.
  const aged = (value: string): string =>
    link === 'live' || ageMs === null ? value : `${value} (${ageText(ageMs, t)})`
  const poor = autopilot.data?.report?.failsafes.filter(({ verdict }) => verdict === 'poor').length ?? 0
  const facts = [
    {
      name: t('map.fact.battery'),
      value: telemetry?.battery == null ? t('common.unknown') : aged(measure.share(telemetry.battery)),
      tone: telemetry?.battery != null && telemetry.battery < 0.2 ? ('error' as const) : undefined,
    },
    {
      name: t('map.fact.rtk'),
      value: aged(t(`map.fixShort.${fix ?? 'unknown'}`)),
      tone: fix === 'rtkFixed' ? undefined : ('warn' as const),
    },
    {
      name: t('map.fact.lastFix'),
      value: ageMs === null ? t('map.age.never') : ageText(ageMs, t),
      tone: link === 'live' ? undefined : ('error' as const),
    },
    {
      name: t('map.fact.speed'),
      value: telemetry?.speedMps == null ? t('common.unknown') : aged(measure.speed(telemetry.speedMps)),
    },
  ]
  const isFollowed = followed === mower.id
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
        actions={
          rights.mayEditMowers
            ? [
                {
                  label: t('map.delete.mower'),
                  icon: <IconTrash size={18} />,
                  danger: true,
                  onPress: () => setAsking('delete'),
                },
              ]
            : []
        }
        footer={
          <>
            {rights.mayStop && (
              <Button
                className={classes.stop ?? ''}
                h="auto"
                color="error"
                leftSection={<IconPlayerStop size={24} />}
                loading={command.busy === 'stopMower'}
                onClick={() => void command.send('stopMower', mower.id, mower.name)}
              >
                {t('mapPanels.mower.stop', { name: mower.name })}
              </Button>
            )}
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
                opened={openedFor === planned.id}
                onOpen={() => setOpenedFor(planned.id)}
              />
            )}
            <Button
              className={classes.grow ?? ''}
              h={48}
              variant={isFollowed ? 'light' : 'default'}
              aria-pressed={isFollowed}
              leftSection={<IconCurrentLocation size={20} />}
              onClick={() => onFollow(isFollowed ? null : mower.id)}
            >
              {t('mapPanels.mower.follow')}
            </Button>
            {rights.mayOperate && (
              <Button
                className={classes.grow ?? ''}
                h={48}
                variant="outline"
                color="error"
                leftSection={<IconEraser size={20} />}
                onClick={() => setAsking('clear')}
              >
                {t('mapPanels.mower.clear')}
              </Button>
            )}
          </>
        }
      >
        {active !== undefined && (
          <Progress mission={active} progress={vehicle?.progress ?? active.progress} now={now} />
        )}
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
        {vehicle?.stop != null && <StopSteps stop={vehicle.stop} />}
        <Facts facts={facts} />
        <Link className={classes.link ?? ''} to="/garage/vehicle/$id" params={{ id: mower.id }}>
          {poor > 0 && <IconAlertTriangle size={18} aria-hidden />}
          {poor > 0 ? t('mapPanels.mower.poorFailsafes', { count: poor }) : t('mapPanels.mower.page')}
        </Link>
        {planned !== undefined && openedFor === planned.id && <LiveGate mission={planned} />}
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
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('map.delete.title', { title: mower.name })}
        text={t('map.delete.mowerText')}
        confirm={t('map.delete.mower')}
        busy={remove.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: mower.id } },
            {
              onSuccess: onClose,
              onError: error => notify.failed(t('map.delete.failed', { title: mower.name }), error),
              onSettled: () => setAsking(null),
            },
          )
        }
      />
    </>
  )
}

/** How much is cut, how much is left, and when it will be done. */
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
  const left = measure.area(mission.stats.areaM2 * (1 - progress))
  return (
    <div>
      <div className={classes.progress}>
        <strong>{measure.share(progress)}</strong>
        <span className={classes.quiet}>{t('missions.mown')}</span>
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
        aria-label={t('missions.mown')}
      >
        <i style={{ width: `${progress * 100}%` }} />
      </div>
    </div>
  )
}
