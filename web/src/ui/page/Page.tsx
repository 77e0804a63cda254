import type { ReactNode } from 'react'
import classes from './Page.module.css'

interface PageProps {
  readonly title: string
  /** Link back to the previous page, before the title. */
  readonly back?: ReactNode
  /** A short line beside the title, such as a count. */
  readonly hint?: ReactNode
  /** Controls beside the title; a row of their own where there is little room. */
  readonly tools?: ReactNode
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  /** A row of filters below the title. */
  readonly filters?: ReactNode
  /** Stands below what scrolls, such as a pager. */
  readonly footer?: ReactNode
  readonly children: ReactNode
  /** Lets the content reach the edges, as tables do. */
  readonly flush?: boolean
  /** Nothing in the content takes the focus; then the content itself does, so that keys can scroll it. */
  readonly isReadOnly?: boolean
}

/** A screen with a title row, filters, and one scrolling area. */
export function Page(props: PageProps) {
  const { title, back, hint, tools, actions, filters, footer, children, flush = false, isReadOnly = false } = props
  return (
    <section className={classes.page} aria-label={title}>
      <header className={classes.head}>
        {back}
        <h1 className={classes.title}>{title}</h1>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {filters !== undefined && <div className={classes.filters}>{filters}</div>}
      <div className={classes.body} data-flush={flush || undefined} tabIndex={isReadOnly ? 0 : undefined}>
        {children}
      </div>
      {footer !== undefined && footer !== false && <footer className={classes.footer}>{footer}</footer>}
    </section>
  )
}
