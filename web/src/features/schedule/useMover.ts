/** Moves a mission in the calendar by mouse, finger or keyboard, and reports where it was dropped. */
import type { Mission } from '@greensward/domain'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isSamePlace, type Place } from './place.ts'

export interface Grab {
  readonly mission: Mission
  readonly before: Place
  readonly place: Place
  readonly mode: 'move' | 'length'
  readonly by: 'pointer' | 'keyboard'
}

/** Maps a point or a key to a position in the view. */
export interface Ground {
  /** The place under the pointer; `grip` is how far from the block's beginning it was taken, in milliseconds. */
  readonly placeAt: (x: number, y: number, grab: Grab, gripMs: number) => Place | undefined
  /** How far from the block's beginning a point lies; 0 where the view has no scale of time. */
  readonly gripAt: (x: number, y: number, place: Place) => number
  readonly placeByKey: (key: string, shift: boolean, grab: Grab) => Place | undefined
  /** The element that scrolls when the pointer nears its edge. */
  readonly scroller: () => HTMLElement | null
}

export interface Mover {
  readonly grab: Grab | null
  /** Handlers for the block of a mission that may be moved. */
  readonly handlers: (
    mission: Mission,
    place: Place,
  ) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    readonly onClick: (event: MouseEvent<HTMLElement>) => void
  }
}

/** So far a pointer moves before a press becomes a drag, in pixels. */
const SLOP_PX = 6
/** So long a finger rests before it lifts a block instead of scrolling. */
const HOLD_MS = 350
const EDGE_PX = 48
const SCROLL_PX = 14

interface Press {
  readonly mission: Mission
  readonly place: Place
  readonly mode: Grab['mode']
  readonly x: number
  readonly y: number
  readonly pointerId: number
  readonly gripMs: number
}

interface Drag {
  readonly now: RefObject<Grab | null>
  readonly asked: RefObject<{ readonly ground: Ground }>
  readonly press: RefObject<Press | null>
  readonly hold: RefObject<number | undefined>
  readonly pointer: RefObject<{ readonly x: number; readonly y: number } | null>
  readonly put: (next: Grab | null) => void
  readonly drop: () => void
  readonly lift: () => void
}

/** Follows a pressed pointer over the whole window, and scrolls when it nears an edge. */
function useDragListeners({ now, asked, press, hold, pointer, put, drop, lift }: Drag): void {
  useEffect(() => {
    const end = (): void => {
      window.clearTimeout(hold.current)
      press.current = null
      pointer.current = null
    }
    const follow = (): void => {
      const [held, at, from] = [now.current, pointer.current, press.current]
      if (held === null || at === null || from === null) return
      const place = asked.current.ground.placeAt(at.x, at.y, held, from.gripMs)
      if (place !== undefined && !isSamePlace(place, held.place)) put({ ...held, place })
    }
    const move = (event: globalThis.PointerEvent): void => {
      const held = press.current
      if (held === null || event.pointerId !== held.pointerId) return
      pointer.current = { x: event.clientX, y: event.clientY }
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLOP_PX
      if (now.current === null) {
        // A finger that moves before it rested scrolls; a mouse drags at once.
        if (far && event.pointerType === 'touch' && held.mode === 'move') end()
        else if (far) lift()
      }
      if (now.current !== null) {
        event.preventDefault()
        follow()
      }
    }
    const up = (event: globalThis.PointerEvent): void => {
      if (press.current === null || event.pointerId !== press.current.pointerId) return
      end()
      drop()
    }
    const cancel = (event: globalThis.PointerEvent): void => {
      if (press.current === null || event.pointerId !== press.current.pointerId) return
      end()
      put(null)
    }
    // Once a block is lifted the page under the finger stays where it is.
    const still = (event: TouchEvent): void => {
      if (now.current?.by === 'pointer') event.preventDefault()
    }
    const escaped = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || now.current?.by !== 'pointer') return
      end()
      put(null)
    }
    const scroll = window.setInterval(() => {
      const element = asked.current.ground.scroller()
      const at = pointer.current
      if (now.current?.by !== 'pointer' || at === null || element === null) return
      const box = element.getBoundingClientRect()
      const left = at.x < box.left + EDGE_PX ? -SCROLL_PX : at.x > box.right - EDGE_PX ? SCROLL_PX : 0
      const top = at.y < box.top + EDGE_PX ? -SCROLL_PX : at.y > box.bottom - EDGE_PX ? SCROLL_PX : 0
      if (left === 0 && top === 0) return
      element.scrollBy(left, top)
      follow()
    }, 16)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('touchmove', still, { passive: false })
    window.addEventListener('keydown', escaped)
    return () => {
      end()
      window.clearInterval(scroll)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('touchmove', still)
      window.removeEventListener('keydown', escaped)
    }
  }, [now, asked, press, hold, pointer, drop, lift, put])
}

export function useMover(ground: Ground, onDrop: (grab: Grab) => void): Mover {
  const [grab, setGrab] = useState<Grab | null>(null)
  const now = useRef<Grab | null>(null)
  const asked = useRef({ ground, onDrop })
  asked.current = { ground, onDrop }
  const press = useRef<Press | null>(null)
  const hold = useRef<number | undefined>(undefined)
  const pointer = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const wasDragged = useRef(false)

  const put = useCallback((next: Grab | null): void => {
    now.current = next
    setGrab(next)
  }, [])
  const drop = useCallback((): void => {
    const held = now.current
    put(null)
    if (held !== null && !isSamePlace(held.before, held.place)) asked.current.onDrop(held)
  }, [put])
  const lift = useCallback((): void => {
    const held = press.current
    if (held === null || now.current !== null) return
    wasDragged.current = true
    put({ mission: held.mission, before: held.place, place: held.place, mode: held.mode, by: 'pointer' })
  }, [put])

  useDragListeners({ now, asked, press, hold, pointer, put, drop, lift })

  const handlers: Mover['handlers'] = (mission, place) => ({
    onPointerDown: event => {
      wasDragged.current = false
      if (event.button !== 0 || now.current !== null) return
      const mode = event.target instanceof Element && event.target.closest('[data-length]') !== null ? 'length' : 'move'
      const { clientX: x, clientY: y, pointerId } = event
      press.current = { mission, place, mode, x, y, pointerId, gripMs: ground.gripAt(x, y, place) }
      pointer.current = { x, y }
      if (event.pointerType === 'touch') {
        if (mode === 'length') lift()
        else hold.current = window.setTimeout(lift, HOLD_MS)
      }
    },
    onClick: event => {
      // The press that ends a drag must not open the mission.
      if (wasDragged.current || now.current !== null) event.preventDefault()
      wasDragged.current = false
    },
    onKeyDown: event => {
      const held = now.current
      if (held === null) {
        if (event.key !== ' ') return
        event.preventDefault()
        put({ mission, before: place, place, mode: 'move', by: 'keyboard' })
        return
      }
      if (held.by !== 'keyboard') return
      if (event.key === 'Escape' || event.key === 'Tab') put(null)
      else if (event.key === 'Enter' || event.key === ' ') drop()
      else {
        const next = asked.current.ground.placeByKey(event.key, event.shiftKey, held)
        if (next === undefined) return
        put({ ...held, place: next })
      }
      if (event.key !== 'Tab') event.preventDefault()
    },
  })

  return { grab, handlers }
}
