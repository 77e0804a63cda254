import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorText, fieldRefusals } from '../../api/failure.ts'

/**
 * Shows at its field each refusal of the server for one of these fields, and goes to the first; without any the error is shown for the whole form.
 * @param names the fields that the form shows; all by default
 * @param textOf the text for the whole form
 */
export const showRefusals = <T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  error: unknown,
  names?: readonly string[],
  textOf: (error: unknown) => string = errorText,
): void => {
  const refusals = fieldRefusals(error).filter(([field]) => names?.includes(field) ?? true)
  for (const [index, [field, message]] of refusals.entries())
    form.setError(field as FieldPath<T>, { message }, { shouldFocus: index === 0 })
  if (refusals.length === 0) form.setError('root', { message: textOf(error) })
}
