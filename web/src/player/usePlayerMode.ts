import {
  NEW_PLAYER_TOUCHES,
  type PlayerMode,
  type PlayerModeRules,
  type PlayerPlace,
  type PlayerTouch,
  playerMode,
  touchPlayer,
} from '@greensward/domain'
import { useCallback, useState } from 'react'

/** The rules of the domain, fed with this screen's touches. */
export function usePlayerMode(
  place: PlayerPlace,
  rules: PlayerModeRules,
  nowMs: number,
): { readonly mode: PlayerMode; readonly touch: (touch: PlayerTouch) => void } {
  const [touches, setTouches] = useState(NEW_PLAYER_TOUCHES)
  const next = playerMode(touches, place, rules, Math.max(nowMs, touches.touchedAtMs ?? 0))
  if (next.touches.isAtGreen !== touches.isAtGreen || next.touches.touchedAtMs !== touches.touchedAtMs)
    setTouches(next.touches)
  const touch = useCallback((one: PlayerTouch): void => setTouches(known => touchPlayer(known, one, Date.now())), [])
  return { mode: next.mode, touch }
}
