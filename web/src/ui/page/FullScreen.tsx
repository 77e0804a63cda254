import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSlow } from '../useIsSlow.ts'
import classes from './FullScreen.module.css'

interface FullScreenProps {
  readonly title?: string
  readonly text?: string
  readonly action?: ReactNode
}

/** Fills the window with a spinner, or with a few calm words and a spinner; a long wait says what it is for by itself. */
export function FullScreen(props: FullScreenProps) {
  const { t } = useTranslation()
  const isSlow = useIsSlow()
  const waiting = isSlow ? { title: t('shell.connecting'), text: t('shell.connectingText') } : {}
  const { title, text, action }: FullScreenProps = props.title === undefined ? waiting : props
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
