/** Asks until which day the server may start a mower by itself. */
import type { PlannedStart } from '@greensward/contract'
import { lateCalls, MOST_RELEASED_DAYS } from '@greensward/contract/late'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCourseTime } from '../../../api/index.ts'
import { DayInput, Dialog, notify } from '../../../ui/index.ts'
import { addDays, type Day, isDay } from '../../../ui/zonedTime.ts'
import classes from './AutomowerStarts.module.css'

/** What is read again after a change of a planned start. */
export const CHANGES = { changes: [lateCalls.automowerStarts.list] }

interface ReleaseDialogProps {
  readonly item: PlannedStart
  readonly name: string
  readonly onClose: () => void
}

export function ReleaseDialog({ item: { id, updatedAt, at }, name, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation()
  const today = useCourseTime().dayOf(new Date())
  const last = addDays(today, MOST_RELEASED_DAYS - 1)
  const [until, setUntil] = useState<Day | ''>(today)
  const [failure, setFailure] = useState<string>()
  const release = useAct(lateCalls.automowerStarts.release, CHANGES)
  const isInTime = isDay(until) && until >= today && until <= last
  const send = (): void =>
    release.mutate(
      { params: { id }, body: { until, updatedAt } },
      {
        onSuccess: () => {
          notify.done(t('day.automower.released', { name, time: at }))
          onClose()
        },
        onError: error => setFailure(errorText(error)),
      },
    )
  return (
    <Dialog onClose={onClose} title={t('day.automower.releaseTitle', { name })}>
      <DayInput
        label={t('day.automower.until')}
        value={until}
        min={today}
        max={last}
        onChange={setUntil}
        {...(isInTime ? {} : { error: t('day.automower.untilRange', { count: MOST_RELEASED_DAYS - 1 }) })}
      />
      <p className={classes.text}>{t('day.automower.releaseText', { time: at })}</p>
      {failure !== undefined && (
        <p className={classes.refusal} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!isInTime} loading={release.isPending} onClick={send}>
          {t('day.release')}
        </Button>
      </div>
    </Dialog>
  )
}
