import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput, Dialog } from '../../ui/index.ts'
import { addDays, type Day, isDay } from '../../ui/zonedTime.ts'
import classes from './PauseDialog.module.css'

interface PauseDialogProps {
  readonly name: string
  readonly today: Day
  readonly busy: boolean
  /** With the first day on which the plan mows again. */
  readonly onPause: (day: Day) => void
  readonly onClose: () => void
}

/** Asks until which day a plan is paused. */
export function PauseDialog({ name, today, busy, onPause, onClose }: PauseDialogProps) {
  const { t } = useTranslation()
  const [day, setDay] = useState<Day | ''>(addDays(today, 7))
  const isLater = isDay(day) && day > today
  return (
    <Dialog onClose={onClose} title={t('plans.pauseTitle', { name })}>
      <DayInput
        label={t('plans.pauseDay')}
        value={day}
        min={addDays(today, 1)}
        onChange={setDay}
        {...(isLater ? {} : { error: t('plans.pauseLater') })}
      />
      <p className={classes.text}>{t('plans.pauseText')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!isLater} loading={busy} onClick={() => onPause(day)}>
          {t('plans.pauseNow')}
        </Button>
      </div>
    </Dialog>
  )
}
