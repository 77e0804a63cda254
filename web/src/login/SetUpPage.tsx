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

const { password: _password, token: _token, ...asked } = calls.auth.setUp.body.shape
const fields = withRepeatedPassword(asked)
const EMPTY = { fullname: '', email: '', login: '', password: '', repeatPassword: '' }

/** The first administrator makes their own account, by the link on the server's console. */
export default function SetUpPage() {
  const { t } = useTranslation()
  // Behind the #, so that it is in no request but the one that uses it up.
  const [token] = useState(() => location.hash.slice(1))
  const send = useAct(calls.auth.setUp)
  const [done, setDone] = useState(false)
  const form = useForm({ resolver: zodResolver(fields), defaultValues: EMPTY })
  const { control, formState } = form
  const submit = form.handleSubmit(async ({ repeatPassword: _, ...body }) => {
    try {
      await send.mutateAsync({ body: { ...body, token } })
      setDone(true)
    } catch (error) {
      const refusals = fieldRefusals(error).filter(([field]) => field in EMPTY)
      for (const [field, message] of refusals) form.setError(field as keyof typeof EMPTY, { message })
      if (refusals.length === 0) form.setError('root', { message: messageOf(error) })
    }
  })
  return (
    <Doorway>
      {token === '' ? (
        <div className={classes.form}>
          <h1 className={classes.title}>{t('login.setUpHeading')}</h1>
          <p className={classes.refusal} role="alert">
            {t('login.setUpNoToken')}
          </p>
        </div>
      ) : done ? (
        <div className={classes.form}>
          <h1 className={classes.title}>{t('login.setUpHeading')}</h1>
          <p className={classes.text} role="status">
            {t('login.setUpDone')}
          </p>
          <Link to="/login" className={classes.link}>
            {t('login.toLogin')}
          </Link>
        </div>
      ) : (
        <form className={classes.form} noValidate onSubmit={event => void submit(event)}>
          <h1 className={classes.title}>{t('login.setUpHeading')}</h1>
          <p className={classes.text}>{t('login.setUpText')}</p>
          <TextField control={control} name="fullname" label={t('login.fullname')} autoComplete="name" />
          <TextField control={control} name="email" label={t('login.email')} type="email" autoComplete="email" />
          <TextField control={control} name="login" label={t('login.username')} autoComplete="username" />
          <PasswordField control={control} name="password" label={t('login.password')} />
          <PasswordField control={control} name="repeatPassword" label={t('login.repeatPassword')} />
          {formState.errors.root?.message !== undefined && (
            <p className={classes.refusal} role="alert">
              {formState.errors.root.message}
            </p>
          )}
          <Button type="submit" h={48} fullWidth loading={formState.isSubmitting}>
            {t('login.setUp')}
          </Button>
          <Link to="/login" className={classes.link}>
            {t('login.toLogin')}
          </Link>
        </form>
      )}
    </Doorway>
  )
}
