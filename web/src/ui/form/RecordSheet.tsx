import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isKind } from '../../api/failure.ts'
import { notify } from '../notify.tsx'
import { Sheet } from '../Sheet.tsx'
import classes from './RecordSheet.module.css'
import { showRefusals } from './showRefusals.ts'

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
      // A stale change brings the current values; other conflicts explain themselves in words.
      const isStale = isKind(error, 'mapConflict') || (isKind(error, 'conflict') && error.details !== undefined)
      showRefusals(form, error, Object.keys(form.getValues()), isStale ? () => t('common.changedElsewhere') : undefined)
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
