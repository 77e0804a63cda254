import { useEffect, useRef } from 'react'

/** What closes by the key itself, and fields, in which it means something of their own. */
const TAKES_IT = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Runs `close` on Escape, where it `isOn` and nothing above the map takes the key. */
export function useEscape(isOn: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(TAKES_IT) !== null) return
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}
