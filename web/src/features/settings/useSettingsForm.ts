import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { notify, showRefusals } from '../../ui/index.ts'

/**
 * Sends what was changed and nothing else, so that two people at different fields do not undo each other.
 * @param savedNote what to do next, shown beside "Saved"; empty for nothing
 */
export function useSettingsForm<T extends FieldValues>(
  form: UseFormReturn<T, unknown, T>,
  send: (changed: Partial<T>) => Promise<T>,
  savedNote: (changed: Partial<T>) => string = () => '',
): () => void {
  const { t } = useTranslation()
  const submit = form.handleSubmit(async values => {
    const dirty = form.formState.dirtyFields as Record<string, unknown>
    const before = (form.formState.defaultValues ?? {}) as Record<string, unknown>
    // Of a list the form notes which items differ, and of one that became empty nothing.
    const isChanged = ([name, value]: [string, unknown]): boolean =>
      Array.isArray(value) ? JSON.stringify(value) !== JSON.stringify(before[name]) : dirty[name] === true
    const changed = Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<T>
    try {
      form.reset(await send(changed))
      const note = savedNote(changed)
      notify.done(note === '' ? t('common.saved') : `${t('common.saved')}. ${note}`)
    } catch (error) {
      showRefusals(form, error)
    }
  })
  return () => void submit()
}
