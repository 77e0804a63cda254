import { isMowing, type Mission, type MissionStatus } from '@greensward/domain'
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconClockX,
  IconHourglass,
  IconPlayerPause,
  IconPlayerPlay,
  IconUpload,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusPill, type Tone, useMeasure } from '../../ui/index.ts'
import { useLiveProgress } from './useLiveProgress.ts'

const LOOK: Readonly<Record<MissionStatus, { readonly tone: Tone; readonly Icon: ComponentType<{ size?: number }> }>> =
  {
    planned: { tone: 'warn', Icon: IconClock },
    uploading: { tone: 'main', Icon: IconUpload },
    working: { tone: 'success', Icon: IconPlayerPlay },
    stopped: { tone: 'error', Icon: IconPlayerPause },
    interrupted: { tone: 'main', Icon: IconHourglass },
    done: { tone: 'neutral', Icon: IconCheck },
    cancelled: { tone: 'neutral', Icon: IconBan },
    missed: { tone: 'error', Icon: IconClockX },
    failed: { tone: 'error', Icon: IconAlertTriangle },
  }

/** The state in a word with an icon; how much is cut beside it while that still grows. */
export function MissionStatusPill({ mission }: { readonly mission: Mission }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const progress = useLiveProgress(mission)
  const { tone, Icon } = LOOK[mission.status]
  const isCut = mission.status === 'done' && isMowing(mission.target)
  const share =
    ['working', 'stopped', 'interrupted'].includes(mission.status) || isCut ? ` ${measure.share(progress)}` : ''
  return (
    <StatusPill tone={tone} icon={<Icon size={14} />}>
      {t(`missions.status.${mission.status}`)}
      {share}
    </StatusPill>
  )
}
