import { isActive, type Mission, type Mower } from '@greensward/domain'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { StatusPill, type Tone, useMeasure } from '../../../ui/index.ts'
import { doneAt, useLiveMission } from '../useMapMissions.ts'
import classes from './Inspector.module.css'

export const STATUS_TONE: Readonly<Record<Mission['status'], Tone>> = {
  planned: 'warn',
  uploading: 'main',
  working: 'success',
  stopped: 'error',
  interrupted: 'main',
  done: 'neutral',
  cancelled: 'neutral',
  missed: 'error',
  failed: 'error',
}

interface MissionBoxProps {
  readonly mission: Mission
  readonly mower: Mower | undefined
  readonly bladeWidthM: number | undefined
  readonly now: Date
  readonly onGoTo: () => void
}

/** The working mission of an area, or the next one, in two lines. */
export function MissionBox({ mission: kept, mower, bladeWidthM, now, onGoTo }: MissionBoxProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const time = useCourseTime()
  const mission = useLiveMission(kept)
  const active = isActive(mission.status)
  const waitS = mission.startsAt === null ? null : (new Date(mission.startsAt).getTime() - now.getTime()) / 1_000
  const when = active
    ? mission.status === 'working'
      ? t('map.mission.until', { time: time.time(doneAt(mission, now)) })
      : measure.share(mission.progress)
    : mission.startsAt === null
      ? t('map.mission.onPress')
      : time.dayOf(mission.startsAt) === time.dayOf(now)
        ? t('map.mission.todayAt', { time: time.time(mission.startsAt) })
        : time.dateTime(mission.startsAt)
  const parts = [
    mower?.name,
    bladeWidthM === undefined ? undefined : measure.length(bladeWidthM),
    t('map.mission.direction', { direction: t(`missions.direction.${mission.resolvedDirection}`) }),
  ].filter(part => part !== undefined)
  return (
    <div className={classes.box} data-tone={mission.status === 'stopped' ? 'stopped' : active ? 'working' : 'planned'}>
      <div className={classes.boxRow}>
        <StatusPill tone={STATUS_TONE[mission.status]}>{t(`missions.status.${mission.status}`)}</StatusPill>
        <b>{when}</b>
        <span className={classes.space} />
        {active ? (
          <b>{measure.share(mission.progress)}</b>
        ) : (
          waitS !== null &&
          waitS > 0 && (
            <span className={classes.quiet}>{t('map.mission.in', { duration: measure.duration(waitS) })}</span>
          )
        )}
      </div>
      <div className={classes.boxRow}>
        <span className={classes.quiet}>{parts.join(' · ')}</span>
        <span className={classes.space} />
        <button type="button" className={classes.link} onClick={onGoTo}>
          {t('map.mission.goTo')}
          <IconArrowRight size={18} aria-hidden />
        </button>
      </div>
    </div>
  )
}
