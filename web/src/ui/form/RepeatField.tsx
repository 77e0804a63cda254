/** Once, daily, on weekdays or every few days, until a day or without an end. */
import type { Repeat, Weekday } from '@greensward/domain'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../moments/DayInput.tsx'
import { NumberEntry } from './NumberEntry.tsx'
import classes from './RepeatField.module.css'
import { WeekdayButtons } from './WeekdayButtons.tsx'

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
  const { t } = useTranslation()
  const until = value?.until ?? null
  const choose = (kind: string | null): void => {
    if (kind === 'daily') onChange({ kind, until })
    else if (kind === 'weekdays') onChange({ kind, days: [weekday], until })
    else if (kind === 'everyDays') onChange({ kind, days: 3, until })
    else onChange(null)
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
          <NumberEntry
            label={t('missions.repeat.days')}
            value={value.days}
            min={2}
            max={90}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={days => days !== undefined && onChange({ ...value, days: Math.max(2, days) })}
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
          <WeekdayButtons value={value.days} onChange={days => onChange({ ...value, days })} />
        </fieldset>
      )}
    </div>
  )
}
