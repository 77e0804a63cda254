import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface PanelProps {
  readonly title?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A card on the page: a line around it, no shadow. */
export function Panel({ title, actions, children, className }: PanelProps) {
  return (
    <section className={[classes.panel, className].filter(Boolean).join(' ')} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <header className={classes.head}>
          {title !== undefined && <h2 className={classes.title}>{title}</h2>}
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
