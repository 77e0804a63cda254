import { useEffect, useState } from 'react'

/**
 * Gives the focus back when a window closes that was open from its first drawing; Mantine does it only for those that open
 * later. Else the focus falls to the page, and keys begin at its top. Where the pressed button is gone, as that of a deleted
 * record, the focus goes to the screen.
 */
export function useFocusBack(isOpen: boolean): void {
  // While drawing: after it the window has the focus.
  const [before] = useState(() => (isOpen ? document.activeElement : null))
  useEffect(() => {
    // A window that takes the place of another, as a form that has loaded, goes back to where that one went.
    const opener = before?.isConnected === false ? document.activeElement : before
    return () => {
      // A press by touch gives some browsers no focus to go back to.
      if (!(opener instanceof HTMLElement) || opener === document.body) return
      const isLost = (): boolean => document.activeElement === document.body
      if (isLost()) opener.focus({ preventScroll: true })
      if (isLost()) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [before])
}
