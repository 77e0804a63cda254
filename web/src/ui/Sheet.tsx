import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Sheet.module.css'
import { useFocusBack } from './useFocusBack.ts'

interface SheetProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons that stay in view at the bottom. */
  readonly footer?: ReactNode
}

/** A drawer at the right; on phones a sheet from below. */
export function Sheet({ opened, onClose, title, children, footer }: SheetProps) {
  const { t } = useTranslation()
  useFocusBack(opened)
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '90%' : 440}
      closeButtonProps={{ 'aria-label': t('common.close'), size: 40 }}
      classNames={{
        content: classes.content ?? '',
        body: classes.body ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
      }}
    >
      <div className={classes.scroll}>{children}</div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </Drawer>
  )
}
