/** The days of the week, each pressed or not; one of them stays pressed. */
import { WEEKDAYS, type Weekday } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import classes from './WeekdayButtons.module.css'
import { weekdayNames } from './weekdayNames.ts'

interface WeekdayButtonsProps {
  readonly value: readonly Weekday[]
  readonly onChange: (days: Weekday[]) => void
  /** All seven in one row, with two letters each. */
  readonly isNarrow?: boolean
}

export function WeekdayButtons({ value, onChange, isNarrow = false }: WeekdayButtonsProps) {
  const { i18n } = useTranslation()
  const [short, long] = [weekdayNames(i18n.language, 'short'), weekdayNames(i18n.language, 'long')]
  const toggle = (day: Weekday): void => {
    const days = WEEKDAYS.filter(name => (name === day ? !value.includes(day) : value.includes(name)))
    // Without a day it would never come.
    if (days.length > 0) onChange(days)
  }
  return (
    <div className={classes.days} data-narrow={isNarrow || undefined}>
      {WEEKDAYS.map((day, index) => (
        <button
          key={day}
          type="button"
          className={classes.day}
          aria-label={isNarrow ? long[index] : undefined}
          aria-pressed={value.includes(day)}
          onClick={() => toggle(day)}
        >
          {isNarrow ? short[index]?.slice(0, 2) : short[index]}
        </button>
      ))}
    </div>
  )
}
