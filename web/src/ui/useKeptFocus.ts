import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

interface KeptFocus<T extends HTMLElement> {
  readonly ref: RefObject<T | null>
  readonly tabIndex: -1
  readonly onFocus: (event: FocusEvent<T>) => void
  readonly onBlur: (event: FocusEvent<T>) => void
}

/**
 * Keeps the focus in a group of buttons that replace each other, as Pause and Continue do: else it falls to the page, and
 * screen readers begin at its top. It goes to the group and not to the next button, which a second press would start.
 * @returns the properties of the element around the buttons
 */
export function useKeptFocus<T extends HTMLElement>(): KeptFocus<T> {
  const ref = useRef<T>(null)
  const last = useRef<HTMLElement | null>(null)
  // After each drawing: a button that waits for its answer is disabled, and gone or enabled again after that.
  useEffect(() => {
    const button = last.current
    if (button === null || document.activeElement !== document.body) return
    if (!button.isConnected) {
      last.current = null
      ref.current?.focus()
    } else if (!button.matches(':disabled')) button.focus({ preventScroll: true })
  })
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }) => {
      last.current = target === ref.current ? null : target
    },
    onBlur: ({ target, relatedTarget }) => {
      // A person left it; a button that was disabled or removed only lost it.
      if (relatedTarget !== null || (target.isConnected && !target.matches(':disabled'))) last.current = null
    },
  }
}
