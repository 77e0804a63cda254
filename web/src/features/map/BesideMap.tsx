/** A dialogue beside the map, which stays visible and usable. */
import { IconX } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/index.ts'
import classes from './BesideMap.module.css'

interface BesideMapProps {
  readonly title: string
  readonly headRef?: Ref<HTMLHeadingElement>
  /** On a phone it leaves the upper part of the map in view. */
  readonly isLow?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

const ABOVE = '[aria-modal="true"], [role="menu"], [role="listbox"]'

export function BesideMap({ title, headRef, isLow = false, onClose, children }: BesideMapProps) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // An overlay above it closes first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(ABOVE) !== null) return
      close.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section className={classes.dialog} role="dialog" aria-labelledby={id} data-low={isLow || undefined}>
      <header className={classes.head}>
        <h2 id={id} ref={headRef} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <IconX size={20} />
        </IconButton>
      </header>
      {children}
    </section>
  )
}
