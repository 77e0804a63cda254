/**
 * Decides what the map in a cart shows, by the buggy settings: the hole being played, or its green once the cart is near
 * it. After a touch the map shows for a while what the player selected. Pure: the time is a parameter.
 */
import type { BuggySettings } from '../../course/settings.ts'

export type PlayerModeRules = Pick<
  BuggySettings,
  'mapModeResetDelay' | 'fixateCameraToBuggyDelay' | 'gameModeDelay' | 'greenOuterZone' | 'greenZoom'
>

export interface PlayerTouches {
  /** When somebody last moved the map by hand; null since the view went back to the hole. */
  readonly movedAtMs: number | null
  /** When somebody last touched the screen at all. */
  readonly touchedAtMs: number | null
  /** Another hole that somebody looks at. */
  readonly lookedAtHoleId: string | null
  /** Whether the green is shown: left a little farther off than it was entered. */
  readonly isAtGreen: boolean
}

export const NEW_PLAYER_TOUCHES: PlayerTouches = {
  movedAtMs: null,
  touchedAtMs: null,
  lookedAtHoleId: null,
  isAtGreen: false,
}

export type PlayerTouch =
  /** A press that moves nothing: it prolongs what is shown. */
  | { readonly kind: 'touched' }
  /** A pan, a pinch or a zoom: free map mode. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'looksAtHole'; readonly holeId: string }
  | { readonly kind: 'backToPlay' }

export const touchPlayer = (touches: PlayerTouches, touch: PlayerTouch, nowMs: number): PlayerTouches => {
  switch (touch.kind) {
    case 'touched':
      return { ...touches, touchedAtMs: nowMs }
    case 'moved':
      return { ...touches, touchedAtMs: nowMs, movedAtMs: nowMs }
    case 'looksAtHole':
      return { ...touches, touchedAtMs: nowMs, movedAtMs: null, lookedAtHoleId: touch.holeId }
    case 'backToPlay':
      return { ...touches, touchedAtMs: nowMs, movedAtMs: null, lookedAtHoleId: null }
  }
}

/**
 * `hole`: the hole by its view settings. `green`: the green at the settings' zoom. `cart`: the camera is fixed to the
 * cart, the map turned by the settings' degree. `map`: as somebody moved it; `isFixed` once the camera follows the cart
 * again, at the zoom they chose.
 */
export type PlayerMode =
  | { readonly kind: 'hole'; readonly holeId: string; readonly isLookedAt: boolean }
  | { readonly kind: 'green'; readonly holeId: string; readonly zoom: number }
  | { readonly kind: 'cart' }
  | { readonly kind: 'map'; readonly isFixed: boolean }

export interface PlayerPlace {
  /** The hole being played; null between holes. */
  readonly holeId: string | null
  /** Metres from the cart to the edge of that hole's green; null if unknown. */
  readonly toGreenM: number | null
}

/** A cart beside the edge of the outer zone would make the view jump to and fro. */
const LEAVES_BEYOND_M = 5

const inPlay = (touches: PlayerTouches, place: PlayerPlace, rules: PlayerModeRules): PlayerMode => {
  if (place.holeId === null) return { kind: 'cart' }
  return touches.isAtGreen
    ? { kind: 'green', holeId: place.holeId, zoom: rules.greenZoom }
    : { kind: 'hole', holeId: place.holeId, isLookedAt: false }
}

const modeOf = (touches: PlayerTouches, place: PlayerPlace, rules: PlayerModeRules, nowMs: number): PlayerMode => {
  const { movedAtMs, touchedAtMs, lookedAtHoleId } = touches
  const untouchedS = touchedAtMs === null ? Number.POSITIVE_INFINITY : (nowMs - touchedAtMs) / 1_000
  if (untouchedS >= rules.gameModeDelay) return inPlay(touches, place, rules)
  if (movedAtMs !== null) {
    if (untouchedS >= rules.mapModeResetDelay) return { kind: 'cart' }
    return { kind: 'map', isFixed: (nowMs - movedAtMs) / 1_000 >= rules.fixateCameraToBuggyDelay }
  }
  return lookedAtHoleId === null
    ? inPlay(touches, place, rules)
    : { kind: 'hole', holeId: lookedAtHoleId, isLookedAt: true }
}

/** The view at a moment, and what is remembered of the touches until the next. */
export const playerMode = (
  before: PlayerTouches,
  place: PlayerPlace,
  rules: PlayerModeRules,
  nowMs: number,
): { readonly mode: PlayerMode; readonly touches: PlayerTouches } => {
  const reachM = rules.greenOuterZone + (before.isAtGreen ? LEAVES_BEYOND_M : 0)
  const isAtGreen = place.holeId !== null && place.toGreenM !== null && place.toGreenM <= reachM
  const isOver = before.touchedAtMs !== null && nowMs - before.touchedAtMs >= rules.gameModeDelay * 1_000
  const touches: PlayerTouches = isOver ? { ...NEW_PLAYER_TOUCHES, isAtGreen } : { ...before, isAtGreen }
  return { mode: modeOf(touches, place, rules, nowMs), touches }
}
