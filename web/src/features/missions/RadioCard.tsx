import type { ReactNode } from 'react'
import classes from './RadioCard.module.css'

interface RadioCardProps {
  /** Of the group. */
  readonly name: string
  readonly value: string
  readonly isChecked: boolean
  readonly onChoose: () => void
  /** How its content is laid out. */
  readonly className: string | undefined
  readonly children: ReactNode
}

/** One choice of a radio group, as a card that can be pressed anywhere. */
export function RadioCard({ name, value, isChecked, onChoose, className = '', children }: RadioCardProps) {
  return (
    <label className={`${classes.card} ${className}`} data-checked={isChecked || undefined}>
      <input type="radio" name={name} value={value} checked={isChecked} onChange={onChoose} />
      {children}
    </label>
  )
}
