import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { fieldFault, password } from '@greensward/domain'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useCall } from '../../api/index.ts'
import { formResolver, Panel, PasswordField } from '../../ui/index.ts'
import classes from './AccountPage.module.css'
import { OwnForm } from './OwnForm.tsx'
import { useOwnForm } from './useOwnForm.ts'

const fields = z
  .object({ currentPassword: z.string().min(1), password, repeatPassword: z.string() })
  .refine(values => values.password === values.repeatPassword, {
    path: ['repeatPassword'],
    message: fieldFault('repeatPassword'),
    // Said also while another field is refused.
    when: () => true,
  })

const EMPTY = { currentPassword: '', password: '', repeatPassword: '' }

export function PasswordForm() {
  const { t } = useTranslation()
  const change = useAct(calls.profile.changePassword, { changes: [calls.profile.sessions] })
  const keys = useCall(lateCalls.accessKeys.list)
  const form = useForm({ resolver: formResolver(fields), defaultValues: EMPTY })
  const { control, reset } = form
  const submit = useOwnForm(form, async ({ repeatPassword: _, ...body }) => {
    await change.mutateAsync({ body })
    reset(EMPTY)
  })
  return (
    <Panel title={t('account.password')}>
      <OwnForm form={form} onSubmit={submit} label={t('account.changePassword')}>
        <PasswordField
          control={control}
          name="currentPassword"
          label={t('account.currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField control={control} name="password" label={t('account.newPassword')} />
        <PasswordField control={control} name="repeatPassword" label={t('settings.user.repeatPassword')} />
        {(keys.data?.total ?? 0) > 0 && <p className={classes.hint}>{t('account.keys.passwordKeeps')}</p>}
      </OwnForm>
    </Panel>
  )
}
