import { DayInput } from '../moments/DayInput.tsx'
import type { Day } from '../zonedTime.ts'
import classes from './DayRange.module.css'

interface RangeLabels {
  readonly fromLabel: string
  readonly toLabel: string
}

interface DayRangeProps extends RangeLabels {
  readonly from: Day | undefined
  readonly to: Day | undefined
  readonly isOptional?: boolean
  readonly onChange: (change: { from?: Day | undefined; to?: Day | undefined }) => void
}

/** From one day to another of the course, both of them within. */
export function DayRange({ from, to, fromLabel, toLabel, isOptional = true, onChange }: DayRangeProps) {
  return (
    <div className={classes.range}>
      {/* An empty date field shows nothing but its format, so each says in words what it is. */}
      <span aria-hidden>{fromLabel}</span>
      <DayInput
        aria-label={fromLabel}
        value={from ?? ''}
        max={to}
        isOptional={isOptional}
        onChange={day => onChange({ from: day || undefined })}
      />
      <span aria-hidden>{toLabel}</span>
      <DayInput
        aria-label={toLabel}
        value={to ?? ''}
        min={from}
        isOptional={isOptional}
        onChange={day => onChange({ to: day || undefined })}
      />
    </div>
  )
}

interface DaySpanProps extends RangeLabels {
  readonly from: Day
  readonly to: Day
  readonly onChange: (change: { from?: Day; to?: Day }) => void
}

/** A range with two ends; a field that was emptied keeps its day. */
export function DaySpan({ onChange, ...range }: DaySpanProps) {
  return (
    <DayRange
      {...range}
      isOptional={false}
      onChange={({ from, to }) => {
        if (from !== undefined) onChange({ from })
        if (to !== undefined) onChange({ to })
      }}
    />
  )
}
