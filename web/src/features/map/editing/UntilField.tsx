/** The end of a validity in course time; empty means until somebody removes it. */
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { ClockInput, DayInput } from '../../../ui/index.ts'
import { isDay, momentOf, wallClock } from '../../../ui/zonedTime.ts'
import classes from './TimetableField.module.css'

interface UntilFieldProps {
  /** An instant in UTC, ISO 8601. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Of a day that is chosen first: it counts to its end. */
const LAST_MINUTE = '23:59'

const two = (count: number): string => String(count).padStart(2, '0')

export function UntilField({ value, onChange }: UntilFieldProps) {
  const { t } = useTranslation()
  const { zone } = useCourseTime()
  const end = value === null ? null : wallClock(new Date(value), zone)
  const clock = end === null ? '' : `${two(end.hour)}:${two(end.minute)}`
  const change = (day: string, time: string): void => {
    const [hour, minute] = time.split(':').map(Number)
    onChange(isDay(day) ? momentOf(day, hour ?? 0, minute ?? 0, zone).toISOString() : null)
  }
  return (
    <div className={classes.until}>
      <DayInput
        label={t('editor.until')}
        description={t('editor.untilHint')}
        value={end?.day ?? ''}
        isOptional
        onChange={day => change(day, clock === '' ? LAST_MINUTE : clock)}
      />
      {end !== null && (
        <ClockInput
          aria-label={t('editor.untilTime')}
          value={clock}
          onChange={time => time !== '' && change(end.day, time)}
        />
      )}
    </div>
  )
}
