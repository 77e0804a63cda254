import { cloneElement, lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react'
import type { MenuEntry } from './menuEntry.ts'

interface PressedMenuProps {
  /** The button that opens it. */
  readonly target: ReactElement<Pressable>
  readonly entries: readonly MenuEntry[]
}

interface Pressable {
  readonly onClick?: (event: MouseEvent) => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

const load = () => import('./OpenedMenu.tsx')
const OpenedMenu = lazy(() => load().then(module => ({ default: module.OpenedMenu })))

/** A menu that is loaded by the first press of its button. */
export function PressedMenu({ target, entries }: PressedMenuProps) {
  const [pressed, setPressed] = useState(false)
  const waiting = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setPressed(true),
  })
  if (!pressed) return waiting
  return (
    <Suspense fallback={waiting}>
      <OpenedMenu target={target} entries={entries} />
    </Suspense>
  )
}
