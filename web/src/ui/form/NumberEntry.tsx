/** A field for one number, read and written as the language of its reader does: 3,1 in German and Spanish. */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const separatorOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/** Of what the library holds: a number, or the text of one that is still being typed, such as `0.` or `-`. */
const numberOf = (held: string | number): number | undefined => {
  const number = typeof held === 'number' ? held : held === '' ? Number.NaN : Number(held)
  return Number.isFinite(number) ? number : undefined
}

interface NumberEntryProps
  extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'decimalSeparator' | 'thousandSeparator'> {
  readonly value: number | null | undefined
  /** Undefined while the field is empty, or holds no number yet. */
  readonly onChange: (value: number | undefined) => void
}

export function NumberEntry({ value, onChange, ...props }: NumberEntryProps) {
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState<string | number>('')
  // The text stays while it means the value: else nobody could type the zeros of 0.05.
  const shown = numberOf(typed) === (value ?? undefined) ? typed : (value ?? '')
  return (
    <NumberInput
      {...props}
      value={shown}
      decimalSeparator={separatorOf(i18n.language)}
      onChange={now => {
        const held = typeof now === 'bigint' ? Number(now) : now
        setTyped(held)
        onChange(numberOf(held))
      }}
    />
  )
}
