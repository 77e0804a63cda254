import type { PlayerTouch } from '@greensward/domain'
import { type RefCallback, useCallback } from 'react'

/** A press that moves less than this is not a pan. */
const PAN_PX = 8
const MOVING_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '+', '-', '=']

/** Tells presses anywhere on the screen, and what moves the map, by finger, wheel or key. */
export function useHand(touch: (touch: PlayerTouch) => void): {
  readonly fingers: RefCallback<HTMLElement>
  readonly hand: RefCallback<HTMLElement>
} {
  const fingers = useCallback(
    (screen: HTMLElement | null) => {
      const pressed = (): void => touch({ kind: 'touched' })
      screen?.addEventListener('pointerdown', pressed, { capture: true })
      return () => screen?.removeEventListener('pointerdown', pressed, { capture: true })
    },
    [touch],
  )
  const hand = useCallback(
    (map: HTMLElement | null) => {
      let start: readonly [number, number] | null = null
      const moved = (): void => touch({ kind: 'moved' })
      const ended = new AbortController()
      const { signal } = ended
      map?.addEventListener(
        'pointerdown',
        ({ clientX, clientY }) => {
          start = [clientX, clientY]
        },
        { signal },
      )
      // Where the finger is lifted beside the map nobody tells the map.
      window.addEventListener(
        'pointerup',
        () => {
          start = null
        },
        { signal },
      )
      map?.addEventListener(
        'pointermove',
        ({ clientX, clientY }) => {
          if (start !== null && Math.hypot(clientX - start[0], clientY - start[1]) >= PAN_PX) moved()
        },
        { signal },
      )
      map?.addEventListener('wheel', moved, { signal, passive: true })
      map?.addEventListener(
        'keydown',
        ({ key }) => {
          if (MOVING_KEYS.includes(key)) moved()
        },
        { signal },
      )
      return () => ended.abort()
    },
    [touch],
  )
  return { fingers, hand }
}
