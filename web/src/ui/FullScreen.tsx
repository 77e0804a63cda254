import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FullScreen.module.css'

/** Fills the window with a spinner, or with a few calm words and a spinner. */
export function FullScreen({ title, text, action }: { title?: string; text?: string; action?: ReactNode }) {
  return (
    <div className={classes.full} role="status">
      <Loader size={44} />
      {title !== undefined && <p className={classes.title}>{title}</p>}
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}
