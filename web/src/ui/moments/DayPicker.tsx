import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/courseTime.ts'
import { IconButton } from '../IconButton.tsx'
import { addDays, addMonths, type Day, firstOfMonth, isDay, mondayOf } from '../zonedTime.ts'
import classes from './DayPicker.module.css'
import { localeOf } from './momentText.ts'

interface DayPickerProps {
  readonly day: Day | ''
  readonly min: Day | undefined
  readonly max: Day | undefined
  readonly isOptional: boolean
  readonly onDay: (day: Day | '') => void
}

const WEEKS = 6

const KEYS: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  PageUp: day => addMonths(day, -1),
  PageDown: day => addMonths(day, 1),
  Home: mondayOf,
  End: day => addDays(mondayOf(day), 6),
}

/** A month from Monday; arrows move by days, page keys by months. */
export function DayPicker({ day, min, max, isOptional, onDay }: DayPickerProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const today = time.dayOf(new Date())
  const isOffered = (one: Day): boolean => (min === undefined || one >= min) && (max === undefined || one <= max)
  const within = (one: Day): Day => (min !== undefined && one < min ? min : max !== undefined && one > max ? max : one)
  const [held, setHeld] = useState<Day>(() => within(isDay(day) ? day : today))
  const grid = useRef<HTMLDivElement>(null)
  // The calendar opens, and moves, with its day under the keys.
  useEffect(() => grid.current?.querySelector<HTMLElement>(`[data-day="${held}"]`)?.focus(), [held])
  const locale = localeOf(i18n.language)
  const format = (options: Intl.DateTimeFormatOptions): ((one: Day) => string) => {
    const made = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return one => made.format(new Date(`${one}T12:00:00Z`))
  }
  const weekday = format({ weekday: 'short' })
  const whole = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const first = mondayOf(firstOfMonth(held))
  const days = Array.from({ length: WEEKS * 7 }, (_, index) => addDays(first, index))
  const move = (event: KeyboardEvent): void => {
    const next = KEYS[event.key]
    if (next === undefined) return
    event.preventDefault()
    setHeld(within(next(held)))
  }
  return (
    <div className={classes.picker}>
      <div className={classes.head}>
        <IconButton label={t('calendar.previous')} onClick={() => setHeld(within(addMonths(held, -1)))}>
          <IconChevronLeft size={20} />
        </IconButton>
        <strong aria-live="polite">{format({ month: 'long', year: 'numeric' })(held)}</strong>
        <IconButton label={t('calendar.next')} onClick={() => setHeld(within(addMonths(held, 1)))}>
          <IconChevronRight size={20} />
        </IconButton>
      </div>
      <div className={classes.days} aria-hidden>
        {days.slice(0, 7).map(one => (
          <span key={one}>{weekday(one).slice(0, 2)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the days within take the keys */}
      <div className={classes.days} ref={grid} onKeyDown={move}>
        {days.map(one => (
          <button
            key={one}
            type="button"
            data-day={one}
            className={classes.day}
            aria-label={whole(one)}
            aria-pressed={one === day}
            data-today={one === today || undefined}
            data-other={one.slice(0, 7) !== held.slice(0, 7) || undefined}
            disabled={!isOffered(one)}
            tabIndex={one === held ? 0 : -1}
            // The popover gives its focus here.
            data-autofocus={one === held || undefined}
            onClick={() => onDay(one)}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" disabled={!isOffered(today)} onClick={() => onDay(today)}>
          {t('calendar.today')}
        </Button>
        {isOptional && day !== '' && (
          <Button variant="subtle" onClick={() => onDay('')}>
            {t('calendar.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
