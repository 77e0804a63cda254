/**
 * Rounds found by themselves: nobody presses start. A hole counts as played when the cart went from its tee to its green
 * and took a quarter of its pace or more, so that a marshal, a cart on its way to the first tee and a ball that was
 * looked for on another hole make no round. Any hole may be the first: shotgun and two-tee starts need no setting.
 */
import { distanceM, lengthM, nearestOnLine, type XY } from '@greensward/geometry'
import { CART_LOST_AFTER_MS } from '../cartLive.ts'
import type { HoleLine } from './currentHole.ts'
import { EIGHTEEN, type HolePlay, NINE, type Round } from './round.ts'

/** A hole as rounds need it. */
export interface PlayedLine extends HoleLine {
  /** Minutes that a group may take. */
  readonly passMinutes: number
}

/** Where a cart is, once a fix went through the rules of carts. */
export interface RoundSample {
  readonly atMs: number
  readonly at: XY
  readonly holeId: string | null
  /** Since when it is on that hole. */
  readonly onHoleSinceMs: number | null
  readonly atGarage: boolean
  readonly isStaying: boolean
}

/** The hole that the cart is on at the moment, whether it plays it or crosses it. */
interface Visit {
  readonly hole: PlayedLine
  readonly sinceMs: number
  readonly wasAtTee: boolean
  readonly reachedGreen: boolean
}

export interface RoundWatch {
  readonly visit: Visit | null
  readonly round: Round | null
  /** At a garage, or off every hole, since; null elsewhere. */
  readonly awaySinceMs: number | null
  /** When it was last seen at a garage; null where it was not. */
  readonly atGarageMs: number | null
  readonly lastMs: number | null
  /** As it was when time alone ended it: what was played meanwhile may come yet, in a batch after a gap. */
  readonly silenced: Pick<RoundWatch, 'visit' | 'round' | 'awaySinceMs'> | null
}

export const NEW_ROUND_WATCH: RoundWatch = {
  visit: null,
  round: null,
  awaySinceMs: null,
  atGarageMs: null,
  lastMs: null,
  silenced: null,
}

/**
 * A round was `begun`, came to another hole (`holeChanged`), is `finished`, or was none and is `dropped`. One that silence
 * ended, finished or dropped, is `resumed` where the cart turns out to have played on.
 */
export type RoundEvent =
  | { readonly kind: 'begun' | 'holeChanged' | 'finished' | 'resumed'; readonly round: Round }
  | { readonly kind: 'dropped' }

export interface RoundRules {
  /** In the order of play. */
  readonly holes: readonly PlayedLine[]
  /** How many times faster than the clock the players' time runs: above 1 only where they are simulated. */
  readonly rate: number
}

const TEE_SHARE = 0.25
const GREEN_SHARE = 0.75
/** A cart is beside the tee this near while its group waits for its time. */
const TEE_REACH_M = 60
/** Of the time at the first tee no more than this is play: a foursome has hit by then. */
const TEEING_OFF_MS = 4 * 60_000
/** A visit this long from the tee begins a hole. */
const BEGINS_AFTER_MS = 60_000
/** Less than this share of its pace is not play. */
const LEAST_SHARE = 0.25
/** Away this long the group has gone home; the rest between two nines takes less. */
const HOME_AFTER_MS = 20 * 60_000
/** After this silence the round is over, wherever the cart is. */
const SILENT_AFTER_MS = 60 * 60_000

const successor = ({ holes }: RoundRules, id: string): string | undefined =>
  holes[(holes.findIndex(hole => hole.id === id) + 1) % holes.length]?.id

const isLongEnough = (ms: number, passMinutes: number, { rate }: RoundRules): boolean =>
  ms >= (passMinutes * 60_000 * LEAST_SHARE) / rate

/** Nine holes may be gone round twice: only then is a round full that has them all. */
const isFull = (holesPlayed: number, { holes }: RoundRules): boolean =>
  holesPlayed >= (holes.length === NINE ? EIGHTEEN : Math.min(EIGHTEEN, holes.length))

/** A tracker that fell silent on the last tee still counts as having played that hole: no cart drives there to go home. */
const isLastOfRound = (number: number, rules: RoundRules): boolean => number === NINE || isFull(number, rules)

/**
 * The plays once it is known what came after the last: one that was too short, or neither came to its green nor was
 * followed by the hole after it, was none.
 */
const settled = (plays: readonly HolePlay[], nextId: string | null, rules: RoundRules): readonly HolePlay[] => {
  const last = plays.at(-1)
  if (last === undefined || last.leftMs === null) return plays
  const isLong = isLongEnough(last.leftMs - last.begunMs, last.passMinutes, rules)
  const isFollowed = nextId !== null && successor(rules, last.holeId) === nextId
  const isBelieved = last.wentUnseen && isLastOfRound(plays.length, rules)
  return isLong && (last.reachedGreen || isFollowed || isBelieved) ? plays : plays.slice(0, -1)
}

const isLongSilence = (stepMs: number, { rate }: RoundRules): boolean => stepMs * rate >= SILENT_AFTER_MS

const isSilence = (stepMs: number, { rate }: RoundRules): boolean => stepMs * rate >= CART_LOST_AFTER_MS

const withLast = (plays: readonly HolePlay[], change: (last: HolePlay) => Partial<HolePlay>): readonly HolePlay[] => {
  const last = plays.at(-1)
  return last === undefined ? plays : [...plays.slice(0, -1), { ...last, ...change(last) }]
}

const playOf = ({ hole, sinceMs, reachedGreen }: Visit): HolePlay => ({
  holeId: hole.id,
  begunMs: sinceMs,
  leftMs: null,
  stayedMs: 0,
  passMinutes: hole.passMinutes,
  reachedGreen,
  wentUnseen: false,
})

const nextVisit = (
  before: Visit | null,
  sample: RoundSample,
  atGarageMs: number | null,
  { holes }: RoundRules,
): Visit | null => {
  // A garage may be beside a tee: a cart that waits there does not play, and has not played when it drives off.
  const hole = sample.atGarage ? undefined : holes.find(({ id }) => id === sample.holeId)
  if (hole === undefined) return null
  const share = (nearestOnLine(hole.line, sample.at)?.alongM ?? 0) / Math.max(1, lengthM(hole.line))
  const known = before?.hole.id === hole.id ? before : undefined
  const wasAtTee = known?.wasAtTee === true || share <= TEE_SHARE
  return {
    hole,
    sinceMs: known?.sinceMs ?? Math.max(sample.onHoleSinceMs ?? sample.atMs, atGarageMs ?? 0),
    wasAtTee,
    reachedGreen: known?.reachedGreen === true || (wasAtTee && share >= GREEN_SHARE),
  }
}

/** The round as it counts when it is over; null where nothing of it was play. */
const ended = (plays: readonly HolePlay[], atMs: number, rules: RoundRules): Round | null => {
  const left = withLast(plays, last => ({ leftMs: last.leftMs ?? atMs }))
  const counted = settled(left, null, rules)
  const finishedMs = counted.at(-1)?.leftMs ?? null
  return finishedMs === null ? null : { plays: counted, finishedMs }
}

const over = (plays: readonly HolePlay[], atMs: number, rules: RoundRules): RoundEvent => {
  const round = ended(plays, atMs, rules)
  return round === null ? { kind: 'dropped' } : { kind: 'finished', round }
}

/** The last play continues while the cart is on its hole, and ends when it is elsewhere. */
const continuePlay = (
  plays: readonly HolePlay[],
  visit: Visit | null,
  sample: RoundSample,
  stepMs: number,
  rules: RoundRules,
): readonly HolePlay[] =>
  withLast(plays, last => {
    const wentUnseen = last.wentUnseen || (last.leftMs === null && isSilence(stepMs, rules))
    if (visit?.hole.id !== last.holeId) return { leftMs: last.leftMs ?? visit?.sinceMs ?? sample.atMs, wentUnseen }
    const tee = visit.hole.line[0]
    const isWaiting = plays.length === 1 && tee !== undefined && distanceM(tee, sample.at) <= TEE_REACH_M
    return {
      leftMs: null,
      begunMs: isWaiting ? Math.max(last.begunMs, sample.atMs - TEEING_OFF_MS / rules.rate) : last.begunMs,
      stayedMs: last.stayedMs + (sample.isStaying ? stepMs : 0),
      reachedGreen: last.reachedGreen || visit.reachedGreen,
      wentUnseen,
    }
  })

/** Whether the cart begins to play the hole that it is on now. */
const begins = (visit: Visit, plays: readonly HolePlay[], atMs: number, rules: RoundRules): boolean => {
  if ((atMs - visit.sinceMs) * rules.rate < BEGINS_AFTER_MS) return false
  const last = plays.at(-1)
  return visit.wasAtTee || (last !== undefined && successor(rules, last.holeId) === visit.hole.id)
}

/** A hole of this round once more: on nine holes the second time round, else it has to be played to the green to count. */
const isSecondTime = ({ hole }: Visit, plays: readonly HolePlay[], { holes }: RoundRules): boolean =>
  plays.some(({ holeId }) => holeId === hole.id) &&
  !(holes.length === NINE && plays.filter(({ holeId }) => holeId === hole.id).length < 2 && plays.length >= NINE)

/** A cart whose tracker fell silent on a tee and reports from elsewhere has started that hole meanwhile. */
const withUnseen = (
  plays: readonly HolePlay[],
  silentOn: Visit | null,
  atMs: number,
  rules: RoundRules,
): readonly HolePlay[] =>
  silentOn !== null &&
  plays.at(-1)?.leftMs !== null &&
  begins(silentOn, plays, atMs, rules) &&
  !isSecondTime(silentOn, plays, rules)
    ? [...settled(plays, silentOn.hole.id, rules), playOf(silentOn)]
    : plays

interface Followed {
  readonly watch: RoundWatch
  readonly events: readonly RoundEvent[]
}

/** A position of the time within which nobody would have ended it takes the silence back. */
const resume = (watch: RoundWatch, atMs: number, rules: RoundRules): Followed => {
  const { lastMs, silenced } = watch
  if (silenced === null || lastMs === null || isLongSilence(atMs - lastMs, rules)) return { watch, events: [] }
  const { round } = silenced
  return {
    watch: { ...watch, ...silenced, silenced: null },
    events: round === null ? [] : [{ kind: 'resumed', round }],
  }
}

/** One sample further. Pure: the same samples find the same rounds. */
export const followRound = (known: RoundWatch, sample: RoundSample, rules: RoundRules): Followed => {
  const resumed = resume(known, sample.atMs, rules)
  const before = resumed.watch
  const expired = expireRound(before, sample.atMs, rules)
  const events: RoundEvent[] = [...resumed.events, ...expired.events]
  const atGarageMs = sample.atGarage ? sample.atMs : before.atGarageMs
  const visit = nextVisit(expired.watch.visit, sample, atGarageMs, rules)
  const awaySinceMs = sample.atGarage || sample.holeId === null ? (before.awaySinceMs ?? sample.atMs) : null
  const stepMs = before.lastMs === null ? 0 : sample.atMs - before.lastMs
  let round = expired.watch.round
  const begin = (plays: readonly HolePlay[], from: Visit, kind: 'begun' | 'holeChanged'): void => {
    round = { plays: [...plays, playOf(from)], finishedMs: null }
    events.push({ kind, round })
  }
  const end = (plays: readonly HolePlay[]): void => {
    events.push(over(plays, sample.atMs, rules))
    round = null
  }
  if (round === null) {
    if (visit !== null && begins(visit, [], sample.atMs, rules)) begin([], visit, 'begun')
  } else {
    const silentOn = isSilence(stepMs, rules) && before.visit?.hole.id !== visit?.hole.id ? before.visit : null
    const plays = continuePlay(withUnseen(round.plays, silentOn, sample.atMs, rules), visit, sample, stepMs, rules)
    const last = plays.at(-1)
    const counted = settled(plays, visit?.hole.id ?? null, rules)
    round = { plays, finishedMs: null }
    const isHome = awaySinceMs !== null && (sample.atMs - awaySinceMs) * rules.rate >= HOME_AFTER_MS
    const isComplete = counted === plays && last?.leftMs !== null && isFull(counted.length, rules)
    if (isHome || isComplete) end(plays)
    else if (visit !== null && visit.hole.id !== last?.holeId) {
      if (isSecondTime(visit, plays, rules)) {
        if (visit.reachedGreen && isLongEnough(sample.atMs - visit.sinceMs, visit.hole.passMinutes, rules)) {
          end(plays)
          begin([], visit, 'begun')
        }
      } else if (begins(visit, plays, sample.atMs, rules)) begin(counted, visit, 'holeChanged')
    }
  }
  return { watch: { visit, round, awaySinceMs, atGarageMs, lastMs: sample.atMs, silenced: null }, events }
}

/** Time alone ends the round of a cart that fell silent. */
export const expireRound = (watch: RoundWatch, nowMs: number, rules: RoundRules): Followed => {
  const { lastMs, visit, round, awaySinceMs } = watch
  if (lastMs === null || watch.silenced !== null || !isLongSilence(nowMs - lastMs, rules)) return { watch, events: [] }
  return {
    watch: { ...NEW_ROUND_WATCH, lastMs, silenced: { visit, round, awaySinceMs } },
    events: round === null ? [] : [over(round.plays, lastMs, rules)],
  }
}
