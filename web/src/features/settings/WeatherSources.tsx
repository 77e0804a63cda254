/** Where the weather is from: a service that forecasts, and a station that measures. */
import { calls } from '@greensward/contract'
import {
  type WeatherRole,
  type WeatherSettings,
  weatherProvider,
  weatherSettings,
  weatherSettingsChange,
  weatherStation,
} from '@greensward/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { errorText, useAct } from '../../api/index.ts'
import { NewKey } from '../../ui/form/NewKey.tsx'
import { ConfirmDialog, notify, Panel, PasswordField, SelectField, TextField } from '../../ui/index.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'
import { FigureTable } from './WeatherNow.tsx'

const { token, stationSecret } = weatherSettingsChange.shape
export const weatherForm = weatherSettings
  .extend({ token: token.unwrap(), stationSecret: stationSecret.unwrap() })
  .refine(({ enabled, provider, address }) => !enabled || provider !== 'json' || address !== '', {
    path: ['address'],
    message: 'must not be empty',
  })
export type WeatherForm = z.infer<typeof weatherForm>

/** Secrets go in and never come out. */
export const weatherFormOf = (settings: WeatherSettings): WeatherForm => ({ ...settings, token: '', stationSecret: '' })

interface SourceProps {
  readonly form: UseFormReturn<WeatherForm, unknown, WeatherForm>
  /** As they are stored. */
  readonly settings: WeatherSettings
  readonly mayEdit: boolean
}

export function ForecastPanel({ form, settings, mayEdit }: SourceProps) {
  const { t } = useTranslation()
  const provider = form.watch('provider')
  const shared = { control: form.control, disabled: !mayEdit } as const
  const needsToken = provider === 'json' || provider === 'openWeather' || provider === 'openMeteo'
  return (
    <Panel title={t('settings.weather.role.forecast')}>
      <div className={classes.grid}>
        <SelectField
          {...shared}
          name="provider"
          label={t('settings.weather.provider')}
          choices={weatherProvider.options.map(value => ({ value, label: t(`settings.weather.name.${value}`) }))}
        />
        {provider === 'metNorway' && (
          <TextField
            {...shared}
            name="contact"
            label={t('settings.weather.contact')}
            description={t('settings.weather.contactHint')}
          />
        )}
        {provider !== 'none' && (
          <TextField
            {...shared}
            name="address"
            type="url"
            label={t('settings.weather.address')}
            description={t(provider === 'json' ? 'settings.weather.addressHint' : 'settings.weather.otherAddressHint')}
          />
        )}
        {needsToken && (
          <PasswordField
            {...shared}
            name="token"
            label={t(provider === 'json' ? 'settings.weather.token' : 'settings.weather.apiKey')}
            description={t(settings.hasToken ? 'settings.weather.hasToken' : 'settings.weather.noToken')}
          />
        )}
      </div>
      {provider !== 'none' && provider !== 'json' && <p>{t(`settings.weather.credit.${provider}`)}</p>}
      {mayEdit && provider !== 'none' && <SourceTest form={form} of="forecast" />}
    </Panel>
  )
}

export function StationPanel({ form, settings, mayEdit }: SourceProps) {
  const { t } = useTranslation()
  const station = form.watch('station')
  const shared = { control: form.control, disabled: !mayEdit } as const
  return (
    <Panel title={t('settings.weather.role.station')}>
      <div className={classes.grid}>
        <SelectField
          {...shared}
          name="station"
          label={t('settings.weather.station')}
          choices={weatherStation.options.map(value => ({
            value,
            label: t(value === 'none' ? 'settings.weather.noStation' : `settings.weather.name.${value}`),
          }))}
        />
        {station === 'weatherLink' && (
          <>
            <TextField {...shared} name="stationKey" label={t('settings.weather.stationKey')} />
            <PasswordField
              {...shared}
              name="stationSecret"
              label={t('settings.weather.stationSecret')}
              description={t(settings.hasStationSecret ? 'settings.weather.hasToken' : 'settings.weather.noToken')}
            />
            <TextField {...shared} name="stationId" label={t('settings.weather.stationId')} />
            <TextField
              {...shared}
              name="stationAddress"
              type="url"
              label={t('settings.weather.address')}
              description={t('settings.weather.otherAddressHint')}
            />
          </>
        )}
      </div>
      {station === 'push' && <PushAddress settings={settings} mayEdit={mayEdit} />}
      {mayEdit && station === 'weatherLink' && <SourceTest form={form} of="station" />}
    </Panel>
  )
}

function SourceTest({ form, of: role }: Pick<SourceProps, 'form'> & { readonly of: WeatherRole }) {
  const { t } = useTranslation()
  const test = useAct(calls.weather.test)
  const names =
    role === 'forecast'
      ? (['provider', 'address', 'contact'] as const)
      : (['station', 'stationAddress', 'stationKey', 'stationId'] as const)
  const secretName = role === 'forecast' ? 'token' : 'stationSecret'
  const values = form.watch()
  // An empty field leaves the stored secret as it is.
  const secret = values[secretName] === '' ? {} : { [secretName]: values[secretName] }
  return (
    <ConnectionTest
      test={test}
      input={{ body: { role, ...secret, ...Object.fromEntries(names.map(name => [name, values[name]])) } }}
      check={() => form.trigger([...names, secretName])}
      label={t('settings.weather.test')}
      works={found => (
        <>
          <p>{t('settings.weather.works', { count: found.hours })}</p>
          <FigureTable figures={found.figures} />
        </>
      )}
      refusal={problem => t(`settings.weather.problem.${problem}`)}
    />
  )
}

function PushAddress({ settings, mayEdit }: Pick<SourceProps, 'settings' | 'mayEdit'>) {
  const { t } = useTranslation()
  const changes = { changes: [calls.weather.settings] }
  const create = useAct(calls.weather.newPushKey, changes)
  const remove = useAct(calls.weather.removePushKey, changes)
  const [asks, setAsks] = useState<'create' | 'remove' | undefined>()
  const failed = (error: Error): void => notify.failed(t('common.error'), errorText(error))
  const make = (): void => create.mutate({}, { onError: failed })
  return (
    <>
      <p>{t('settings.weather.pushHint')}</p>
      <p>{t(settings.hasPushKey ? 'settings.weather.hasPushKey' : 'settings.weather.noPushKey')}</p>
      {create.data !== undefined && settings.hasPushKey && (
        <NewKey
          label={t('settings.weather.pushAddress')}
          value={`${window.location.origin}/api/track/weather/${create.data.key}`}
          note={t('settings.weather.pushOnce')}
        />
      )}
      {mayEdit && (
        <div className={classes.actions}>
          {settings.hasPushKey && (
            <Button variant="default" loading={remove.isPending} onClick={() => setAsks('remove')}>
              {t('settings.weather.revoke')}
            </Button>
          )}
          <Button
            variant="default"
            loading={create.isPending}
            onClick={() => (settings.hasPushKey ? setAsks('create') : make())}
          >
            {t('settings.weather.newPushKey')}
          </Button>
        </div>
      )}
      {asks !== undefined && (
        <ConfirmDialog
          opened
          title={t(`settings.weather.asks.${asks}`)}
          text={t('settings.weather.asksText')}
          confirm={t(asks === 'create' ? 'settings.weather.newPushKey' : 'settings.weather.revoke')}
          onConfirm={() => {
            setAsks(undefined)
            if (asks === 'create') make()
            else remove.mutate({}, { onError: failed })
          }}
          onClose={() => setAsks(undefined)}
        />
      )}
    </>
  )
}
