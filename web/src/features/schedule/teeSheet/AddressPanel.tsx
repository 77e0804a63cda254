import { calls } from '@greensward/contract'
import { type TeeSheetAddressState, type TeeSheetReading, teeSheetAddress } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPlugConnected, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { errorText, useAct, useCan, useCourseTime } from '../../../api/index.ts'
import { ConfirmDialog, formResolver, notify, Panel, StatusPill, TextField, type Tone } from '../../../ui/index.ts'
import { Faults } from './Faults.tsx'
import classes from './teeSheet.module.css'
import { READINGS } from './useTeeSheet.ts'

const CHANGES = [calls.teeSheets.address, ...READINGS] as const

const form = z.object({ address: teeSheetAddress })
type Fields = z.infer<typeof form>

/** The address that tee sheets are read from every few minutes, and how that goes. */
export function AddressPanel({ state }: { readonly state: TeeSheetAddressState }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const { host, last } = state
  const [name, tone]: readonly ['off' | 'waiting' | 'failing' | 'read', Tone] =
    host === null
      ? ['off', 'neutral']
      : last === null
        ? ['waiting', 'main']
        : last.problem === null
          ? ['read', 'success']
          : ['failing', 'error']
  return (
    <Panel
      title={t('teeSheet.address.title')}
      actions={<StatusPill tone={tone}>{t(`teeSheet.address.is.${name}`)}</StatusPill>}
    >
      <div className={classes.stack}>
        {host !== null && <Facts state={state} host={host} />}
        {mayEdit ? (
          <AddressForm state={state} />
        ) : (
          host === null && <p className={classes.hint}>{t('teeSheet.address.ask')}</p>
        )}
      </div>
    </Panel>
  )
}

function Facts({ state, host }: { readonly state: TeeSheetAddressState; readonly host: string }) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const { readAt, nextAt, last } = state
  return (
    <div className={classes.stack} aria-live="polite">
      <dl className={classes.facts}>
        <div>
          <dt>{t('teeSheet.address.host')}</dt>
          <dd>{host}</dd>
        </div>
        <div>
          <dt>{t('teeSheet.address.readAt')}</dt>
          <dd>{readAt === null ? t('common.none') : course.dateTime(readAt)}</dd>
        </div>
        <div>
          <dt>{t('teeSheet.address.nextAt')}</dt>
          <dd>{nextAt === null ? t('common.none') : course.time(nextAt)}</dd>
        </div>
      </dl>
      {last !== null && <Reading reading={last} />}
    </div>
  )
}

/** What one reading found, or why it failed. */
function Reading({ reading: { problem, detail, days, teeTimes, faults } }: { readonly reading: TeeSheetReading }) {
  const { t } = useTranslation()
  return (
    <>
      {problem === null ? (
        <p className={classes.notice}>
          {t('teeSheet.address.found', { count: teeTimes, days: t('teeSheet.dayCount', { count: days }) })}
        </p>
      ) : (
        <p className={classes.error} role="alert">
          {t(`teeSheet.address.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
      <Faults faults={faults} count={faults.length} />
    </>
  )
}

function AddressForm({ state }: { readonly state: TeeSheetAddressState }) {
  const { t } = useTranslation()
  const change = useAct(calls.teeSheets.changeAddress, { changes: CHANGES })
  const tested = useAct(calls.teeSheets.testAddress)
  const readNow = useAct(calls.teeSheets.readAddress, { changes: CHANGES })
  const [isLeaving, setLeaving] = useState(false)
  const fields = useForm<Fields>({ resolver: formResolver(form), defaultValues: { address: '' } })
  const { updatedAt, host } = state
  const hasTyped = fields.watch('address') !== ''
  const failed = (error: unknown): void => notify.failed(t('common.error'), errorText(error))
  const store = async (address: string | null): Promise<void> => {
    try {
      await change.mutateAsync({ body: { address, updatedAt } })
      fields.reset({ address: '' })
      tested.reset()
      notify.done(t('common.saved'))
    } catch (error) {
      failed(error)
    } finally {
      setLeaving(false)
    }
  }
  const test = (address: string | null): void => tested.mutate({ body: { address } }, { onError: failed })
  return (
    <form
      className={classes.stack}
      onSubmit={event => void fields.handleSubmit(({ address }) => store(address))(event)}
      noValidate
    >
      <TextField
        control={fields.control}
        name="address"
        type="url"
        label={t(host === null ? 'teeSheet.address.label' : 'teeSheet.address.other')}
        description={t('teeSheet.address.hint')}
      />
      {tested.data !== undefined && <Reading reading={tested.data} />}
      <div className={classes.buttons}>
        {(hasTyped || host !== null) && (
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={18} />}
            loading={tested.isPending}
            onClick={() => (hasTyped ? void fields.handleSubmit(({ address }) => test(address))() : test(null))}
          >
            {t('teeSheet.address.test')}
          </Button>
        )}
        {hasTyped && (
          <Button type="submit" loading={change.isPending}>
            {t('common.save')}
          </Button>
        )}
        {host !== null && !hasTyped && (
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} />}
              loading={readNow.isPending}
              onClick={() => readNow.mutate({}, { onError: failed })}
            >
              {t('teeSheet.address.read')}
            </Button>
            <Button variant="default" leftSection={<IconTrash size={18} />} onClick={() => setLeaving(true)}>
              {t('teeSheet.address.remove')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        opened={isLeaving}
        title={t('teeSheet.address.removeTitle')}
        text={t('teeSheet.address.removeText')}
        confirm={t('teeSheet.address.remove')}
        busy={change.isPending}
        onConfirm={() => void store(null)}
        onClose={() => setLeaving(false)}
      />
    </form>
  )
}
