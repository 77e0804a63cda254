import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { ClockInput } from './ClockInput.tsx'

interface ClockFieldProps<T extends FieldValues, O> {
  readonly control: Control<T, unknown, O>
  readonly name: FieldPath<T>
  readonly label: string
}

/** A `ClockInput` of a form. */
export function ClockField<T extends FieldValues, O>({ control, name, label }: ClockFieldProps<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const reason = fieldState.error?.message
  return (
    <ClockInput
      {...field}
      label={label}
      value={field.value ?? ''}
      {...(reason === undefined ? {} : { error: reason })}
    />
  )
}
