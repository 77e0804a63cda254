/**
 * The questions of a move: this occurrence or all that follow; the next free slots if the time is taken; and if
 * golfers are expected, whether to move it there anyway.
 */
import type { ComingPlay, ScheduleRefusal, Slot } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconGolf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useConflictText, useCourseTime } from '../../api/index.ts'
import { Dialog } from '../../ui/index.ts'
import classes from './MoveDialogs.module.css'
import { usePlayText } from './playText.ts'

interface ScopeDialogProps {
  readonly title: string
  readonly onChoose: (scope: 'one' | 'following') => void
  readonly onClose: () => void
}

export function ScopeDialog({ title, onChoose, onClose }: ScopeDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('schedule.scope.title', { title })}>
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
    </Dialog>
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
  const text = useConflictText()
  return (
    <Dialog onClose={onClose} title={t('schedule.refused.title', { title })}>
      <ul className={classes.conflicts}>
        {refusal.conflicts.map(conflict => (
          <li key={`${conflict.kind}-${conflict.missionId}-${conflict.from}`}>
            <IconAlertCircle size={20} aria-hidden /> {text(conflict)}
          </li>
        ))}
      </ul>
      <FreeSlots free={refusal.free} busy={busy} onMove={onMove} />
      <Button variant="subtle" onClick={onClose}>
        {t('schedule.refused.stay')}
      </Button>
    </Dialog>
  )
}

interface ExpectedDialogProps {
  readonly title: string
  /** The groups that play there then. */
  readonly play: readonly ComingPlay[]
  readonly free: readonly Slot[]
  readonly onMove: (slot: Slot) => void
  /** There all the same: mowers wait for golfers. */
  readonly onKeep: () => void
  readonly onClose: () => void
}

export function ExpectedDialog({ title, play, free, onMove, onKeep, onClose }: ExpectedDialogProps) {
  const { t } = useTranslation()
  const text = usePlayText()
  return (
    <Dialog onClose={onClose} title={t('schedule.golfers.title', { title })}>
      <ul className={classes.golfers}>
        {play.map(one => (
          <li key={`${one.cartName} ${one.from}`}>
            <IconGolf size={20} aria-hidden /> {text(one)}
          </li>
        ))}
      </ul>
      <p className={classes.text}>{t('schedule.golfers.text')}</p>
      <FreeSlots free={free} busy={false} onMove={onMove} />
      <div className={classes.column}>
        <Button variant="default" onClick={onKeep}>
          {t('schedule.golfers.keep')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('schedule.refused.stay')}
        </Button>
      </div>
    </Dialog>
  )
}

interface FreeSlotsProps {
  readonly free: readonly Slot[]
  readonly busy: boolean
  readonly onMove: (slot: Slot) => void
}

function FreeSlots({ free, busy, onMove }: FreeSlotsProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const [first, ...others] = free
  if (first === undefined) return <p className={classes.text}>{t('schedule.refused.none')}</p>
  const day = (at: string): string =>
    course.dayOf(at) === course.dayOf(first.startsAt) ? course.time(at) : course.dateTime(at)
  return (
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
  )
}
