import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import classes from './form.module.css'

interface SettingsFormProps<T extends FieldValues> {
  readonly form: UseFormReturn<T, unknown, T>
  /** Without it nothing can be saved. */
  readonly mayEdit: boolean
  readonly onSubmit: () => void
  /** Back to what is stored. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Panels of fields with what was refused and the two buttons below them. */
export function SettingsForm<T extends FieldValues>({
  form,
  mayEdit,
  onSubmit,
  onCancel,
  children,
}: SettingsFormProps<T>) {
  const { t } = useTranslation()
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {errors.root?.message !== undefined && (
        <p className={classes.refusal} role="alert">
          {errors.root.message}
        </p>
      )}
      {mayEdit && (
        <div className={classes.actions}>
          <Button variant="default" disabled={!isDirty} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
