import { calls } from '@greensward/domain/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldRefusals, messageOf, useAct } from '../api/index.ts'
import { PasswordField, TextField } from '../ui/index.ts'
import { Doorway } from './Doorway.tsx'
import classes from './LoginPage.module.css'
import { withRepeatedPassword } from './newPassword.ts'

const { password: _unused, ...asked } = calls.auth.register.body.shape
const fields = withRepeatedPassword(asked)
const EMPTY = { fullname: '', email: '', phone: '', login: '', password: '', repeatPassword: '' }

/** Somebody without a login asks for one; an administrator gives it a role. */
export default function RegisterPage() {
  const { t } = useTranslation()
  const send = useAct(calls.auth.register)
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(fields), defaultValues: EMPTY })
  const { control, formState } = form
  const submit = form.handleSubmit(async ({ repeatPassword: _, ...body }) => {
    try {
      await send.mutateAsync({ body })
      setDone(body.email)
    } catch (error) {
      const refusals = fieldRefusals(error).filter(([field]) => field in EMPTY)
      for (const [field, message] of refusals) form.setError(field as keyof typeof EMPTY, { message })
      if (refusals.length === 0) form.setError('root', { message: messageOf(error) })
    }
  })
  return (
    <Doorway>
      {done !== null ? (
        <div className={classes.form}>
          <h1 className={classes.title}>{t('login.askHeading')}</h1>
          <p className={classes.text} role="status">
            {t('login.asked', { email: done })}
          </p>
          <Link to="/login" className={classes.link}>
            {t('login.toLogin')}
          </Link>
        </div>
      ) : (
        <form className={classes.form} noValidate onSubmit={event => void submit(event)}>
          <h1 className={classes.title}>{t('login.askHeading')}</h1>
          <p className={classes.text}>{t('login.askText')}</p>
          <TextField control={control} name="fullname" label={t('login.fullname')} autoComplete="name" />
          <TextField control={control} name="email" label={t('login.email')} type="email" autoComplete="email" />
          <TextField control={control} name="phone" label={t('login.phone')} type="tel" autoComplete="tel" />
          <TextField control={control} name="login" label={t('login.username')} autoComplete="username" />
          <PasswordField control={control} name="password" label={t('login.password')} />
          <PasswordField control={control} name="repeatPassword" label={t('login.repeatPassword')} />
          {formState.errors.root?.message !== undefined && (
            <p className={classes.refusal} role="alert">
              {formState.errors.root.message}
            </p>
          )}
          <Button type="submit" h={48} fullWidth loading={formState.isSubmitting}>
            {t('login.ask')}
          </Button>
          <Link to="/login" className={classes.link}>
            {t('login.toLogin')}
          </Link>
        </form>
      )}
    </Doorway>
  )
}
