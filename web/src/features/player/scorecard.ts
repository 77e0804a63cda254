/** The scorecard stays on the device: nobody else's business, and there without a network. */
import { useState } from 'react'

export interface Scorecard {
  readonly players: readonly string[]
  /** Strokes by hole, one for each player; 0 is not played yet. */
  readonly strokes: Readonly<Record<string, readonly number[]>>
}

export const MOST_PLAYERS = 4
const MOST_STROKES = 20
export const NEW_CARD: Scorecard = { players: [''], strokes: {} }

const isCard = (value: unknown): value is Scorecard =>
  typeof value === 'object' &&
  value !== null &&
  'players' in value &&
  Array.isArray(value.players) &&
  value.players.every(name => typeof name === 'string') &&
  'strokes' in value &&
  typeof value.strokes === 'object' &&
  value.strokes !== null &&
  Object.values(value.strokes).every(
    (row: unknown) => Array.isArray(row) && row.every(count => Number.isInteger(count)),
  )

export const readCard = (text: string | null): Scorecard => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isCard(value) && value.players.length > 0 ? value : NEW_CARD
  } catch {
    return NEW_CARD
  }
}

export const strokesOf = (card: Scorecard, holeId: string, player: number): number =>
  card.strokes[holeId]?.[player] ?? 0

export const withStrokes = (card: Scorecard, holeId: string, player: number, count: number): Scorecard => {
  const kept = Math.min(MOST_STROKES, Math.max(0, count))
  const row = card.players.map((_, index) => (index === player ? kept : strokesOf(card, holeId, index)))
  return { ...card, strokes: { ...card.strokes, [holeId]: row } }
}

/** Strokes so far, and those over the par of the holes that were played. */
export const totalOf = (
  card: Scorecard,
  player: number,
  holes: readonly { readonly id: string; readonly par: number }[],
): { readonly strokes: number; readonly toPar: number } => {
  const played = holes.filter(({ id }) => strokesOf(card, id, player) > 0)
  const strokes = played.reduce((sum, { id }) => sum + strokesOf(card, id, player), 0)
  return { strokes, toPar: strokes - played.reduce((sum, { par }) => sum + par, 0) }
}

/**
 * The stroke index of each hole: its rating, where the ratings of the course are 1, 2, 3 and so on, each once. Ratings of any
 * other kind are none.
 */
export const strokeIndexes = (
  holes: readonly { readonly id: string; readonly rating: number }[],
): ReadonlyMap<string, number> | null =>
  holes.length > 0 && holes.every((_, index) => holes.some(({ rating }) => rating === index + 1))
    ? new Map(holes.map(({ id, rating }) => [id, rating]))
    : null

export function useScorecard(cartId: string): readonly [Scorecard, (card: Scorecard) => void] {
  const entry = `player.card.${cartId}`
  const [card, setCard] = useState(() => readCard(localStorage.getItem(entry)))
  return [
    card,
    next => {
      localStorage.setItem(entry, JSON.stringify(next))
      setCard(next)
    },
  ]
}
