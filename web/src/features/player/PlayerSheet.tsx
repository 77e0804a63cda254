import { IconX } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PlayerSheet.module.css'

interface PlayerSheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** What scrolls between title and footer. */
  readonly bodyRef?: Ref<HTMLDivElement>
}

/** Fills the golfer's screen; the browser's own dialog keeps the focus in it. */
export function PlayerSheet({ title, onClose, children, footer, bodyRef }: PlayerSheetProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog !== null && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className={classes.sheet}
      aria-labelledby={heading}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={classes.head}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={classes.close} aria-label={t('common.close')} onClick={onClose}>
          <IconX size={32} aria-hidden />
        </button>
      </header>
      <div ref={bodyRef} className={classes.body}>
        {children}
      </div>
      {footer !== undefined && <footer className={classes.foot}>{footer}</footer>}
    </dialog>
  )
}
