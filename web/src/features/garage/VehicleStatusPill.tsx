import type { VehicleStatus } from '@greensward/domain'
import {
  IconBatteryCharging,
  IconCircleCheck,
  IconGolf,
  IconPlayerPlay,
  IconTool,
  IconWifiOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCourseTime, useVehicleValue } from '../../api/index.ts'
import { StatusPill, type Tone } from '../../ui/index.ts'

const LOOK: Readonly<Record<VehicleStatus, { readonly tone: Tone; readonly Icon: typeof IconTool }>> = {
  working: { tone: 'success', Icon: IconPlayerPlay },
  idle: { tone: 'main', Icon: IconCircleCheck },
  charging: { tone: 'warn', Icon: IconBatteryCharging },
  offline: { tone: 'error', Icon: IconWifiOff },
  service: { tone: 'neutral', Icon: IconTool },
}

interface VehicleStatusPillProps {
  readonly status: VehicleStatus
  /** When it is expected back from service, as in its row of the garage. */
  readonly until?: string | null | undefined
}

export function VehicleStatusPill({ status, until }: VehicleStatusPillProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { tone, Icon } = LOOK[status]
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {status === 'service' && until != null
        ? t('garage.status.serviceUntil', { until: time.dateTime(until) })
        : t(`garage.status.${status}`)}
    </StatusPill>
  )
}

/** A cart that is on a hole is in play, whether it drives at this moment or waits. */
export function CartStatusPill({ id, status }: { readonly id: string; readonly status: VehicleStatus }) {
  const { t } = useTranslation()
  const isOnHole = useVehicleValue(id, vehicle => vehicle?.cart?.holeId != null)
  if (status !== 'idle' || !isOnHole) return <VehicleStatusPill status={status} />
  return (
    <StatusPill tone="success" icon={<IconGolf aria-hidden />}>
      {t('garage.inPlay')}
    </StatusPill>
  )
}
