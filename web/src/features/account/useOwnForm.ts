import type { FormEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { notify, showRefusals } from '../../ui/index.ts'

/** Sends the form; a refusal of the server is shown at its field, anything else below. */
export function useOwnForm<T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  send: (values: O) => Promise<void>,
  /** The message after success; “Saved” by default. */
  done?: string,
): (event: FormEvent) => void {
  const { t } = useTranslation()
  const submit = form.handleSubmit(async values => {
    try {
      await send(values)
      notify.done(done ?? t('common.saved'))
    } catch (error) {
      showRefusals(form, error)
    }
  })
  return event => {
    event.preventDefault()
    void submit()
  }
}
