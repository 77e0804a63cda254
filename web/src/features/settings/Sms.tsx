/** The gateway that sends text messages: how the last one went, how it is called, and a message to try it. */
import type { BodyOf, SmsSettings } from '@greensward/contract'
import { lateCalls as calls, smsSettings, smsSettingsChange } from '@greensward/contract/late'
import { phone } from '@greensward/domain'
import { Switch } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useCourseTime } from '../../api/index.ts'
import { Page, Panel, QueryState, SelectField, StatusPill, TextAreaField, TextField } from '../../ui/index.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import classes from './form.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { useStoredSettings } from './useStoredSettings.ts'

const { enabled, body, bodyType, expects } = smsSettings.shape
const { address, headers } = smsSettingsChange.shape
const form = z.object({
  ...{ enabled, body, bodyType, expects },
  ...{ address: address.unwrap(), headers: headers.unwrap() },
  /** Of the message to try it. */
  to: z.union([z.literal(''), phone]),
})
type Form = z.infer<typeof form>

/** What holds keys goes in and never comes out. */
const valuesOf = ({ enabled, body, bodyType, expects }: SmsSettings): Form => ({
  ...{ enabled, body, bodyType, expects },
  ...{ address: '', headers: '', to: '' },
})
/** An empty field leaves what is stored as it is. */
const typed = ({ address, headers, to: _, ...others }: Partial<Form>): BodyOf<typeof calls.sms.update> => ({
  ...others,
  ...(address === undefined || address === '' ? {} : { address }),
  ...(headers === undefined || headers === '' ? {} : { headers }),
})

export default function Sms() {
  const { t } = useTranslation()
  const query = useCall(calls.sms.settings)
  if (query.data === undefined) return <QueryState query={query} />
  return (
    <Page title={t('settings.section.sms')}>
      <div className={classes.form}>
        <LastMessage settings={query.data} />
        <SmsForm settings={query.data} />
      </div>
    </Page>
  )
}

function LastMessage({ settings }: { readonly settings: SmsSettings }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const { enabled, triedAt, problem, detail, waiting } = settings
  const is = !enabled ? 'off' : triedAt === null ? 'unused' : problem === null ? 'taken' : 'failing'
  return (
    <Panel
      title={t('settings.sms.last')}
      actions={
        <StatusPill tone={({ off: 'neutral', unused: 'neutral', taken: 'success', failing: 'error' } as const)[is]}>
          {t(`settings.sms.is.${is}`)}
        </StatusPill>
      }
    >
      <div className={classes.grid}>
        <div className={classes.fact}>
          <span>{t('settings.sms.triedAt')}</span>
          <strong>{triedAt === null ? t('common.never') : time.dateTime(triedAt)}</strong>
        </div>
        <div className={classes.fact}>
          <span>{t('settings.sms.waiting')}</span>
          <strong>{waiting}</strong>
        </div>
      </div>
      {problem !== null && (
        <p className={classes.refusal} role="alert">
          {t(`settings.sms.problem.${problem}`)} <span lang="en">{detail}</span>
        </p>
      )}
    </Panel>
  )
}

function SmsForm({ settings }: { readonly settings: SmsSettings }) {
  const { t } = useTranslation()
  const update = useAct(calls.sms.update, { changes: [calls.sms.settings] })
  const settingsForm = useStoredSettings<Form, SmsSettings>({
    schema: form,
    stored: settings,
    valuesOf,
    send: changed => update.mutateAsync({ body: typed(changed) }),
  })
  const fields = settingsForm.form
  const { control } = fields
  return (
    <SettingsForm {...settingsForm} mayEdit>
      <Panel title={t('settings.sms.gateway')}>
        <div className={classes.grid}>
          <Switch
            className={classes.wide ?? ''}
            label={t('settings.sms.enabled')}
            description={t('settings.sms.enabledHint')}
            checked={fields.watch('enabled')}
            onChange={event => fields.setValue('enabled', event.currentTarget.checked, { shouldDirty: true })}
          />
          <div className={classes.wide}>
            <TextField
              control={control}
              name="address"
              label={t('settings.sms.address')}
              description={
                settings.host === '' ? t('settings.sms.addressHint') : t('settings.sms.addressKept', settings)
              }
            />
          </div>
          <div className={classes.wide}>
            <TextAreaField
              control={control}
              name="headers"
              label={t('settings.sms.headers')}
              description={t(settings.hasHeaders ? 'settings.sms.headersKept' : 'settings.sms.headersHint')}
            />
          </div>
          <div className={classes.wide}>
            <TextAreaField
              control={control}
              name="body"
              label={t('settings.sms.body')}
              description={t('settings.sms.bodyHint')}
            />
          </div>
          <SelectField
            control={control}
            name="bodyType"
            label={t('settings.sms.bodyType')}
            choices={bodyType.options.map(value => ({ value, label: t(`settings.sms.type.${value}`) }))}
          />
          <TextField
            control={control}
            name="expects"
            label={t('settings.sms.expects')}
            description={t('settings.sms.expectsHint')}
          />
        </div>
      </Panel>
      <TryPanel form={fields} />
    </SettingsForm>
  )
}

/** Sends a message by what is in the fields now, saved or not. */
function TryPanel({ form }: { readonly form: UseFormReturn<Form, unknown, Form> }) {
  const { t } = useTranslation()
  const test = useAct(calls.sms.test)
  const { enabled: _, to, ...values } = form.watch()
  return (
    <Panel title={t('settings.sms.try')}>
      <div className={classes.grid}>
        <TextField
          control={form.control}
          name="to"
          label={t('settings.sms.to')}
          description={t('settings.sms.toHint')}
        />
      </div>
      <ConnectionTest
        test={test}
        input={{ body: { ...typed(values), to } }}
        check={() => form.trigger(['address', 'headers', 'body', 'expects', 'to'])}
        label={t('settings.sms.test')}
        icon={<IconSend size={18} />}
        isDisabled={to === ''}
        works={() => <p>{t('settings.sms.works')}</p>}
        refusal={problem => t(`settings.sms.problem.${problem}`)}
      />
    </Panel>
  )
}
