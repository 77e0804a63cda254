import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText, fieldRefusals, isKind } from '../api/failure.ts'
import { notify } from './notify.tsx'
import classes from './RecordSheet.module.css'
import { Sheet } from './Sheet.tsx'

interface RecordSheetProps<T extends FieldValues, O> {
  readonly title: string
  readonly form: UseFormReturn<T, unknown, O>
  /** Rejects with what the server refused. */
  readonly onSave: (values: O) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a sheet: refusals of the server are shown at their fields, anything else at the bottom. */
export function RecordSheet<T extends FieldValues, O>(props: RecordSheetProps<T, O>) {
  const { title, form, onSave, onClose, children } = props
  const { t } = useTranslation()
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async values => {
    try {
      await onSave(values)
      notify.done(t('common.saved'))
      onClose()
    } catch (error) {
      const known = fieldRefusals(error).filter(([field]) => field in form.getValues())
      for (const [field, message] of known) form.setError(field as FieldPath<T>, { message })
      if (known.length === 0)
        form.setError('root', {
          // A stale change brings the current values; other conflicts explain themselves in words.
          message:
            isKind(error, 'mapConflict') || (isKind(error, 'conflict') && error.details !== undefined)
              ? t('common.changedElsewhere')
              : errorText(error),
        })
    }
  })
  return (
    <Sheet
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="record" loading={isSubmitting}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id="record" className={classes.form} onSubmit={event => void save(event)} noValidate>
        {children}
        {errors.root?.message !== undefined && (
          <p className={classes.refusal} role="alert">
            {errors.root.message}
          </p>
        )}
      </form>
    </Sheet>
  )
}
