import { cartLinkOf, compareNames, isActive, linkStateOf, type Mission, type Mower } from '@greensward/domain'
import {
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
  IconBatteryOff,
  IconClock,
  IconPlugConnectedX,
  IconSatellite,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { liveStore, useCourseTime, useIsCut, useVehicleIds, type VehicleView } from '../../../api/index.ts'
import type { MapObject } from '../../../map-canvas/scene.ts'
import { ageText, shortAge } from '../../../map-view/ageText.ts'
import type { Machines } from '../../../map-view/courseReadings.ts'
import { batteryTone, CartIcon, StatusPill, useMeasure, useNow } from '../../../ui/index.ts'
import { missionNote } from '../useMapMissions.ts'
import classes from './Dock.module.css'
import { mowerStatus, STANDING_TONE } from './mowerStatus.ts'

interface DockProps {
  readonly machines: Machines
  readonly missions: readonly Mission[]
  readonly titleOf: (featureId: string) => string | undefined
  readonly selection: MapObject | null
  readonly onSelect: (thing: MapObject) => void
}

/** A card for each mower, and one for all carts. */
export function Dock({ machines, missions, titleOf, selection, onSelect }: DockProps) {
  const { t, i18n } = useTranslation()
  useVehicleIds()
  return (
    <section
      className={classes.dock}
      aria-label={t('map.dock.title')}
      data-resting={missions.every(({ status }) => !isActive(status) && status !== 'planned') || undefined}
    >
      {connectedFirst(machines.mowers, i18n.language).map(mower => (
        <MowerCard
          key={mower.id}
          mower={mower}
          widthM={machines.bladeOf(mower)?.widthM ?? null}
          missions={missions.filter(mission => mission.mowerId === mower.id)}
          titleOf={titleOf}
          selected={selection?.kind === 'mower' && selection.id === mower.id}
          onSelect={() => onSelect({ kind: 'mower', id: mower.id })}
        />
      ))}
      {machines.carts.length > 0 && <CartsCard total={machines.carts.length} />}
    </section>
  )
}

/** Vehicles that never reported come after those that did. */
const connectedFirst = (mowers: readonly Mower[], language: string): readonly Mower[] => {
  const silent = (mower: Mower): number => ((liveStore.get(mower.id)?.telemetry.position ?? null) === null ? 1 : 0)
  return [...mowers].sort((a, b) => silent(a) - silent(b) || compareNames(a.name, b.name, language))
}

/** Milliseconds since the last fix, null where there never was one. */
export const ageOf = (vehicle: VehicleView | undefined, now: Date): number | null =>
  vehicle === undefined || vehicle.telemetry.ageMs === null
    ? null
    : vehicle.telemetry.ageMs + Math.max(0, now.getTime() - vehicle.receivedAt)

export function BatteryIcon({ share, size = 18 }: { readonly share: number | null; readonly size?: number }) {
  const Icon =
    share === null
      ? IconBatteryOff
      : share > 0.75
        ? IconBattery4
        : share > 0.5
          ? IconBattery3
          : share > 0.25
            ? IconBattery2
            : IconBattery1
  return <Icon size={size} aria-hidden />
}

interface MowerCardProps {
  readonly mower: Mower
  readonly widthM: number | null
  readonly missions: readonly Mission[]
  readonly titleOf: (featureId: string) => string | undefined
  readonly selected: boolean
  readonly onSelect: () => void
}

function MowerCard({ mower, widthM, missions, titleOf, selected, onSelect }: MowerCardProps) {
  const { t, i18n } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const now = useNow(1_000)
  // Read with each tick: a mower reports ten times a second, and nobody reads figures as fast.
  const vehicle = liveStore.get(mower.id)
  const ageMs = ageOf(vehicle, now)
  const link = linkStateOf(ageMs)
  const isCut = useIsCut()
  const stale = link !== 'live'
  const standing = mowerStatus({
    mower,
    link,
    missions,
    drivesForeign: vehicle?.foreignDrive === true,
    activity: vehicle?.activity,
    isCut,
    now,
  })
  const { mission } = standing
  const progress =
    mission === undefined || mission.status === 'planned' ? null : (vehicle?.progress ?? mission.progress)
  const telemetry = vehicle?.telemetry
  const fix = telemetry?.fixType ?? null
  const work =
    mission === undefined
      ? ''
      : `${titleOf(mission.target.featureId) ?? mission.title}, ${missionNote({ ...mission, progress: progress ?? mission.progress }, now, time, t)}`
  return (
    <button
      type="button"
      className={classes.card}
      aria-pressed={selected}
      data-stale={stale || undefined}
      onClick={onSelect}
    >
      <span className={classes.row}>
        <span className={classes.name}>{mower.name}</span>
        {widthM !== null && <span className={classes.width}>{measure.length(widthM)}</span>}
        <span className={classes.space} />
        <StatusPill tone={STANDING_TONE[standing.kind]}>{t(`map.standing.${standing.kind}`)}</StatusPill>
      </span>
      <span className={`${classes.row} ${classes.workRow}`}>
        <span className={classes.work} title={work}>
          {work}
        </span>
        {progress !== null && <b>{measure.share(progress)}</b>}
      </span>
      <span className={classes.bar} data-on={progress !== null || undefined}>
        {progress !== null && <i style={{ width: `${progress * 100}%` }} />}
      </span>
      {ageMs === null ? (
        <span className={classes.facts}>
          <IconPlugConnectedX size={16} aria-hidden />
          <span>{t(isCut ? 'map.age.cut' : 'map.age.never')}</span>
        </span>
      ) : (
        <span className={classes.facts}>
          <BatteryIcon share={telemetry?.battery ?? null} size={16} />
          <span data-tone={batteryTone(telemetry?.battery)}>
            {telemetry?.battery == null ? t('common.unknown') : measure.share(telemetry.battery)}
          </span>
          <IconSatellite size={16} aria-hidden />
          <span data-tone={!stale && fix !== 'rtkFixed' ? 'warn' : undefined}>
            {fix === null
              ? t('map.fix.unknown')
              : stale
                ? t('map.fix.last', { fix: t(`map.fixShort.${fix}`).toLowerCase() })
                : t(`map.fix.${fix}`)}
          </span>
          <span className={classes.space} />
          <IconClock size={14} aria-hidden />
          <span title={ageText(ageMs, t)}>{shortAge(ageMs, i18n.language)}</span>
        </span>
      )}
    </button>
  )
}

function CartsCard({ total }: { readonly total: number }) {
  const { t } = useTranslation()
  useVehicleIds()
  const now = useNow(5_000)
  const carts = liveStore.all().filter(vehicle => vehicle.kind === 'cart')
  const connected = carts.filter(vehicle => {
    const age = ageOf(vehicle, now)
    return vehicle.telemetry.position !== null && age !== null && cartLinkOf(age) !== 'lost'
  }).length
  return (
    <div className={classes.carts}>
      <div className={classes.row}>
        <CartIcon size={24} />
        <span className={classes.name}>{t('map.layers.carts')}</span>
      </div>
      <p>
        <b>{connected}</b> {t('map.dock.cartsLive')}
      </p>
      <p className={classes.quiet}>{t('map.dock.cartsSilent', { count: total - connected })}</p>
    </div>
  )
}
