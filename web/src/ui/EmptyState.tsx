import type { ReactNode } from 'react'
import classes from './states.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** Says what to do next. */
  readonly text?: string
  readonly action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon}
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
