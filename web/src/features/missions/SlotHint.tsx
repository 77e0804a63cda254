/** Whether the chosen time is free in the schedule, and where not, the next times that are. */

import { calls } from '@greensward/contract'
import type { MissionTarget, Slot } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock, IconGolf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCall, useConflictText, useCourseTime } from '../../api/index.ts'
import { isShort, useMarginText } from '../../ui/text/marginText.ts'
import classes from './SlotHint.module.css'

interface SlotHintProps {
  readonly missionId: string | null
  readonly mowerId: string
  readonly target: MissionTarget
  readonly startsAt: Date
  readonly durationS: number
  readonly onTake: (slot: Slot) => void
}

export function SlotHint({ missionId, mowerId, target, startsAt, durationS, onTake }: SlotHintProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const text = useConflictText()
  const marginText = useMarginText()
  const slots = useCall(
    calls.missions.slots,
    { body: { missionId, mowerId, target, startsAt: startsAt.toISOString(), durationS: Math.max(1, durationS) } },
    { keepPrevious: true },
  )
  if (slots.data === undefined) return null
  const { conflicts, free, play, margin } = slots.data
  const proposals = free.length > 0 && (
    <div className={classes.slots}>
      {free.map(slot => (
        <Button key={slot.startsAt} variant="default" onClick={() => onTake(slot)}>
          {t('missions.slot.take', { time: course.dateTime(slot.startsAt) })}
        </Button>
      ))}
    </div>
  )
  if (conflicts.length === 0)
    return (
      <>
        <p className={classes.free}>
          <IconCircleCheck size={20} aria-hidden /> {t('missions.slot.free')}
        </p>
        {margin !== null && (
          <p className={isShort(margin) ? classes.close : classes.reason}>
            <IconClock size={20} aria-hidden /> {marginText(margin)}
          </p>
        )}
        {play.map(({ cartName: cart, teeTime, holeTitle: hole, from, to }) => {
          const times = { hole, from: course.time(from), until: course.time(to) }
          return (
            <p key={`${cart} ${from}`} className={classes.reason}>
              <IconGolf size={20} aria-hidden />
              {teeTime === null
                ? t('missions.slot.play', { cart, ...times })
                : t('missions.slot.teeTime', { tee: course.time(teeTime), ...times })}
            </p>
          )
        })}
        {proposals}
      </>
    )
  return (
    <div className={classes.taken} role="status">
      {conflicts.map(conflict => (
        <p key={`${conflict.kind}-${conflict.missionId}-${conflict.from}`} className={classes.reason}>
          <IconAlertCircle size={20} aria-hidden /> {text(conflict)}
        </p>
      ))}
      {proposals || <p className={classes.reason}>{t('schedule.refused.none')}</p>}
    </div>
  )
}
