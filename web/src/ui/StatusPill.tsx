import type { ReactNode } from 'react'
import classes from './StatusPill.module.css'

export type Tone = 'neutral' | 'main' | 'success' | 'warn' | 'error'

interface StatusPillProps {
  readonly tone: Tone
  /** An icon beside the word, so that nothing rests on colour alone. */
  readonly icon?: ReactNode
  readonly children: ReactNode
}

export function StatusPill({ tone, icon, children }: StatusPillProps) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
