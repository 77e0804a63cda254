import { calls } from '@greensward/contract'
import { type WeatherSettings, type WeatherState, weatherSettings, weatherSettingsChange } from '@greensward/domain'
import { Button, Switch } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { errorText, useAct, useCall, useCan, useCourseTime } from '../../api/index.ts'
import {
  ErrorState,
  formResolver,
  LoadingState,
  NumberField,
  notify,
  Page,
  Panel,
  PasswordField,
  StatusPill,
  TextField,
} from '../../ui/index.ts'
import { RainAnswer } from '../../ui/RainAnswer.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

const form = weatherSettings
  .extend({ token: weatherSettingsChange.shape.token.unwrap() })
  .refine(({ enabled, address }) => !enabled || address !== '', { path: ['address'], message: 'must not be empty' })
type Form = z.infer<typeof form>

export default function Weather() {
  const { t } = useTranslation()
  const settings = useCall(calls.weather.settings)
  const state = useCall(calls.weather.state)
  const error = settings.error ?? state.error
  return settings.data === undefined || state.data === undefined ? (
    error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={error} onRetry={() => void Promise.all([settings.refetch(), state.refetch()])} />
    )
  ) : (
    <Page title={t('settings.section.weather')}>
      <div className={classes.form}>
        <WeatherNow settings={settings.data} state={state.data} />
        <WeatherForm settings={settings.data} />
      </div>
    </Page>
  )
}

function WeatherNow({ settings, state }: { readonly settings: WeatherSettings; readonly state: WeatherState }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayEdit = useCan('settings.edit')
  const read = useAct(calls.weather.read, { changes: [calls.weather.state] })
  const { report, problem, detail, triedAt, wetUntil, proposal } = state
  const isOn = settings.enabled && settings.address !== ''
  return (
    <Panel
      title={t('settings.weather.now')}
      actions={
        <StatusPill tone={!isOn ? 'neutral' : problem !== null ? 'error' : report === null ? 'main' : 'success'}>
          {t(
            `settings.weather.is.${!isOn ? 'off' : problem !== null ? 'failing' : report === null ? 'waiting' : 'read'}`,
          )}
        </StatusPill>
      }
    >
      <div className={classes.grid} aria-live="polite">
        <div className={classes.fact}>
          <span>{t('settings.weather.rain')}</span>
          <strong>{report === null ? t('common.unknown') : t('settings.weather.mm', { mm: report.rainMmPerH })}</strong>
          {report !== null && <span>{t('settings.weather.measured', { time: time.dateTime(report.at) })}</span>}
        </div>
        <div className={classes.fact}>
          <span>{t('settings.weather.wetUntil')}</span>
          <strong>{wetUntil === null ? t('settings.weather.notWet') : time.dateTime(wetUntil)}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.weather.tried')}</span>
          <strong>{triedAt === null ? t('common.none') : time.dateTime(triedAt)}</strong>
        </div>
      </div>
      {problem !== null && (
        <p className={classes.refusal} role="alert">
          {t(`settings.weather.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
      {proposal !== null && (
        <div className={classes.fact}>
          <span>{t('settings.weather.proposed', { time: time.dateTime(proposal.at) })}</span>
          <strong>
            {t(`settings.weather.because.${proposal.reason}`, {
              mm: proposal.rainMmPerH,
              time: proposal.from === null ? '' : time.dateTime(proposal.from),
            })}
          </strong>
          <RainAnswer proposal={proposal} />
        </div>
      )}
      {mayEdit && isOn && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={read.isPending}
            onClick={() => read.mutate({}, { onError: error => notify.failed(t('common.error'), errorText(error)) })}
          >
            {t('settings.weather.ask')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function WeatherForm({ settings }: { readonly settings: WeatherSettings }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const update = useAct(calls.weather.update, { changes: [calls.weather.settings, calls.weather.state] })
  const fields = useForm<Form, unknown, Form>({
    resolver: formResolver(form),
    defaultValues: { ...settings, token: '' },
  })
  const { control, reset } = fields
  const submit = useSettingsForm<Form>(fields, async ({ hasToken: _, ...changed }) => ({
    ...(await update.mutateAsync({ body: changed })),
    token: '',
  }))
  // Changes of other people show at once, except in fields that are being edited here.
  useEffect(() => reset({ ...settings, token: '' }, { keepDirtyValues: true }), [settings, reset])
  const shared = { control, disabled: !mayEdit } as const
  return (
    <SettingsForm form={fields} mayEdit={mayEdit} onSubmit={submit} onCancel={() => reset({ ...settings, token: '' })}>
      <Panel title={t('settings.weather.source')}>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.weather.enabled')}
            description={t('settings.weather.enabledHint')}
            checked={fields.watch('enabled')}
            disabled={!mayEdit}
            onChange={event => fields.setValue('enabled', event.currentTarget.checked, { shouldDirty: true })}
          />
          <TextField
            {...shared}
            name="address"
            type="url"
            label={t('settings.weather.address')}
            description={t('settings.weather.addressHint')}
          />
          <PasswordField
            {...shared}
            name="token"
            label={t('settings.weather.token')}
            description={t(settings.hasToken ? 'settings.weather.hasToken' : 'settings.weather.noToken')}
          />
          <NumberField {...shared} name="everyMin" label={t('settings.weather.every')} suffix=" min" />
        </div>
      </Panel>
      <Panel title={t('settings.weather.rules')}>
        <div className={classes.grid}>
          <NumberField
            {...shared}
            name="wetFromMmPerH"
            label={t('settings.weather.wetFrom')}
            suffix={t('settings.weather.perHour')}
            decimals={1}
            step={0.1}
          />
          <NumberField {...shared} name="aheadH" label={t('settings.weather.ahead')} suffix=" h" />
          <NumberField {...shared} name="dryingH" label={t('settings.weather.drying')} suffix=" h" />
          <NumberField
            {...shared}
            name="catchUpDays"
            label={t('settings.weather.catchUp')}
            description={t('settings.weather.catchUpHint')}
          />
        </div>
      </Panel>
    </SettingsForm>
  )
}
