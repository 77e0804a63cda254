import { type NotificationChoice, sentFrom } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall, useMay } from '../api/index.ts'
import { ErrorState, LoadingState, Panel, SelectField, TextField } from '../ui/index.ts'
import classes from './AccountPage.module.css'
import { useOwnForm } from './useOwnForm.ts'

const fields = z
  .object({ email: sentFrom, quietFrom: z.string(), quietTo: z.string() })
  .refine(({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === ''), {
    path: ['quietTo'],
    message: 'reason:bothTimes',
  })

const orNone = (clock: string): string | null => (clock === '' ? null : clock)

/** What is sent by e-mail beside being shown, and when not. */
export function MailChoice() {
  const { t } = useTranslation()
  const mayRead = useMay('notifications.read')
  const query = useCall(calls.notifications.choice, {}, { enabled: mayRead })
  if (!mayRead) return null
  return (
    <Panel title={t('account.mail')}>
      {query.data === undefined ? (
        query.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <ChoiceForm choice={query.data} />
      )}
    </Panel>
  )
}

function ChoiceForm({ choice }: { readonly choice: NotificationChoice }) {
  const { t } = useTranslation()
  const choose = useAct(calls.notifications.choose, { changes: [calls.notifications.choice] })
  const values = { email: choice.email, quietFrom: choice.quietFrom ?? '', quietTo: choice.quietTo ?? '' }
  const form = useForm({ resolver: zodResolver(fields), defaultValues: values })
  const { control, formState, reset } = form
  useEffect(
    () => reset({ email: choice.email, quietFrom: choice.quietFrom ?? '', quietTo: choice.quietTo ?? '' }),
    [choice, reset],
  )
  const submit = useOwnForm(form, async ({ email, quietFrom, quietTo }) => {
    await choose.mutateAsync({ body: { email, quietFrom: orNone(quietFrom), quietTo: orNone(quietTo) } })
  })
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <SelectField
        control={control}
        name="email"
        label={t('account.sent')}
        choices={sentFrom.options.map(value => ({ value, label: t(`account.sentFrom.${value}`) }))}
      />
      <TextField control={control} name="quietFrom" type="time" label={t('account.quietFrom')} />
      <TextField control={control} name="quietTo" type="time" label={t('account.quietTo')} />
      <p className={classes.note}>{t('account.quietHint')}</p>
      {formState.errors.root?.message !== undefined && (
        <p className={classes.refusal} role="alert">
          {formState.errors.root.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={formState.isSubmitting} disabled={!formState.isDirty}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
