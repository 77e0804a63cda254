import type { XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import {
  expireRound,
  followRound,
  NEW_ROUND_WATCH,
  type RoundEvent,
  type RoundSample,
  type RoundWatch,
} from './followRound.ts'
import { GARAGE, HOLES, HOME, hole, holes, numbersOf, PASS, play, RULES, range, type Stop } from './round.fixture.ts'
import { playedMs, type Round, roundKindOf } from './round.ts'
import { groupAhead, paceNow } from './roundPace.ts'

describe('a round is found by itself', () => {
  test('with eighteen holes from the first, each about as long as it took', () => {
    const { finished } = play([...holes(range(1, 18)), HOME])
    expect(finished.map(numbersOf)).toEqual([range(1, 18)])
    for (const { begunMs, leftMs, stayedMs } of finished[0]?.plays ?? []) {
      const minutes = ((leftMs ?? 0) - begunMs) / 60_000
      expect(minutes).toBeGreaterThan(PASS - 2)
      expect(minutes).toBeLessThan(PASS + 1.5)
      expect(stayedMs).toBeGreaterThan(0)
      expect(stayedMs / 60_000).toBeLessThan(minutes)
    }
  })

  test('of a two-tee start, with a rest at the clubhouse between the nines', () => {
    const { finished } = play([...holes(range(10, 18)), [GARAGE, 600], ...holes(range(1, 9)), HOME])
    expect(finished.map(numbersOf)).toEqual([[...range(10, 18), ...range(1, 9)]])
  })

  test('of a shotgun start at any hole', () => {
    const { finished } = play([...holes([...range(7, 18), ...range(1, 6)]), HOME])
    expect(finished.map(numbersOf)).toEqual([[...range(7, 18), ...range(1, 6)]])
    expect(roundKindOf(finished[0]?.plays.length ?? 0)).toBe('eighteen')
  })

  test('of nine holes, when the cart goes home after them; of any other number too', () => {
    for (const last of [9, 5]) {
      const { finished } = play([...holes(range(1, last)), HOME])
      expect(finished.map(numbersOf)).toEqual([range(1, last)])
      expect(roundKindOf(finished[0]?.plays.length ?? 0)).toBe(last === 9 ? 'nine' : 'part')
    }
  })

  test('twice round a course of nine holes', () => {
    const nine = { ...RULES, holes: HOLES.slice(0, 9) }
    expect(play([...holes(range(1, 9)), ...holes(range(1, 9)), HOME], 0, nine).finished.map(numbersOf)).toEqual([
      [...range(1, 9), ...range(1, 9)],
    ])
    expect(play([...holes(range(1, 9)), HOME], 0, nine).finished.map(numbersOf)).toEqual([range(1, 9)])
  })

  test('and the next one after it in the same cart', () => {
    const { finished } = play([...holes(range(1, 18)), ...holes(range(1, 18)), HOME])
    expect(finished.map(numbersOf)).toEqual([range(1, 18), range(1, 18)])
  })

  test('without the wait for the time at the first tee', () => {
    const [x] = HOLES[0]?.line[0] ?? [0, 0]
    const { finished } = play([[[x + 8, 5], 1_800], ...holes(range(1, 18)), HOME])
    const [first] = finished[0]?.plays ?? []
    expect(((first?.leftMs ?? 0) - (first?.begunMs ?? 0)) / 60_000).toBeLessThan(PASS + 4)
  })

  test('through a ball that is looked for on another hole, and a hole that is left out', () => {
    const lost: readonly Stop[] = [[[205, 180], 200]]
    const [one = [], two = [], three = [], four = [], five = []] = range(1, 5).map(n => hole(n))
    const middle = two.slice(0, 2)
    const { finished } = play([
      ...one,
      ...middle,
      ...lost,
      ...two.slice(2),
      ...three,
      ...five,
      ...holes(range(6, 18)),
      HOME,
    ])
    expect(finished.map(numbersOf)).toEqual([[1, 2, 3, ...range(5, 18)]])
    expect(four.length).toBe(4)
  })

  const silent = (stops: readonly Stop[]): readonly Stop[] => stops.map(([at, seconds]) => [at, seconds, 'silent'])
  /** Reports from the tee for this long, and then none until the cart is somewhere else. */
  const lostAtTee = (number: number, reportsS: number, backAt: XY): readonly Stop[] => {
    const [tee, ...rest] = hole(number)
    if (tee === undefined) return []
    return [[tee[0], reportsS], ...silent([[tee[0], Math.max(0, tee[1] - reportsS)], ...rest, [backAt, 0]])]
  }

  test.each([
    [18, 150],
    [18, 40],
    [9, 150],
  ])(
    'to its end where the tracker fell silent on tee %d after %d s and reports from the clubhouse again',
    (last, reportsS) => {
      const { finished, watch } = play([...holes(range(1, last - 1)), ...lostAtTee(last, reportsS, GARAGE), HOME])
      expect(finished.map(numbersOf)).toEqual([range(1, last)])
      expect(watch.round).toBeNull()
      const [round] = finished
      expect(roundKindOf(round?.plays.length ?? 0)).toBe(last === 9 ? 'nine' : 'eighteen')
      // The duration of the last hole is unknown; those of the others are known.
      expect(round?.plays.map(one => playedMs(one) === null)).toEqual(range(1, last).map(number => number === last))
    },
  )

  test('with what is known where the cart is silent for good from the last tee on, or goes home from another tee', () => {
    const lost = play([...holes(range(1, 17)), ...lostAtTee(18, 150, GARAGE)])
    expect(lost.finished).toEqual([])
    const { events } = expireRound(lost.watch, (lost.endS + 3_700) * 1_000, RULES)
    expect(events).toMatchObject([{ kind: 'finished' }])
    expect(events.flatMap(event => (event.kind === 'finished' ? [numbersOf(event.round)] : []))).toEqual([range(1, 17)])
    const { finished } = play([...holes(range(1, 4)), ...lostAtTee(5, 150, GARAGE), HOME])
    expect(finished.map(numbersOf)).toEqual([range(1, 4)])
  })

  test('through a gap from one tee to the next, and one in the middle of a hole, with the times of both', () => {
    const [[fifth] = HOME] = hole(5)
    const [tee, ...rest] = hole(6)
    const inside = tee === undefined ? [] : [tee, ...silent(rest.slice(0, 1)), ...rest.slice(1)]
    const stops = [
      ...holes(range(1, 3)),
      ...lostAtTee(4, 150, fifth),
      ...hole(5),
      ...inside,
      ...holes(range(7, 18)),
      HOME,
    ]
    const { finished } = play(stops)
    expect(finished.map(numbersOf)).toEqual([range(1, 18)])
    expect(finished[0]?.plays.filter(one => playedMs(one) === null)).toEqual([])
  })

  test('not since yesterday, for a cart that was left on a hole overnight', () => {
    const at: XY = [208, 80]
    const { watch, endS } = play([
      [at, 100],
      [at, 10 * 3_600, 'silent'],
      [at, 300],
    ])
    const [first] = watch.round?.plays ?? []
    expect(endS * 1_000 - (first?.begunMs ?? 0)).toBeLessThan(310_000)
  })

  test('ends after an hour without a position, at the last known one', () => {
    const { watch, endS } = play(holes(range(1, 4)))
    const { events } = expireRound(watch, (endS + 3_700) * 1_000, RULES)
    expect(events).toMatchObject([{ kind: 'finished' }])
    expect(expireRound(watch, (endS + 1_800) * 1_000, RULES).events).toEqual([])
  })

  test('and continues as one round with every hole when the fixes of that hour arrive after all', () => {
    const samples: RoundSample[] = []
    play([...holes(range(1, 18)), HOME], 0, RULES, sample => samples.push(sample))
    const cut = samples.findIndex(({ atMs }) => atMs >= 60 * 60_000)
    const follow = (watch: RoundWatch, some: readonly RoundSample[], events: RoundEvent[]): RoundWatch =>
      some.reduce((before, sample) => {
        const next = followRound(before, sample, RULES)
        events.push(...next.events)
        return next.watch
      }, watch)
    const events: RoundEvent[] = []
    const before = follow(NEW_ROUND_WATCH, samples.slice(0, cut), events)
    // No report for two hours: each look at the clock finds the round over, and says so once.
    const first = expireRound(before, 3 * 3_600_000, RULES)
    const silent = expireRound(first.watch, 3.1 * 3_600_000, RULES)
    events.push(...first.events, ...silent.events)
    follow(silent.watch, samples.slice(cut), events)
    const kinds = events.map(({ kind }) => kind).filter(kind => kind !== 'holeChanged')
    expect(kinds).toEqual(['begun', 'finished', 'resumed', 'finished'])
    const ends = events.flatMap(event => (event.kind === 'finished' ? [numbersOf(event.round)] : []))
    expect(ends.at(-1)).toEqual(range(1, 18))
    // A cart that reports again only after the hour plays another round.
    const later: RoundEvent[] = []
    follow(
      silent.watch,
      samples.filter(({ atMs }) => atMs >= 2.1 * 3_600_000),
      later,
    )
    expect(later[0]?.kind).toBe('begun')
  })

  test('and none for a marshal who drives every hole, a cart that crosses the course, or one that waits and goes home', () => {
    const marshal = range(1, 18).flatMap((n): readonly Stop[] => hole(n).map(([at]) => [at, 10]))
    expect(play([...marshal, HOME]).finished).toEqual([])
    expect(play([[[1_750, 180], 60], [[-100, 180], 60], HOME]).events).toEqual([])
    const [x] = HOLES[0]?.line[0] ?? [0, 0]
    expect(play([[[x, 5], 900], HOME]).events.map(({ kind }) => kind)).toEqual(['begun', 'dropped'])
  })

  test('not for carts that wait at a garage beside a tee, nor when they drive off to another', () => {
    const garage: XY = [110, 350]
    const holeId = 'hole 2'
    let watch: RoundWatch = NEW_ROUND_WATCH
    for (let s = 0; s < 3_600 + 45; s += 5) {
      const atGarage = s < 3_600
      const at: XY = atGarage ? garage : [garage[0], garage[1] - (s - 3_600)]
      const sample = { atMs: s * 1_000, at, holeId, onHoleSinceMs: 0, atGarage, isStaying: false }
      const next = followRound(watch, sample, RULES)
      expect(next.events).toEqual([])
      watch = next.watch
    }
  })

  test('the same at sixty times the speed of the clock', () => {
    const fast = { ...RULES, rate: 60 }
    let watch: RoundWatch = NEW_ROUND_WATCH
    const finished: Round[] = []
    for (let ms = 0; ms < 18 * 14_000 + 30_000; ms += 250) {
      const index = Math.floor(ms / 14_000)
      const share = (ms % 14_000) / 14_000
      const line = HOLES[index]?.line
      const [from, to] = [line?.[0] ?? GARAGE, line?.[1] ?? GARAGE]
      const at: XY = [from[0], from[1] + (to[1] - from[1]) * share]
      const holeId = line === undefined ? null : `hole ${index + 1}`
      const sample = { atMs: ms, at, holeId, onHoleSinceMs: null, atGarage: line === undefined, isStaying: false }
      const next = followRound(watch, sample, fast)
      watch = next.watch
      for (const event of next.events) if (event.kind === 'finished') finished.push(event.round)
    }
    expect(finished.map(numbersOf)).toEqual([range(1, 18)])
  })
})

test('a day of eighteen groups: every round is found whole, and those behind the slow group are not blamed for it', () => {
  const TEE_EVERY_S = 600
  const SLOW = 4
  const seconds = (stops: readonly Stop[], from: XY): number => {
    let at = from
    return stops.reduce((sum, [to, standS]) => {
      const drive = Math.hypot(to[0] - at[0], to[1] - at[1]) / 4
      at = to
      return sum + drive + standS
    }, 0)
  }
  /** When each tee is free again: nobody plays before the group in front is at the green. */
  const free = new Map<number, number>()
  const groups = Array.from({ length: 18 }, (_, group) => {
    const stops: Stop[] = []
    let nowS = group * TEE_EVERY_S
    let at = GARAGE
    const add = (stop: Stop): void => {
      nowS += seconds([stop], at)
      at = stop[0]
      stops.push(stop)
    }
    for (const number of range(1, 18)) {
      const [tee, ...others] = hole(number, group === SLOW ? PASS + 4 : PASS - 1)
      if (tee === undefined) continue
      add([tee[0], 0])
      add([tee[0], tee[1] + Math.max(0, (free.get(number) ?? 0) - nowS)])
      for (const [index, stop] of others.entries()) {
        if (index === others.length - 1) free.set(number, nowS + seconds([[stop[0], 0]], at))
        add(stop)
      }
    }
    return { cartId: `cart ${group}`, stops: [...stops, HOME], startS: group * TEE_EVERY_S }
  })
  const day = groups.map(({ cartId, stops, startS }) => ({ cartId, ...play(stops, startS) }))
  expect(day.map(({ finished }) => finished.map(numbersOf))).toEqual(day.map(() => [range(1, 18)]))
  const all = day.flatMap(({ cartId, finished }) => finished.map(round => ({ cartId, round })))
  /** The state of each on the twelfth hole. */
  const rated = all.map(({ cartId, round }) => {
    const nowMs = round.plays[11]?.leftMs ?? 0
    const plays = round.plays.slice(0, 12).map((play, index) => (index === 11 ? { ...play, leftMs: null } : play))
    const own = { cartId, round: { plays, finishedMs: null } }
    return paceNow(own.round, groupAhead(own, all, 1), RULES, nowMs)
  })
  expect(rated.slice(0, SLOW).map(now => now?.rating)).toEqual(Array.from({ length: SLOW }, () => 'onTime'))
  expect(rated[SLOW]).toMatchObject({ rating: 'behind', isHeldUp: false })
  for (const now of rated.slice(SLOW + 1)) expect(now?.rating).not.toBe('behind')
  expect(rated[SLOW + 1]?.isHeldUp).toBe(true)
})
