/** Husqvarna mowers: access to the maker's service, its last answer, and its mowers. */
import type { AutomowerState } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { outgoingAddress, outgoingSocketAddress } from '@greensward/domain'
import { Switch } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import { Page, Panel, PasswordField, QueryState, StatusPill, TextField } from '../../ui/index.ts'
import { AutomowerMachines } from './AutomowerMachines.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'

/** The server reads the maker's service each five minutes; this shows it soon after. */
const READ_MS = 20_000

const form = z.object({
  enabled: z.boolean(),
  applicationKey: z.string().trim().max(200),
  secret: z.string().trim().max(500),
  signInAddress: outgoingAddress,
  address: outgoingAddress,
  events: z.boolean(),
  eventsAddress: outgoingSocketAddress,
})
type Form = z.infer<typeof form>

/** Key and secret go in and never come out. */
const valuesOf = ({ enabled, signInAddress, address, events, eventsAddress }: AutomowerState): Form => ({
  ...{ enabled, signInAddress, address, events, eventsAddress },
  ...{ applicationKey: '', secret: '' },
})

export default function Automower() {
  const { t } = useTranslation()
  const query = useCall(lateCalls.automower.get, {}, { refetchInterval: READ_MS })
  const { data } = query
  if (data === undefined) return <QueryState query={query} />
  return (
    <Page title={t('settings.section.automower')}>
      <div className={classes.form}>
        <Now state={data} />
        <AutomowerMachines machines={data.machines} isEnabled={data.enabled} />
        <SourceForm state={data} />
      </div>
    </Page>
  )
}

function Now({ state }: { readonly state: AutomowerState }) {
  const { t, i18n } = useTranslation()
  const figures = new Intl.NumberFormat(i18n.language)
  const time = useCourseTime()
  const { enabled, answeredAt, problem, detail, notBefore, requests, budget, readingBudget } = state
  const is = !enabled ? 'off' : problem !== null ? 'failing' : answeredAt === null ? 'waiting' : 'read'
  return (
    <Panel
      title={t('settings.automower.now')}
      actions={
        <StatusPill tone={({ off: 'neutral', failing: 'error', waiting: 'main', read: 'success' } as const)[is]}>
          {t(`settings.weather.is.${is}`)}
        </StatusPill>
      }
    >
      <div className={classes.stack} aria-live="polite">
        <p>{t('settings.automower.hint')}</p>
        <div className={classes.fact}>
          <span>{t('settings.automower.lastAnswer')}</span>
          <strong>{answeredAt === null ? t('common.never') : time.dateTime(answeredAt)}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.automower.requests')}</span>
          <strong>
            {t('settings.automower.requestsOf', { requests: figures.format(requests), budget: figures.format(budget) })}
          </strong>
          {requests >= readingBudget && <span>{t('settings.automower.used')}</span>}
        </div>
        <Events state={state} />
        {enabled && problem !== null && (
          <p className={classes.refusal}>
            {t(`settings.automower.problem.${problem}`)} <span lang="en">{detail}</span>
            {notBefore !== null && ` ${t('settings.automower.notBefore', { time: time.dateTime(notBefore) })}`}
          </p>
        )}
      </div>
    </Panel>
  )
}

function Events({ state }: { readonly state: AutomowerState }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { eventsState, eventsProblem, eventsDetail, lastEventAt } = state
  if (eventsState === 'off') return null
  return (
    <>
      <div className={classes.fact}>
        <span>{t('settings.automower.lastEvent')}</span>
        <strong>{lastEventAt === null ? t('common.never') : time.dateTime(lastEventAt)}</strong>
        <span>{t(`settings.automower.eventsState.${eventsState}`)}</span>
      </div>
      {eventsState === 'notConnected' && eventsProblem !== null && (
        <p className={classes.refusal}>
          {t(`settings.automower.problem.${eventsProblem}`)} <span lang="en">{eventsDetail}</span>
        </p>
      )}
    </>
  )
}

function SourceForm({ state }: { readonly state: AutomowerState }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const update = useAct(lateCalls.automower.update, { changes: [lateCalls.automower.get] })
  const settingsForm = useStoredSettings<Form, AutomowerState>({
    schema: form,
    stored: state,
    valuesOf,
    send: changed => update.mutateAsync({ body: changed }),
  })
  const fields = settingsForm.form
  const shared = { control: fields.control, disabled: !mayEdit } as const
  return (
    <SettingsForm {...settingsForm} mayEdit={mayEdit}>
      <Panel title={t('settings.automower.source')}>
        <p>{t('settings.automower.sourceHint')}</p>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.automower.enabled')}
            checked={fields.watch('enabled')}
            disabled={!mayEdit}
            onChange={event => fields.setValue('enabled', event.currentTarget.checked, { shouldDirty: true })}
          />
          <PasswordField
            {...shared}
            name="applicationKey"
            label={t('settings.automower.applicationKey')}
            description={t(state.hasApplicationKey ? 'settings.automower.hasKey' : 'settings.automower.noKey')}
          />
          <PasswordField
            {...shared}
            name="secret"
            label={t('settings.automower.secret')}
            description={t(state.hasSecret ? 'settings.automower.hasSecret' : 'settings.automower.noSecret')}
          />
          <TextField
            {...shared}
            name="signInAddress"
            type="url"
            label={t('settings.automower.signInAddress')}
            description={t('settings.automower.addressHint')}
          />
          <TextField {...shared} name="address" type="url" label={t('settings.automower.address')} />
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.automower.events')}
            description={t('settings.automower.eventsHint')}
            checked={fields.watch('events')}
            disabled={!mayEdit}
            onChange={event => fields.setValue('events', event.currentTarget.checked, { shouldDirty: true })}
          />
          <TextField {...shared} name="eventsAddress" type="url" label={t('settings.automower.eventsAddress')} />
        </div>
        {mayEdit && <ServiceTest form={fields} />}
      </Panel>
    </SettingsForm>
  )
}

function ServiceTest({ form: fields }: { readonly form: UseFormReturn<Form, unknown, Form> }) {
  const { t } = useTranslation()
  const test = useAct(lateCalls.automower.test, { changes: [lateCalls.automower.get] })
  const { enabled: _, events: __, eventsAddress: ___, applicationKey, secret, ...values } = fields.watch()
  // An empty field leaves what is stored as it is.
  const body = {
    ...values,
    ...(applicationKey === '' ? {} : { applicationKey }),
    ...(secret === '' ? {} : { secret }),
  }
  return (
    <ConnectionTest
      test={test}
      input={{ body }}
      check={() => fields.trigger()}
      label={t('settings.weather.test')}
      works={found => <p>{t('settings.automower.works', { count: found.machines })}</p>}
      refusal={problem => t(`settings.automower.problem.${problem}`)}
    />
  )
}
