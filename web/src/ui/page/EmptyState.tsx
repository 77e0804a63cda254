import type { ReactNode } from 'react'
import classes from './states.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** Says what to do next. */
  readonly text?: string
  readonly action?: ReactNode
  /** True if it fills the whole page and its title is the page's. */
  readonly isPage?: boolean
}

export function EmptyState({ icon, title, text, action, isPage = false }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon}
      {isPage ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
