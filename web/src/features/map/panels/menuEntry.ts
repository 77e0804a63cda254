import type { ReactNode } from 'react'

/** One line of a menu. */
export interface MenuEntry {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onPress: () => void
}
