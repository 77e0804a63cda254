import type { XY } from '@greensward/geometry'
import { expect, test } from 'vitest'
import type { CartFix } from '../acceptFix.ts'
import { type CartState, followCart, NEW_CART } from '../followCart.ts'
import { expireRound, followRound, NEW_ROUND_WATCH, type RoundEvent, type RoundWatch } from '../round/followRound.ts'
import { replayGap, roundSampleOf } from './replayGap.ts'

const PASS = 12
const HOLES = ['one', 'two', 'three', 'four'].map((id, n) => ({
  id,
  line: [
    [n * 100, 0],
    [n * 100, 300],
  ] as XY[],
  passMinutes: PASS,
}))
const GROUND = { holes: HOLES, garages: [[-900, -900] as XY], noGo: [] }
const RULES = {
  cart: { stayCheckDelay: 120, applyHoleDelay: 20, alertAccuracy: 5, blockAccuracy: 3 },
  round: { holes: HOLES, rate: 1 },
}
const HOLE_S = PASS * 60

/** A group that takes its minutes for each hole, and then is beside the course. */
const fixAt = (s: number): CartFix => {
  const hole = Math.floor(s / HOLE_S)
  const at: XY = hole < 4 ? [hole * 100 + 5, ((s - hole * HOLE_S) / HOLE_S) * 300] : [-900, -900]
  return { atMs: s * 1_000, at, accuracyM: 3, speedMps: null, trackDeg: null }
}
const fixes = (fromS: number, toS: number): readonly CartFix[] =>
  Array.from({ length: Math.ceil((toS - fromS) / 5) }, (_, n) => fixAt(fromS + n * 5))

const follow = (
  from: { readonly cart: CartState; readonly watch: RoundWatch },
  reported: readonly CartFix[],
): { cart: CartState; watch: RoundWatch; events: readonly RoundEvent[]; late: readonly CartFix[] } => {
  let { cart, watch } = from
  const events: RoundEvent[] = []
  const late: CartFix[] = []
  for (const fix of reported) {
    const next = followCart(cart, fix, GROUND, RULES.cart, 1e12)
    cart = next.state
    if (next.verdict === 'late') late.push(fix)
    const sample = next.verdict === 'taken' ? roundSampleOf(cart) : null
    if (sample === null) continue
    const followed = followRound(watch, sample, RULES.round)
    watch = followed.watch
    events.push(...followed.events)
  }
  return { cart, watch, events, late }
}
const playedIn = (events: readonly RoundEvent[]): readonly (readonly string[])[] =>
  events.flatMap(event => (event.kind === 'finished' ? [event.round.plays.map(({ holeId }) => holeId)] : []))

const GONE_S = 4 * HOLE_S + 1_500

test.each([
  ['a hole and a half', 0.6 * HOLE_S, 2.1 * HOLE_S],
  ['all but the first minutes', 0.3 * HOLE_S, 3.9 * HOLE_S],
])('a silence of %s that is reported after the newest fix does not change the round', (_, fromS, toS) => {
  const before = follow({ cart: NEW_CART, watch: NEW_ROUND_WATCH }, fixes(0, fromS))
  const newest = fixes(toS, GONE_S)
  const missed = fixes(fromS, toS)
  const after = follow(before, [...newest, ...missed])
  expect(after.late).toEqual(missed)
  const { watch, events } = replayGap({ ...before, fixes: [...newest, ...missed] }, GROUND, RULES)
  const inTurn = follow(before, [...missed, ...newest])
  expect(playedIn(events)).toEqual([['one', 'two', 'three', 'four']])
  expect(events).toEqual(inTurn.events)
  expect(watch).toEqual(inTurn.watch)
  expect(playedIn(after.events)).not.toEqual(playedIn(events))
})

test('continues a round that silence ended when the played part is reported after the newest fix', () => {
  const before = follow({ cart: NEW_CART, watch: NEW_ROUND_WATCH }, fixes(0, 1.5 * HOLE_S))
  const silent = expireRound(before.watch, 4 * 3_600_000, RULES.round)
  expect(playedIn(silent.events)).toEqual([['one']])
  const newest = { ...fixAt(GONE_S), atMs: 4 * 3_600_000 }
  const gap = { cart: before.cart, watch: silent.watch, fixes: [newest, ...fixes(1.5 * HOLE_S, GONE_S)] }
  const { events } = replayGap(gap, GROUND, RULES)
  expect(events.map(({ kind }) => kind)).toEqual(['resumed', 'holeChanged', 'holeChanged', 'finished'])
  expect(playedIn(events)).toEqual([['one', 'two', 'three', 'four']])
})
