import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FullScreen.module.css'

/** Fills the window with a spinner, or with a few calm words and a spinner. */
export function FullScreen({ title, text, action }: { title?: string; text?: string; action?: ReactNode }) {
  return (
    <main className={classes.full} aria-busy>
      <Loader size={44} />
      <div role="status">
        {title !== undefined && <h1 className={classes.title}>{title}</h1>}
        {text !== undefined && <p className={classes.text}>{text}</p>}
      </div>
      {action}
    </main>
  )
}
