/** The connection to an MQTT broker: how it goes, where it leads, and what it may do. */

import type { MqttCommand, MqttSettings, MqttState } from '@greensward/contract'
import { lateCalls as calls, mqttCommand, mqttSettings, mqttSettingsChange } from '@greensward/contract/late'
import { Checkbox } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import {
  Page,
  Panel,
  PasswordField,
  QueryState,
  StatusPill,
  SwitchField,
  TextAreaField,
  TextField,
  type Tone,
} from '../../ui/index.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'

const form = mqttSettings
  .extend({ password: mqttSettingsChange.shape.password.unwrap() })
  .refine(({ enabled, address }) => !enabled || address !== '', { path: ['address'], message: 'must not be empty' })
type Form = z.infer<typeof form>
type Fields = UseFormReturn<Form, unknown, Form>

/** The password goes in and never comes out. */
const valuesOf = (settings: MqttSettings): Form => ({ ...settings, password: '' })
const EVERY_MS = 3_000
const TONE: Readonly<Record<MqttState['state'], Tone>> = {
  off: 'neutral',
  connecting: 'main',
  connected: 'success',
  failing: 'error',
  withdrawing: 'warn',
}

export default function Mqtt() {
  const { t } = useTranslation()
  const query = useCall(calls.mqtt.settings)
  if (query.data === undefined) return <QueryState query={query} />
  return (
    <Page title={t('settings.section.mqtt')}>
      <div className={classes.form}>
        <MqttNow />
        <MqttForm settings={query.data} />
      </div>
    </Page>
  )
}

/** The state of the connection, polled while the page is open. */
function MqttNow() {
  const { t } = useTranslation()
  const time = useCourseTime()
  const query = useCall(calls.mqtt.state, {}, { refetchInterval: EVERY_MS, keepPrevious: true })
  if (query.data === undefined) return <QueryState query={query} />
  const { state, problem, detail, connectedAt, triedAt, nextTryAt, topics } = query.data
  return (
    <Panel
      title={t('settings.mqtt.now')}
      actions={<StatusPill tone={TONE[state]}>{t(`settings.mqtt.state.${state}`)}</StatusPill>}
    >
      <div className={classes.grid} aria-live="polite">
        <div className={classes.fact}>
          <span>{t(connectedAt === null ? 'settings.mqtt.triedAt' : 'settings.mqtt.connectedAt')}</span>
          <strong>
            {connectedAt === null && triedAt === null ? t('common.never') : time.dateTime(connectedAt ?? triedAt ?? '')}
          </strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.mqtt.topics')}</span>
          <strong>{topics}</strong>
        </div>
      </div>
      {problem !== null && (
        <p className={classes.refusal} role="alert">
          {t(`settings.mqtt.problem.${problem}`)} <span lang="en">{detail}</span>{' '}
          {nextTryAt !== null && t('settings.mqtt.nextTry', { time: time.time(new Date(nextTryAt)) })}
        </p>
      )}
    </Panel>
  )
}

function MqttForm({ settings }: { readonly settings: MqttSettings }) {
  const { t } = useTranslation()
  const update = useAct(calls.mqtt.update, { changes: [calls.mqtt.settings, calls.mqtt.state] })
  const settingsForm = useStoredSettings<Form, MqttSettings>({
    schema: form,
    stored: settings,
    valuesOf,
    send: ({ hasPassword: _, ...changed }) => update.mutateAsync({ body: changed }),
  })
  const fields = settingsForm.form
  const { control } = fields
  return (
    <SettingsForm {...settingsForm} mayEdit>
      <Panel title={t('settings.mqtt.broker')}>
        <div className={classes.grid}>
          <MqttSwitch form={fields} name="enabled" />
          <TextField
            control={control}
            name="address"
            label={t('settings.mqtt.address')}
            description={t('settings.mqtt.addressHint')}
          />
          <TextField control={control} name="user" label={t('settings.mqtt.user')} autoComplete="off" />
          <PasswordField
            control={control}
            name="password"
            label={t('settings.mqtt.password')}
            description={t(settings.hasPassword ? 'settings.mqtt.hasPassword' : 'settings.mqtt.noPassword')}
          />
          <TextField
            control={control}
            name="prefix"
            label={t('settings.mqtt.prefix')}
            description={t('settings.mqtt.prefixHint')}
          />
          <div className={classes.wide}>
            <TextAreaField
              control={control}
              name="authority"
              label={t('settings.mqtt.authority')}
              description={t('settings.mqtt.authorityHint')}
            />
          </div>
        </div>
        <BrokerTest form={fields} />
      </Panel>
      <Panel title={t('settings.mqtt.shown')}>
        <div className={classes.grid}>
          <MqttSwitch form={fields} name="homeAssistant" />
          {fields.watch('homeAssistant') && (
            <TextField control={control} name="discoveryPrefix" label={t('settings.mqtt.discoveryPrefix')} />
          )}
          <MqttSwitch form={fields} name="sharesPosition" />
        </div>
      </Panel>
      <CommandsPanel form={fields} />
    </SettingsForm>
  )
}

interface PartProps {
  readonly form: Fields
}

function MqttSwitch({ form, name }: PartProps & { readonly name: 'enabled' | 'homeAssistant' | 'sharesPosition' }) {
  const { t } = useTranslation()
  return (
    <div className={classes.wide}>
      <SwitchField
        control={form.control}
        name={name}
        label={t(`settings.mqtt.${name}`)}
        description={t(`settings.mqtt.${name}Hint`)}
      />
    </div>
  )
}

function CommandsPanel({ form }: PartProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.mqtt.commands')}>
      <div className={classes.grid}>
        <Checkbox.Group
          className={classes.wide ?? ''}
          label={t('settings.mqtt.taken')}
          description={t('settings.mqtt.takenHint')}
          value={form.watch('commands')}
          onChange={chosen => form.setValue('commands', chosen as MqttCommand[], { shouldDirty: true })}
        >
          {mqttCommand.options.map(command => (
            <Checkbox key={command} value={command} label={t(`settings.mqtt.command.${command}`)} mt="lg" />
          ))}
        </Checkbox.Group>
        <TextField
          control={form.control}
          name="actorName"
          label={t('settings.mqtt.actorName')}
          description={t('settings.mqtt.actorNameHint')}
        />
      </div>
    </Panel>
  )
}

function BrokerTest({ form }: PartProps) {
  const { t } = useTranslation()
  const test = useAct(calls.mqtt.test)
  const { address, user, password, authority, prefix } = form.watch()
  return (
    <ConnectionTest
      test={test}
      // An empty field leaves the stored password as it is.
      input={{ body: { address, user, authority, prefix, ...(password === '' ? {} : { password }) } }}
      check={() => form.trigger(['address', 'user', 'password', 'authority', 'prefix'])}
      label={t('settings.mqtt.test')}
      works={() => <p>{t('settings.mqtt.works')}</p>}
      refusal={problem => t(`settings.mqtt.problem.${problem}`)}
    />
  )
}
