import { TextInput } from '@mantine/core'
import classes from './DayRange.module.css'

interface DayRangeProps {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly fromLabel: string
  readonly toLabel: string
  readonly onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** From one day to another of the course, both of them within. */
export function DayRange({ from, to, fromLabel, toLabel, onChange }: DayRangeProps) {
  return (
    <div className={classes.range}>
      {/* An empty date field shows nothing but its format, so each says in words what it is. */}
      <span aria-hidden>{fromLabel}</span>
      <TextInput
        type="date"
        aria-label={fromLabel}
        value={from ?? ''}
        {...(to === undefined ? {} : { max: to })}
        onChange={event => onChange({ from: event.currentTarget.value || undefined })}
      />
      <span aria-hidden>{toLabel}</span>
      <TextInput
        type="date"
        aria-label={toLabel}
        value={to ?? ''}
        {...(from === undefined ? {} : { min: from })}
        onChange={event => onChange({ to: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
