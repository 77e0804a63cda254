import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PasswordField, showRefusals, TextField } from '../../ui/index.ts'
import { Doorway } from './Doorway.tsx'
import classes from './LoginPage.module.css'

const NAMES = ['fullname', 'email', 'phone', 'login', 'password', 'repeatPassword'] as const
const TYPES = { fullname: 'text', email: 'email', phone: 'tel', login: 'text' } as const
const COMPLETES = { fullname: 'name', email: 'email', phone: 'tel', login: 'username' } as const

interface NewAccountFormProps<T extends FieldValues, O> {
  readonly heading: string
  readonly text: string
  /** The text of the button. */
  readonly action: string
  /** Has those of the names that are asked for. */
  readonly form: UseFormReturn<T, unknown, O>
  readonly send: (values: O) => Promise<void>
  /** Stands below the button. */
  readonly children?: ReactNode
}

/** Asks for the data of an account; a refusal of the server is shown at its field. */
export function NewAccountForm<T extends FieldValues, O>({
  heading,
  text,
  action,
  form,
  send,
  children,
}: NewAccountFormProps<T, O>) {
  const { t } = useTranslation()
  const { errors, isSubmitting } = form.formState
  const asked = NAMES.filter(name => name in form.getValues())
  const submit = form.handleSubmit(async values => {
    try {
      await send(values)
    } catch (error) {
      showRefusals(form, error, asked)
    }
  })
  const { control } = form
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1 className={classes.title}>{heading}</h1>
      <p className={classes.text}>{text}</p>
      {asked.map(name =>
        name === 'password' || name === 'repeatPassword' ? (
          <PasswordField key={name} control={control} name={name as Path<T>} label={t(`login.${name}`)} />
        ) : (
          <TextField
            key={name}
            control={control}
            name={name as Path<T>}
            label={t(name === 'login' ? 'login.username' : `login.${name}`)}
            type={TYPES[name]}
            autoComplete={COMPLETES[name]}
          />
        ),
      )}
      {errors.root?.message !== undefined && (
        <p className={classes.refusal} role="alert">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" h={48} fullWidth loading={isSubmitting}>
        {action}
      </Button>
      {children}
    </form>
  )
}

/** The message after the request for an account, or the reason for a refusal. */
export function AccountMade({ heading, text, isRefusal }: { heading: string; text: string; isRefusal?: boolean }) {
  const { t } = useTranslation()
  return (
    <Doorway>
      <div className={classes.form}>
        <h1 className={classes.title}>{heading}</h1>
        <p
          className={isRefusal === true ? classes.refusal : classes.text}
          role={isRefusal === true ? 'alert' : 'status'}
        >
          {text}
        </p>
        {isRefusal !== true && (
          <Link to="/login" className={classes.link}>
            {t('login.toLogin')}
          </Link>
        )}
      </div>
    </Doorway>
  )
}
