import { calls } from '@greensward/contract'
import type { WeatherSettings } from '@greensward/domain'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { ErrorState, LoadingState, NumberField, Page, Panel } from '../../ui/index.ts'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'
import { WeatherNow } from './WeatherNow.tsx'
import {
  ForecastPanel,
  type WeatherForm as Form,
  weatherForm as form,
  StationPanel,
  weatherFormOf,
} from './WeatherSources.tsx'

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

function WeatherForm({ settings }: { readonly settings: WeatherSettings }) {
  const { t } = useTranslation()
  const mayEdit = useCan('settings.edit')
  const update = useAct(calls.weather.update, { changes: [calls.weather.settings, calls.weather.state] })
  const settingsForm = useStoredSettings<Form, WeatherSettings>({
    schema: form,
    stored: settings,
    valuesOf: weatherFormOf,
    send: ({ hasToken: _, hasStationSecret: __, hasPushKey: ___, ...changed }) => update.mutateAsync({ body: changed }),
  })
  const fields = settingsForm.form
  const shared = { control: fields.control, disabled: !mayEdit } as const
  return (
    <SettingsForm {...settingsForm} mayEdit={mayEdit}>
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
          <NumberField {...shared} name="everyMin" label={t('settings.weather.every')} suffix=" min" />
        </div>
      </Panel>
      <ForecastPanel form={fields} settings={settings} mayEdit={mayEdit} />
      <StationPanel form={fields} settings={settings} mayEdit={mayEdit} />
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
