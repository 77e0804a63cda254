import { calls } from '@greensward/contract'
import type { Profile } from '@greensward/domain'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct } from '../../api/index.ts'
import { formResolver, Panel, PasswordField, TextField } from '../../ui/index.ts'
import { OwnForm } from './OwnForm.tsx'
import { useOwnForm } from './useOwnForm.ts'

/** The password is asked for with a new address only. */
const fields = calls.profile.update.body.required().extend({ currentPassword: z.string() })

const valuesOf = ({ fullname, phone, email }: Profile) => ({ fullname, phone, email: email ?? '', currentPassword: '' })

export function PersonForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation()
  const update = useAct(calls.profile.update, { changes: [calls.profile.get] })
  const form = useForm({ resolver: formResolver(fields), defaultValues: valuesOf(profile) })
  const { control, reset } = form
  // Changes of other people show at once, except in fields that are being edited here.
  useEffect(() => reset(valuesOf(profile), { keepDirtyValues: true }), [profile, reset])
  const isElsewhere = form.watch('email') !== (profile.email ?? '')
  const submit = useOwnForm(form, async ({ currentPassword, ...person }) => {
    await update.mutateAsync({ body: { ...person, ...(currentPassword === '' ? {} : { currentPassword }) } })
    reset({ ...person, currentPassword: '' })
  })
  return (
    <Panel title={t('account.person')}>
      <OwnForm form={form} onSubmit={submit}>
        <TextField control={control} name="fullname" label={t('settings.user.fullname')} autoComplete="name" />
        <TextField control={control} name="phone" type="tel" label={t('settings.user.phone')} autoComplete="tel" />
        <TextField control={control} name="email" type="email" label={t('settings.user.email')} autoComplete="email" />
        {isElsewhere && (
          <PasswordField
            control={control}
            name="currentPassword"
            label={t('account.currentPassword')}
            description={t('account.addressHint')}
            autoComplete="current-password"
          />
        )}
      </OwnForm>
    </Panel>
  )
}
