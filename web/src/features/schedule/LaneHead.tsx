/** The head of a mower's lane: its name, its cutting width and its current state. */
import { calls } from '@greensward/contract'
import { linkStateOf, type Mower, type VehicleStatus } from '@greensward/domain'
import { IconBattery3, IconBatteryCharging, IconPlayerPlay, IconTool, IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isAtWork } from '../../api/atWork.ts'
import { liveStore, useCall, useCourseTime } from '../../api/index.ts'
import { batteryTone, StatusPill, type Tone, useMeasure } from '../../ui/index.ts'
import classes from './LaneHead.module.css'

const LOOK: Readonly<Record<VehicleStatus, { readonly tone: Tone; readonly icon?: React.ReactNode }>> = {
  working: { tone: 'success', icon: <IconPlayerPlay size={14} aria-hidden /> },
  idle: { tone: 'main' },
  charging: { tone: 'warn', icon: <IconBatteryCharging size={14} aria-hidden /> },
  offline: { tone: 'error', icon: <IconWifiOff size={14} aria-hidden /> },
  service: { tone: 'neutral', icon: <IconTool size={14} aria-hidden /> },
}

interface Said {
  readonly isConnected: boolean
  readonly isWorking: boolean
  readonly isCharging: boolean
  /** 0 to 100; null while it is unknown. */
  readonly batteryPercent: number | null
}

/** Of the many messages of a mower only these facts, so that a lane is drawn again only when one of them changes. */
const saidBy = (id: string): string => {
  const vehicle = liveStore.get(id)
  const age = vehicle?.telemetry.ageMs ?? null
  const link = linkStateOf(age === null || vehicle === undefined ? null : age + Date.now() - vehicle.receivedAt)
  const battery = vehicle?.telemetry.battery ?? null
  const said: Said = {
    isConnected: link === 'live' || link === 'stale',
    isWorking: isAtWork(vehicle),
    isCharging: vehicle?.telemetry.charging === true,
    batteryPercent: battery === null ? null : Math.round(battery * 100),
  }
  return JSON.stringify(said)
}

export function LaneHead({ mower }: { readonly mower: Mower }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const said: Said = JSON.parse(
    useSyncExternalStore(
      listener => liveStore.subscribeTo(mower.id, listener),
      () => saidBy(mower.id),
    ),
  )
  const standing: VehicleStatus = mower.inService
    ? 'service'
    : !said.isConnected
      ? 'offline'
      : said.isWorking
        ? 'working'
        : said.isCharging
          ? 'charging'
          : 'idle'
  const { tone, icon } = LOOK[standing]
  const blades = useCall(calls.blades.list, { query: { perPage: 500 } })
  const blade = blades.data?.items.find(({ id }) => id === mower.bladeId)
  return (
    <>
      <span className={classes.name}>
        <strong>{mower.name}</strong>
        <StatusPill tone={tone} icon={icon}>
          {t(`garage.status.${standing}`)}
        </StatusPill>
      </span>
      {blade !== undefined && <span>{measure.length(blade.widthM)}</span>}
      {mower.inService ? (
        <span>
          {mower.serviceUntil == null
            ? t('schedule.inService')
            : t('schedule.inServiceUntil', { until: time.dateTime(mower.serviceUntil) })}
        </span>
      ) : (
        said.isConnected &&
        said.batteryPercent !== null && (
          <span className={classes.battery} data-tone={batteryTone(said.batteryPercent / 100)}>
            <IconBattery3 size={16} stroke={1.75} aria-hidden /> {measure.share(said.batteryPercent / 100)}
          </span>
        )
      )}
    </>
  )
}
