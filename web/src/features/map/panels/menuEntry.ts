import type { ReactNode } from 'react'

/** One line of a menu. */
export interface MenuEntry {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  /** Of an entry that is on or off. */
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onPress: () => void
}
