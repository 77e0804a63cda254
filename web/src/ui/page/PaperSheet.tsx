import type { ReactNode } from 'react'
import classes from './PaperSheet.module.css'

interface PaperSheetProps {
  /** Only on paper: the page says it at other places of the screen. */
  readonly title: string
  readonly className: string | undefined
  /** Newer content is being read. */
  readonly isStale?: boolean
  readonly children: ReactNode
}

/** The part of a page that goes onto paper. */
export function PaperSheet({ title, className = '', isStale, children }: PaperSheetProps) {
  return (
    <article className={`${classes.sheet} ${className}`} aria-busy={isStale} data-stale={isStale || undefined}>
      <h2 className={classes.onPaper}>{title}</h2>
      {children}
    </article>
  )
}
