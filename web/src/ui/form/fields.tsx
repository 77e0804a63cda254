/** Form fields bound to react-hook-form: one label, one reason below when the value is refused. */
import { ColorInput, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberEntry } from './NumberEntry.tsx'

interface FieldProps<T extends FieldValues, O> {
  readonly control: Control<T, unknown, O>
  readonly name: FieldPath<T>
  readonly label: string
  readonly description?: string
  readonly disabled?: boolean
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** The common props of every kind of field. */
function useField<T extends FieldValues, O>({ control, name, label, description, disabled }: FieldProps<T, O>) {
  const { field, fieldState } = useController({ control, name })
  const reason = fieldState.error?.message
  return {
    field,
    shown: {
      label,
      ...(description === undefined ? {} : { description }),
      ...(reason === undefined ? {} : { error: reason }),
      disabled: disabled ?? false,
    },
  }
}

interface TextFieldProps<T extends FieldValues, O> extends FieldProps<T, O> {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'time'
  readonly autoComplete?: string
}

export function TextField<T extends FieldValues, O>(props: TextFieldProps<T, O>) {
  const { field, shown } = useField(props)
  return (
    <TextInput
      {...shown}
      {...field}
      value={field.value ?? ''}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
    />
  )
}

export function TextAreaField<T extends FieldValues, O>(props: FieldProps<T, O>) {
  const { field, shown } = useField(props)
  return <Textarea {...shown} {...field} value={field.value ?? ''} autosize minRows={2} maxRows={8} />
}

interface PasswordFieldProps<T extends FieldValues, O> extends FieldProps<T, O> {
  readonly autoComplete?: 'current-password' | 'new-password'
}

export function PasswordField<T extends FieldValues, O>(props: PasswordFieldProps<T, O>) {
  const { t } = useTranslation()
  const { field, shown } = useField(props)
  return (
    <PasswordInput
      {...shown}
      {...field}
      value={field.value ?? ''}
      autoComplete={props.autoComplete ?? 'new-password'}
      // Mantine says it of every other input by itself.
      aria-invalid={shown.error !== undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
    />
  )
}

interface NumberFieldProps<T extends FieldValues, O> extends FieldProps<T, O> {
  /** Such as ' m': shown after the figure. */
  readonly suffix?: string
  readonly step?: number
  readonly decimals?: number
}

/** An emptied field holds undefined, which no number schema accepts, so that nothing becomes 0 unseen. */
export function NumberField<T extends FieldValues, O>(props: NumberFieldProps<T, O>) {
  const { field, shown } = useField(props)
  return (
    <NumberEntry
      {...shown}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value}
      onChange={field.onChange}
      step={props.step ?? 1}
      suffix={props.suffix ?? ''}
      decimalScale={props.decimals ?? 0}
      clampBehavior="none"
      hideControls={false}
    />
  )
}

interface SelectFieldProps<T extends FieldValues, O> extends FieldProps<T, O> {
  readonly choices: readonly Choice[]
  /** The label of the empty choice; without it there is none. */
  readonly none?: string
}

/** The browser's own list: good under gloves and for screen readers. The empty choice is null. */
export function SelectField<T extends FieldValues, O>(props: SelectFieldProps<T, O>) {
  const { field, shown } = useField(props)
  return (
    <NativeSelect
      {...shown}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value ?? ''}
      onChange={event => field.onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[...(props.none === undefined ? [] : [{ value: '', label: props.none }]), ...props.choices]}
    />
  )
}

export function SwitchField<T extends FieldValues, O>(props: FieldProps<T, O>) {
  const { field, shown } = useField(props)
  return (
    <Switch
      {...shown}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      checked={field.value === true}
      onChange={event => field.onChange(event.currentTarget.checked)}
    />
  )
}

interface ColourFieldProps<T extends FieldValues, O> extends FieldProps<T, O> {
  readonly swatches?: readonly string[]
}

export function ColourField<T extends FieldValues, O>(props: ColourFieldProps<T, O>) {
  const { t } = useTranslation()
  const { field, shown } = useField(props)
  return (
    <ColorInput
      {...shown}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value ?? ''}
      onChange={value => field.onChange(value.toUpperCase())}
      format="hex"
      eyeDropperButtonProps={{ 'aria-label': t('common.eyeDropper') }}
      swatches={[...(props.swatches ?? [])]}
    />
  )
}
