import { calls, type ResultOf } from '@greensward/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall } from '../../api/index.ts'
import { spokenLanguage } from '../../i18n/index.ts'
import classes from './LoginPage.module.css'

/** Where it does not load, password and code are there. */
const ServiceButton = lazy(() => import('./ServiceButton.tsx').catch(() => ({ default: () => null })))

interface CredentialsStepProps {
  /** The code of the last try no longer counts, which is why this step is shown again. */
  readonly isAfterSpentCode: boolean
  /** Why the sign-in service led to no session. */
  readonly serviceRefusal: Error | null
  readonly onChallenge: (challenge: ResultOf<typeof calls.auth.login>) => void
}

export function CredentialsStep({ isAfterSpentCode, serviceRefusal, onChallenge }: CredentialsStepProps) {
  const { t } = useTranslation()
  const login = useAct(calls.auth.login)
  const access = useCall(calls.auth.access)
  const { register, handleSubmit } = useForm({ defaultValues: { login: '', password: '' } })
  return (
    <form
      className={classes.form}
      onSubmit={handleSubmit(values =>
        login.mutate({ body: { ...values, language: spokenLanguage() } }, { onSuccess: onChallenge }),
      )}
    >
      <h1 className={classes.title}>{t('login.heading')}</h1>
      <TextInput
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        required
        withAsterisk={false}
        data-autofocus
        {...register('login')}
      />
      <PasswordInput
        label={t('login.password')}
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        {...register('password')}
      />
      {login.error === null && isAfterSpentCode && (
        <p className={classes.refusal} role="alert">
          {t('login.codeSpent')}
        </p>
      )}
      {login.error !== null && (
        <p className={classes.refusal} role="alert">
          {errorText(login.error)}
        </p>
      )}
      {login.isIdle && !isAfterSpentCode && serviceRefusal !== null && (
        <p className={classes.refusal} role="alert">
          {errorText(serviceRefusal)}
        </p>
      )}
      <Button type="submit" h={48} fullWidth loading={login.isPending}>
        {t('login.next')}
      </Button>
      <Suspense>
        <ServiceButton />
      </Suspense>
      {access.data?.selfRegistration === true && (
        <Link to="/register" className={classes.link}>
          {t('login.ask')}
        </Link>
      )}
    </form>
  )
}
