import { DayInput } from '../moments/DayInput.tsx'
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
      <DayInput
        aria-label={fromLabel}
        value={from ?? ''}
        max={to}
        isOptional
        onChange={day => onChange({ from: day || undefined })}
      />
      <span aria-hidden>{toLabel}</span>
      <DayInput
        aria-label={toLabel}
        value={to ?? ''}
        min={from}
        isOptional
        onChange={day => onChange({ to: day || undefined })}
      />
    </div>
  )
}
