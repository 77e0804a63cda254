/** Once, daily, on weekdays or every few days, until a day or without an end. */
import { type Repeat, WEEKDAYS, type Weekday } from '@greensward/domain'
import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayInput } from './moments/DayInput.tsx'
import classes from './RepeatField.module.css'

interface RepeatFieldProps {
  readonly value: Repeat | null
  readonly onChange: (repeat: Repeat | null) => void
  /** The weekday of the chosen date: the first choice of weekdays. */
  readonly weekday: Weekday
  readonly error: string | undefined
  /** Offers to do it once; standing plans always come again. */
  readonly once?: boolean
}

const KINDS = ['once', 'daily', 'weekdays', 'everyDays'] as const

export function RepeatField({ value, onChange, weekday, error, once = true }: RepeatFieldProps) {
  const { t, i18n } = useTranslation()
  const until = value?.until ?? null
  const choose = (kind: string | null): void => {
    if (kind === 'daily') onChange({ kind, until })
    else if (kind === 'weekdays') onChange({ kind, days: [weekday], until })
    else if (kind === 'everyDays') onChange({ kind, days: 3, until })
    else onChange(null)
  }
  // The first of January 2024 is a Monday.
  const names = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const nameOf = (index: number): string => names.format(new Date(Date.UTC(2024, 0, 1 + index)))
  const toggle = (day: Weekday): void => {
    if (value?.kind !== 'weekdays') return
    const days = WEEKDAYS.filter(name => (name === day ? !value.days.includes(day) : value.days.includes(name)))
    if (days.length > 0) onChange({ ...value, days })
  }
  return (
    <div className={classes.field}>
      <div className={classes.row}>
        <Select
          label={t('missions.repeat.title')}
          data={KINDS.filter(kind => once || kind !== 'once').map(kind => ({
            value: kind,
            label: t(`missions.repeat.${kind}`),
          }))}
          value={value?.kind ?? 'once'}
          onChange={choose}
          allowDeselect={false}
          error={error}
        />
        {value?.kind === 'everyDays' && (
          <NumberInput
            label={t('missions.repeat.days')}
            value={value.days}
            min={2}
            max={90}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={days => typeof days === 'number' && onChange({ ...value, days: Math.max(2, days) })}
          />
        )}
        {value !== null && (
          <DayInput
            label={t('missions.repeat.until')}
            value={until ?? ''}
            isOptional
            onChange={day => onChange({ ...value, until: day || null })}
          />
        )}
      </div>
      {value?.kind === 'weekdays' && (
        <fieldset className={classes.days}>
          <legend className={classes.unseen}>{t('missions.repeat.weekdays')}</legend>
          {WEEKDAYS.map((day, index) => (
            <button
              key={day}
              type="button"
              className={classes.day}
              aria-pressed={value.days.includes(day)}
              onClick={() => toggle(day)}
            >
              {nameOf(index)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
