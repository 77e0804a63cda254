import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import classes from './AccountPage.module.css'

interface OwnFormProps<T extends FieldValues, O> {
  readonly form: UseFormReturn<T, unknown, O>
  /** As `useOwnForm` makes it. */
  readonly onSubmit: (event: FormEvent) => void
  /** Of the button; “Save” by default. */
  readonly label?: string
  readonly children: ReactNode
}

/** Fields with what was refused and the button below them. */
export function OwnForm<T extends FieldValues, O>({ form, onSubmit, label, children }: OwnFormProps<T, O>) {
  const { t } = useTranslation()
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit}>
      {children}
      {errors.root?.message !== undefined && (
        <p className={classes.refusal} role="alert">
          {errors.root.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
          {label ?? t('common.save')}
        </Button>
      </div>
    </form>
  )
}
