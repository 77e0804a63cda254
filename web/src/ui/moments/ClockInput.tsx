import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readClock, readShortClock } from './momentText.ts'
import { useTyped } from './useTyped.ts'

interface ClockInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'defaultValue'> {
  /** 05:30, or an empty text. */
  readonly value: string
  readonly onChange: (clock: string) => void
}

/** A time of the day with twenty-four hours in every language; a browser's own field follows the browser's language. */
export function ClockInput({ value, onChange, onBlur, ...others }: ClockInputProps) {
  const { t } = useTranslation()
  const { input, settle } = useTyped({
    shown: value.slice(0, 5),
    read: readClock,
    readShort: readShortClock,
    onValue: onChange,
  })
  return (
    <TextInput
      {...others}
      {...input}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('calendar.timeFormat')}
      onBlur={event => {
        settle()
        onBlur?.(event)
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}
