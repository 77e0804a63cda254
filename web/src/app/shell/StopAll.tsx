import { calls, type ResultOf } from '@greensward/contract'
import { Button, Modal } from '@mantine/core'
import { IconCircleCheck, IconHandStop, IconPhone, IconXboxX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useVehicle } from '../../api/index.ts'
import { answerText, StopSteps } from '../../ui/index.ts'
import classes from './StopAll.module.css'

type Answer = ResultOf<typeof calls.mowers.stopAll>

/** One press stops every mower, without a question; what comes back says which stopped and which did not. */
export function StopAll() {
  const { t } = useTranslation()
  const may = useCan('mowers.stop')
  const stop = useAct(calls.mowers.stopAll, { changes: [calls.missions.list, calls.garage.list, calls.live.vehicles] })
  const [opened, setOpened] = useState(false)
  if (!may) return null
  const press = (): void => {
    setOpened(true)
    stop.mutate({})
  }
  return (
    <>
      <button type="button" className={classes.stop} onClick={press}>
        <IconHandStop size={24} stroke={1.75} aria-hidden />
        {t('shell.stopAll')}
      </button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('shell.stopAllTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <div aria-live="assertive">
          {stop.isPending && <p className={classes.pending}>{t('shell.stopping')}</p>}
          {stop.error !== null && (
            <p className={classes.failed} role="alert">
              <strong>{t('shell.stopFailed')}</strong> {errorText(stop.error)}
            </p>
          )}
          {stop.data !== undefined && <Outcome answer={stop.data} />}
        </div>
        {(stop.error !== null || (stop.data?.notStopped.length ?? 0) > 0) && <Numbers />}
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setOpened(false)}>
            {t('common.close')}
          </Button>
          <Button color="error" loading={stop.isPending} onClick={() => stop.mutate({})}>
            {t('shell.stopAgain')}
          </Button>
        </div>
      </Modal>
    </>
  )
}

function Outcome({ answer }: { readonly answer: Answer }) {
  const { t, i18n } = useTranslation()
  if (answer.stopped.length + answer.notStopped.length === 0)
    return <p className={classes.pending}>{t('shell.noMowers')}</p>
  return (
    <>
      {answer.notStopped.length > 0 && (
        <section aria-label={t('shell.notStopped')}>
          <h3 className={classes.heading}>{t('shell.notStopped')}</h3>
          <ul className={classes.list}>
            {answer.notStopped.map(({ id, name, reason, why, phone }) => (
              <li key={id} data-tone="error">
                <IconXboxX size={20} stroke={1.75} aria-hidden />
                <span>
                  <strong>{name}</strong> {answerText({ reason, why: why ?? null }, i18n)}
                  {phone !== null && (
                    <a className={classes.call} href={`tel:${phone.replace(/[^+0-9]/g, '')}`}>
                      <IconPhone size={18} stroke={1.75} aria-hidden />
                      {t('shell.call', { phone })}
                    </a>
                  )}
                  <Standing id={id} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answer.stopped.length > 0 && (
        <section aria-label={t('shell.stopped')}>
          <h3 className={classes.heading}>{t('shell.stopped')}</h3>
          <ul className={classes.list}>
            {answer.stopped.map(({ id, name }) => (
              <li key={id} data-tone="success">
                <IconCircleCheck size={20} stroke={1.75} aria-hidden />
                <span>
                  <strong>{name}</strong>
                  <Standing id={id} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The current state of this stop: the answer comes with the acknowledgement, and a machine needs a moment to come to rest. */
function Standing({ id }: { readonly id: string }) {
  const stop = useVehicle(id)?.stop ?? null
  return stop === null ? null : <StopSteps stop={stop} />
}

/** The numbers to call when a machine did not answer. */
function Numbers() {
  const { t } = useTranslation()
  const may = useCan('technicalNumbers.read')
  const { data } = useCall(calls.technicalNumbers.list, { query: { perPage: 100 } }, { enabled: may })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label={t('shell.callFor')}>
      <h3 className={classes.heading}>{t('shell.callFor')}</h3>
      <ul className={classes.list}>
        {data.items.map(({ id, phone, department }) => (
          <li key={id}>
            <IconPhone size={20} stroke={1.75} aria-hidden />
            <span>
              {department} <a href={`tel:${phone.replace(/[^+0-9]/g, '')}`}>{phone}</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
