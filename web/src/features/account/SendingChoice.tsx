import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { fieldFault, messageLanguage, type NotificationChoice, sentFrom } from '@greensward/domain'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useCan } from '../../api/index.ts'
import { LANGUAGES } from '../../i18n/index.ts'
import { ClockField, formResolver, Panel, QueryState, SelectField, SwitchField } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { OwnForm } from './OwnForm.tsx'
import { useOwnForm } from './useOwnForm.ts'

const fields = z
  .object({
    ...{ email: sentFrom, push: sentFrom, sms: sentFrom, weeklyReport: z.boolean() },
    ...{ quietFrom: z.string(), quietTo: z.string(), language: messageLanguage },
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === ''), {
    path: ['quietTo'],
    message: fieldFault('bothTimes'),
  })

const valuesOf = ({ quietFrom, quietTo, weeklyReport, ...choice }: NotificationChoice): z.infer<typeof fields> => ({
  ...choice,
  sms: choice.sms ?? 'off',
  weeklyReport: weeklyReport === true,
  quietFrom: quietFrom ?? '',
  quietTo: quietTo ?? '',
})

const orNone = (clock: string): string | null => (clock === '' ? null : clock)

/** The notifications that are also sent by e-mail and to browsers, and the quiet hours. */
export function SendingChoice() {
  const { t } = useTranslation()
  const mayRead = useCan('notifications.read')
  const query = useCall(calls.notifications.choice, {}, { enabled: mayRead })
  if (!mayRead) return null
  return (
    <Panel title={t('account.sending')}>
      {query.data === undefined ? <QueryState query={query} /> : <ChoiceForm choice={query.data} />}
    </Panel>
  )
}

function ChoiceForm({ choice }: { readonly choice: NotificationChoice }) {
  const { t } = useTranslation()
  const mayReport = useCan('reports.read')
  const choose = useAct(calls.notifications.choose, { changes: [calls.notifications.choice] })
  const form = useForm({ resolver: formResolver(fields), defaultValues: valuesOf(choice) })
  const { control, reset } = form
  const sms = useCall(lateCalls.sms.mine)
  useEffect(() => reset(valuesOf(choice)), [choice, reset])
  const levels = sentFrom.options.map(value => ({ value, label: t(`account.sentFrom.${value}`) }))
  const languages = messageLanguage.options.map(value => ({ value, label: LANGUAGES[value] }))
  const submit = useOwnForm(form, async ({ quietFrom, quietTo, ...chosen }) => {
    await choose.mutateAsync({ body: { ...chosen, quietFrom: orNone(quietFrom), quietTo: orNone(quietTo) } })
  })
  return (
    <OwnForm form={form} onSubmit={submit}>
      <SelectField control={control} name="email" label={t('account.sent')} choices={levels} />
      <SelectField control={control} name="language" label={t('account.mailLanguage')} choices={languages} />
      {mayReport && (
        <SwitchField
          control={control}
          name="weeklyReport"
          label={t('account.weeklyReport')}
          description={t('account.weeklyReportHint')}
        />
      )}
      <SelectField control={control} name="push" label={t('account.pushed')} choices={levels} />
      {sms.data?.isOn === true && (
        <SelectField
          control={control}
          name="sms"
          label={t('account.texted')}
          description={sms.data.phone === '' ? t('account.noPhone') : t('account.textedTo', { phone: sms.data.phone })}
          choices={levels}
        />
      )}
      <ClockField control={control} name="quietFrom" label={t('account.quietFrom')} />
      <ClockField control={control} name="quietTo" label={t('account.quietTo')} />
      <p className={classes.note}>{t('account.quietHint')}</p>
    </OwnForm>
  )
}
