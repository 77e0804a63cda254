import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { formResolver } from '../../ui/index.ts'
import { useSettingsForm } from './useSettingsForm.ts'

interface StoredSettingsOptions<T extends FieldValues, Stored> {
  readonly schema: z.ZodType<T, T>
  readonly stored: Stored
  /** The fields of what is stored; secret ones are empty. Always the same function. */
  readonly valuesOf: (stored: Stored) => T
  readonly send: (changed: Partial<T>) => Promise<Stored>
  /** What to do next, shown beside "Saved"; empty for nothing. */
  readonly savedNote?: (changed: Partial<T>) => string
}

/** Where the fields are those of what is stored. */
export const asStored = <T>(stored: T): T => stored

/** A form of stored settings, as `SettingsForm` shows it. */
export function useStoredSettings<T extends FieldValues, Stored>(options: StoredSettingsOptions<T, Stored>) {
  const { schema, stored, valuesOf, send, savedNote } = options
  const form: UseFormReturn<T, unknown, T> = useForm<T, unknown, T>({
    resolver: formResolver(schema),
    defaultValues: valuesOf(stored) as DefaultValues<T>,
  })
  const { reset } = form
  const onSubmit = useSettingsForm<T>(form, async changed => valuesOf(await send(changed)), savedNote)
  // Changes of other people show at once, except in fields that are being edited here.
  useEffect(() => reset(valuesOf(stored), { keepDirtyValues: true }), [stored, valuesOf, reset])
  return { form, onSubmit, onCancel: () => reset(valuesOf(stored)) }
}
