import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useEffect } from 'react'
import classes from './notify.module.css'

/** The gap between the notes and what is above them. */
const GAP_PX = 8

/**
 * Gives the notes a strip of their own at the bottom: pages, dialogs and sheets end above `--gs-notes`, so that no note
 * ever covers a button. A press that has begun ends where it began: until then nothing moves, and notes let it through.
 */
function useNotesStrip(): void {
  useEffect(() => {
    const region = document.querySelector('[data-position="bottom-center"]')
    if (region === null) return
    const root = document.documentElement
    let isPressed = false
    const measure = (): void => {
      if (isPressed) return
      const height = region.getBoundingClientRect().height
      const strip = height === 0 ? '0px' : `${Math.ceil(height) + GAP_PX}px`
      root.style.setProperty('--gs-notes', strip)
      // Dialogs also cover the bar at the bottom of a phone, above which the notes are.
      root.style.setProperty('--gs-below', height === 0 ? '0px' : `calc(${strip} + var(--gs-bottom))`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(region)
    const press = ({ target }: PointerEvent): void => {
      if (target instanceof Node && region.contains(target)) return
      isPressed = true
      region.setAttribute('data-held', '')
    }
    const release = (): void => {
      // The click comes after it.
      setTimeout(() => {
        isPressed = false
        region.removeAttribute('data-held')
        measure()
      })
    }
    const presses = new AbortController()
    const { signal } = presses
    addEventListener('pointerdown', press, { capture: true, signal })
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { capture: true, signal })
    return () => {
      observer.disconnect()
      presses.abort()
      for (const name of ['--gs-notes', '--gs-below']) root.style.removeProperty(name)
    }
  }, [])
}

/** Shows the notes; the region is there from the start, so that screen readers announce what comes into it. */
export function Toaster() {
  useNotesStrip()
  return (
    <Notifications
      position="bottom-center"
      limit={4}
      // A portal would come after the effect that watches the region.
      withinPortal={false}
      zIndex={500}
      className={classes.notes ?? ''}
      aria-live="polite"
      // Keyboards reach the button; a swipe would also move the map below.
      allowScrollDismiss={false}
    />
  )
}
