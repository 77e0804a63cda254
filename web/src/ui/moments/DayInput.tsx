import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../IconButton.tsx'
import type { Day } from '../zonedTime.ts'
import { DayPicker } from './DayPicker.tsx'
import { dayText, readDay, readShortDay } from './momentText.ts'
import { useTyped } from './useTyped.ts'

export interface DayInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'defaultValue' | 'rightSection' | 'min' | 'max'> {
  /** 2026-11-25, or an empty text. */
  readonly value: Day | ''
  readonly onChange: (day: Day | '') => void
  /** The first and the last day that the calendar offers. */
  readonly min?: Day | undefined
  readonly max?: Day | undefined
  /** The calendar also offers no day at all. */
  readonly isOptional?: boolean
}

/** A day in the reader's language, typed or chosen from a calendar; a browser's own field follows the browser's language. */
export function DayInput({ value, onChange, min, max, isOptional = false, onBlur, ...others }: DayInputProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { input, settle, forget } = useTyped({
    shown: dayText(value, i18n.language),
    read: readDay,
    readShort: text => readShortDay(text, value === '' ? (min ?? new Date().toISOString().slice(0, 10)) : value),
    onValue: onChange,
  })
  const choose = (day: Day | ''): void => {
    forget()
    setOpen(false)
    onChange(day)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      // On a low screen it lies over its field, so that every day is in view.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
      radius={12}
    >
      <Popover.Target>
        <TextInput
          {...others}
          {...input}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('calendar.dayFormat')}
          onBlur={event => {
            settle()
            onBlur?.(event)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') settle()
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
          }}
          rightSection={
            <IconButton
              label={t('calendar.open')}
              disabled={others.disabled ?? false}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={18} stroke={1.75} />
            </IconButton>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('calendar.title')}>
        <DayPicker day={value} min={min} max={max} isOptional={isOptional} onDay={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}
