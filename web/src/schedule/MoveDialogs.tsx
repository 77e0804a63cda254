/** What a move asks back: this occurrence or all that follow; and where there is no room, the next slots that are free. */
import type { ScheduleRefusal, Slot } from '@greensward/domain'
import { Button, Modal } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useConflictText, useCourseTime } from '../api/index.ts'
import classes from './MoveDialogs.module.css'

interface ScopeDialogProps {
  readonly title: string
  readonly onChoose: (scope: 'one' | 'following') => void
  readonly onClose: () => void
}

export function ScopeDialog({ title, onChoose, onClose }: ScopeDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('schedule.scope.title', { title })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p className={classes.text}>{t('schedule.scope.text')}</p>
      <div className={classes.column}>
        <Button onClick={() => onChoose('one')} data-autofocus>
          {t('schedule.scope.one')}
        </Button>
        <Button variant="default" onClick={() => onChoose('following')}>
          {t('schedule.scope.following')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Modal>
  )
}

interface RefusedDialogProps {
  readonly title: string
  readonly refusal: ScheduleRefusal
  readonly busy: boolean
  readonly onMove: (slot: Slot) => void
  readonly onClose: () => void
}

export function RefusedDialog({ title, refusal, busy, onMove, onClose }: RefusedDialogProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const text = useConflictText()
  const [first, ...others] = refusal.free
  const day = (at: string): string =>
    course.dayOf(at) === course.dayOf(first?.startsAt ?? at) ? course.time(at) : course.dateTime(at)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('schedule.refused.title', { title })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ul className={classes.conflicts}>
        {refusal.conflicts.map(conflict => (
          <li key={`${conflict.kind}-${conflict.missionId}-${conflict.from}`}>
            <IconAlertCircle size={20} aria-hidden /> {text(conflict)}
          </li>
        ))}
      </ul>
      {first === undefined ? (
        <p className={classes.text}>{t('schedule.refused.none')}</p>
      ) : (
        <>
          <p className={classes.slot}>
            {t('schedule.refused.next')}
            <strong>
              {course.date(first.startsAt)}, {course.time(first.startsAt)}–{course.time(first.endsAt)}
            </strong>
          </p>
          <div className={classes.actions}>
            <Button loading={busy} onClick={() => onMove(first)} data-autofocus>
              {t('schedule.refused.move', { time: course.time(first.startsAt) })}
            </Button>
            {others.map(slot => (
              <Button key={slot.startsAt} variant="default" disabled={busy} onClick={() => onMove(slot)}>
                {day(slot.startsAt)}
              </Button>
            ))}
          </div>
        </>
      )}
      <Button variant="subtle" onClick={onClose}>
        {t('schedule.refused.stay')}
      </Button>
    </Modal>
  )
}
