import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import {
  fieldFault,
  mayBeNotified,
  messageLanguage,
  type NotificationChoice,
  type NotificationSubject,
  notificationSubject,
  sentFrom,
} from '@greensward/domain'
import { Checkbox } from '@mantine/core'
import { useEffect } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useCan, useProfile } from '../../api/index.ts'
import { LANGUAGES } from '../../i18n/index.ts'
import { ClockField, formResolver, Panel, QueryState, SelectField, SwitchField } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { OwnForm } from './OwnForm.tsx'
import { useOwnForm } from './useOwnForm.ts'

const fields = z
  .object({
    ...{ email: sentFrom, push: sentFrom, sms: sentFrom, weeklyReport: z.boolean() },
    silentSubjects: z.array(notificationSubject),
    ...{ quietFrom: z.string(), quietTo: z.string(), language: messageLanguage },
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === ''), {
    path: ['quietTo'],
    message: fieldFault('bothTimes'),
  })

type Fields = z.infer<typeof fields>

const valuesOf = ({ quietFrom, quietTo, weeklyReport, ...choice }: NotificationChoice): Fields => ({
  ...choice,
  sms: choice.sms ?? 'off',
  silentSubjects: choice.silentSubjects ?? [],
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
      <Subjects control={control} />
      <ClockField control={control} name="quietFrom" label={t('account.quietFrom')} />
      <ClockField control={control} name="quietTo" label={t('account.quietTo')} />
      <p className={classes.note}>{t('account.quietHint')}</p>
    </OwnForm>
  )
}

/** What messages are about; nothing is offered that the own role is not notified of. */
function Subjects({ control }: { readonly control: Control<Fields> }) {
  const { t } = useTranslation()
  const role = useProfile()?.role.slug
  const { field } = useController({ control, name: 'silentSubjects' })
  const offered = notificationSubject.options.filter(subject => role !== undefined && mayBeNotified(role, subject))
  const isSilent = (subject: NotificationSubject): boolean => field.value.includes(subject)
  return (
    <Checkbox.Group
      className={classes.wide}
      label={t('account.sentAbout')}
      description={t('account.sentAboutHint')}
      value={offered.filter(subject => !isSilent(subject))}
      onChange={chosen => {
        // In the order of the subjects: ticked again, a box leaves nothing to save.
        const isLeftOut = (subject: NotificationSubject): boolean =>
          offered.includes(subject) ? !chosen.includes(subject) : isSilent(subject)
        field.onChange(notificationSubject.options.filter(isLeftOut))
      }}
    >
      <div className={classes.choices}>
        {offered.map(subject => (
          <Checkbox key={subject} value={subject} label={t(`notifications.subjects.${subject}`)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
