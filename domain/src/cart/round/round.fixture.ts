import type { XY } from '@greensward/geometry'
import { followCart, NEW_CART } from '../followCart.ts'
import {
  followRound,
  NEW_ROUND_WATCH,
  type PlayedLine,
  type RoundEvent,
  type RoundRules,
  type RoundSample,
  type RoundWatch,
} from './followRound.ts'
import type { Round } from './round.ts'

export const PASS = 14
export const GARAGE: XY = [-200, -200]
/** Eighteen holes side by side, up and down in turn, so that a green is beside the next tee. */
export const HOLES: readonly PlayedLine[] = Array.from({ length: 18 }, (_, n) => ({
  id: `hole ${n + 1}`,
  line:
    n % 2 === 0
      ? ([
          [n * 100, 0],
          [n * 100, 350],
        ] as XY[])
      : ([
          [n * 100, 350],
          [n * 100, 0],
        ] as XY[]),
  passMinutes: PASS,
}))
export const RULES: RoundRules = { holes: HOLES, rate: 1 }
export const CART_RULES = { stayCheckDelay: 120, applyHoleDelay: 20, alertAccuracy: 5, blockAccuracy: 3 }

/** A place, and how many seconds the cart stays there; it drives 4 m/s between two. */
export type Stop = readonly [at: XY, seconds: number, tracker?: 'silent']

/** One hole in this many minutes: at the tee, on the way twice, and beside the green. */
export const hole = (number: number, minutes = PASS): readonly Stop[] => {
  const line = HOLES[number - 1]?.line ?? []
  const [[x, from], [, to]] = [line[0] ?? GARAGE, line[1] ?? GARAGE]
  const place = (share: number): XY => [x + 8, from + (to - from) * share]
  const standS = minutes * 60 - 350 / 4 - 25
  return [
    [place(0), standS * 0.25],
    [place(0.4), standS * 0.15],
    [place(0.7), standS * 0.15],
    [place(0.95), standS * 0.45],
  ]
}
export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)
export const holes = (numbers: readonly number[], minutes = PASS): readonly Stop[] =>
  numbers.flatMap(n => hole(n, minutes))
export const HOME: Stop = [GARAGE, 1_500]

/** Plays the stops through the rules of carts and rounds, a fix every five seconds. */
export const play = (
  stops: readonly Stop[],
  startS = 0,
  rules = RULES,
  onSample: (sample: RoundSample) => void = () => undefined,
) => {
  const ground = { holes: rules.holes, garages: [GARAGE], noGo: [] }
  let cart = NEW_CART
  let watch: RoundWatch = NEW_ROUND_WATCH
  const events: RoundEvent[] = []
  let s = startS
  let at: XY = GARAGE
  const report = (): void => {
    const fix = { atMs: s * 1_000, at, accuracyM: 3, trackDeg: null, speedMps: null }
    cart = followCart(cart, fix, ground, CART_RULES, fix.atMs).state
    const sample = {
      atMs: fix.atMs,
      at,
      holeId: cart.hole.holeId,
      onHoleSinceMs: cart.hole.sinceMs,
      atGarage: cart.atGarage,
      isStaying: cart.stay.stayingSinceMs !== null,
    }
    onSample(sample)
    const next = followRound(watch, sample, rules)
    watch = next.watch
    events.push(...next.events)
    s += 5
  }
  for (const [to, standS, tracker] of stops) {
    const from = at
    const seconds = Math.hypot(to[0] - from[0], to[1] - from[1]) / 4
    if (tracker === 'silent') {
      at = to
      s += Math.ceil((seconds + standS) / 5) * 5
      continue
    }
    for (let gone = 0; gone < seconds; gone += 5) {
      at = [from[0] + ((to[0] - from[0]) * gone) / seconds, from[1] + ((to[1] - from[1]) * gone) / seconds]
      report()
    }
    at = to
    for (let gone = 0; gone < standS; gone += 5) report()
  }
  const finished = events.flatMap(event => (event.kind === 'finished' ? [event.round] : []))
  return { watch, events, finished, endS: s }
}
export const numbersOf = (round: Round | undefined): number[] =>
  (round?.plays ?? []).map(({ holeId }) => Number(holeId.slice(5)))
