/** The single jobs of a run: what the person reported, the minutes really taken, a note. */
import { calls } from '@greensward/contract'
import { type JobRun, type StaffJob, type StaffJobStep, stepsOf } from '@greensward/domain'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useCan } from '../../api/index.ts'
import { NumberEntry, notify, Sheet, StatusPill } from '../../ui/index.ts'
import { usePlaceText } from './jobTexts.ts'
import classes from './RunSheet.module.css'
import { nextStepAt, TONE_OF_STATUS } from './stepOutbox.ts'

const CHANGES = { changes: [calls.jobs.list, calls.jobs.mine, calls.jobs.hours] }

export function RunSheet({ run, onClose }: { readonly run: JobRun<StaffJob>; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [{ kind, person }] = run.jobs
  return (
    <Sheet opened onClose={onClose} title={t('jobs.run.title', { kind, who: person?.fullname ?? t('jobs.openShort') })}>
      <ul className={classes.list}>
        {run.jobs.map(job => (
          // A job that somebody else has changed shows its new values.
          <OneJob key={`${job.id} ${job.updatedAt}`} job={job} />
        ))}
      </ul>
    </Sheet>
  )
}

function OneJob({ job }: { readonly job: StaffJob }) {
  const { t } = useTranslation()
  const mayPlan = useCan('jobs.plan')
  const title = usePlaceText()([job])
  const update = useAct(calls.jobs.update, CHANGES)
  const step = useAct(calls.jobs.step, CHANGES)
  const [minutes, setMinutes] = useState<number | null>(job.minutes)
  const [note, setNote] = useState(job.note)
  const isEnded = job.status === 'done' || job.status === 'notDone'
  const failed = { onError: (error: Error) => notify.failed(t('jobs.board.notChanged'), error) }
  const take = (name: StaffJobStep['step']): void =>
    step.mutate({ params: { id: job.id }, body: { step: name, at: nextStepAt(), minutes: null, reason: null } }, failed)
  const isChanged = note !== job.note || minutes !== job.minutes
  return (
    <li className={classes.job} aria-label={title}>
      <div className={classes.head}>
        <strong>{title}</strong>
        <StatusPill tone={TONE_OF_STATUS[job.status]}>{t(`jobs.status.${job.status}`)}</StatusPill>
        <span>{t('jobs.run.planned', { count: job.plannedMinutes })}</span>
      </div>
      {job.reason !== null && <p className={classes.reason}>{job.reason}</p>}
      {mayPlan && (
        <>
          {isEnded && (
            <NumberEntry
              label={t('jobs.run.taken')}
              value={minutes}
              min={1}
              max={720}
              allowDecimal={false}
              clampBehavior="strict"
              onChange={value => setMinutes(value ?? null)}
            />
          )}
          <TextInput
            label={t('jobs.run.note')}
            value={note}
            maxLength={300}
            onChange={event => setNote(event.currentTarget.value)}
          />
          <div className={classes.presses}>
            {isChanged && (
              <Button
                loading={update.isPending}
                onClick={() =>
                  update.mutate(
                    {
                      params: { id: job.id },
                      body: { note, updatedAt: job.updatedAt, ...(isEnded ? { minutes } : {}) },
                    },
                    failed,
                  )
                }
              >
                {t('jobs.run.save')}
              </Button>
            )}
            {stepsOf(job.status).includes('done') && (
              <Button variant="default" loading={step.isPending} onClick={() => take('done')}>
                {t('jobs.mine.done')}
              </Button>
            )}
            {isEnded && (
              <Button variant="default" loading={step.isPending} onClick={() => take('reopen')}>
                {t('jobs.mine.takeBack')}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  )
}
