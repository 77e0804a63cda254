import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from './useFocusBack.ts'

interface DialogProps {
  readonly opened?: boolean
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A window in the middle of the screen. */
export function Dialog({ opened = true, title, onClose, children }: DialogProps) {
  const { t } = useTranslation()
  useFocusBack(opened)
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      {children}
    </Modal>
  )
}
