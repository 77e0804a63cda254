/** A round compared with the pace of its holes, and with the group in front. */
import type { CourseFeature } from '../../course/course.ts'
import type { PlayedLine, RoundRules } from './followRound.ts'
import { EIGHTEEN, type HolePlay, NINE, type PaceRating, type Round } from './round.ts'

/** From this many minutes on a group is late, and behind if the hole in front of it is open. */
export const LATE_MINUTES = 4
export const BEHIND_MINUTES = 10
/** Before this many holes the pace so far does not predict the rest. */
const LEARNT_AFTER = 2
/** Nobody plays the rest of a round much slower or faster than the start of it. */
const SLOWEST = 1.6
const FASTEST = 0.8

/** A round among those of the day: the group in front may have finished already. */
export interface RoundOfCart {
  readonly cartId: string
  readonly round: Round
}

export interface Ahead {
  readonly cartId: string
  /** Of the players, whole. */
  readonly gapMinutes: number
}

export interface PaceNow {
  readonly holeId: string | null
  readonly holesPlayed: number
  readonly holesOfRound: number
  readonly holeMinutes: number
  readonly behindMinutes: number
  readonly rating: PaceRating
  readonly isHeldUp: boolean
  readonly ahead: Ahead | null
  readonly finishMs: number
}

const minutesOf = (ms: number, rate: number): number => (ms * rate) / 60_000

/** The last group on the hole before this one. */
export const groupAhead = (own: RoundOfCart, others: readonly RoundOfCart[], rate: number): Ahead | null => {
  const play = own.round.plays.at(-1)
  if (play === undefined) return null
  let nearest: { cartId: string; begunMs: number } | undefined
  for (const { cartId, round } of others) {
    if (cartId === own.cartId) continue
    for (const { holeId, begunMs } of round.plays)
      if (holeId === play.holeId && begunMs < play.begunMs && begunMs > (nearest?.begunMs ?? Number.NEGATIVE_INFINITY))
        nearest = { cartId, begunMs }
  }
  return nearest === undefined
    ? null
    : { cartId: nearest.cartId, gapMinutes: Math.round(minutesOf(play.begunMs - nearest.begunMs, rate)) }
}

const holesToPlay = (holes: readonly unknown[], playsSoFar: number): number =>
  holes.length === NINE && playsSoFar > NINE ? EIGHTEEN : Math.min(EIGHTEEN, holes.length)

const restMinutes = (last: HolePlay, count: number, holes: readonly PlayedLine[]): number => {
  const index = holes.findIndex(({ id }) => id === last.holeId)
  let minutes = 0
  for (let n = 1; n <= count; n += 1) minutes += holes[(index + n) % holes.length]?.passMinutes ?? 0
  return minutes
}

/** How many of its minutes a hole takes this group: as it played so far, once that says something. */
const speedOf = (plays: readonly HolePlay[], rate: number): number => {
  const [first, last] = [plays[0], plays.at(-1)]
  const done = last?.leftMs === null ? plays.slice(0, -1) : plays
  const allowed = done.reduce((sum, { passMinutes }) => sum + passMinutes, 0)
  const leftMs = done.at(-1)?.leftMs
  if (first === undefined || leftMs === undefined || leftMs === null || done.length < LEARNT_AFTER || allowed === 0)
    return 1
  return Math.max(FASTEST, Math.min(SLOWEST, minutesOf(leftMs - first.begunMs, rate) / allowed))
}

const ratingOf = (behindMinutes: number, isHeldUp: boolean): PaceRating =>
  behindMinutes < LATE_MINUTES ? 'onTime' : behindMinutes < BEHIND_MINUTES || isHeldUp ? 'late' : 'behind'

/**
 * @param ahead of `groupAhead`
 * @returns null for a round without a hole
 */
export const paceNow = (
  { plays }: Round,
  ahead: Ahead | null,
  { holes, rate }: RoundRules,
  nowMs: number,
): PaceNow | null => {
  const [first, last] = [plays[0], plays.at(-1)]
  if (first === undefined || last === undefined) return null
  const isOnHole = last.leftMs === null
  const done = isOnHole ? plays.slice(0, -1) : plays
  const doneMinutes = done.reduce((sum, { passMinutes }) => sum + passMinutes, 0)
  const holeMinutes = isOnHole ? minutesOf(nowMs - last.begunMs, rate) : 0
  const allowed = doneMinutes + (isOnHole ? Math.min(holeMinutes, last.passMinutes) : 0)
  const elapsed = minutesOf((isOnHole ? nowMs : (last.leftMs ?? nowMs)) - first.begunMs, rate)
  const behindMinutes = Math.trunc(elapsed - allowed)
  const isHeldUp = behindMinutes >= LATE_MINUTES && ahead !== null && ahead.gapMinutes <= last.passMinutes
  const holesOfRound = holesToPlay(holes, plays.length)
  const speed = speedOf(plays, rate)
  const left = Math.max(0, holesOfRound - plays.length)
  const rest =
    restMinutes(last, left, holes) * speed + (isOnHole ? Math.max(0, last.passMinutes * speed - holeMinutes) : 0)
  return {
    holeId: isOnHole ? last.holeId : null,
    holesPlayed: done.length,
    holesOfRound,
    holeMinutes: Math.floor(holeMinutes),
    behindMinutes,
    rating: ratingOf(behindMinutes, isHeldUp),
    isHeldUp,
    ahead,
    finishMs: nowMs + (rest * 60_000) / rate,
  }
}

/** When a group is expected to be on a hole. */
export interface ExpectedPlay {
  readonly holeId: string
  readonly fromMs: number
  readonly toMs: number
}

/** Holes in the order of play, with the minutes that each may take. */
export interface PlayRules {
  readonly holes: readonly Pick<PlayedLine, 'id' | 'passMinutes'>[]
  readonly rate: number
}

export const holesOfPlay = (features: readonly CourseFeature[]): PlayRules['holes'] =>
  features
    .flatMap(({ id, ...feature }) =>
      feature.kind === 'hole' && feature.properties.isActive ? [{ id, ...feature.properties }] : [],
    )
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ id, pass }) => ({ id, passMinutes: pass }))

/** The hole that a round is on and those ahead of it, each at the pace that the group has shown; none once it is over. */
export const expectedPlay = (
  { plays, finishedMs }: Round,
  { holes, rate }: PlayRules,
  nowMs: number,
): ExpectedPlay[] => {
  const last = plays.at(-1)
  const index = holes.findIndex(({ id }) => id === last?.holeId)
  if (last === undefined || index < 0 || finishedMs !== null) return []
  const durationMs = (passMinutes: number): number => (passMinutes * 60_000 * speedOf(plays, rate)) / rate
  const expected: ExpectedPlay[] = []
  let fromMs = nowMs
  if (last.leftMs === null) {
    const toMs = Math.max(nowMs, last.begunMs + durationMs(last.passMinutes))
    expected.push({ holeId: last.holeId, fromMs: last.begunMs, toMs })
    fromMs = toMs
  }
  const left = holesToPlay(holes, plays.length) - plays.length
  for (let n = 1; n <= left; n += 1) {
    const hole = holes[(index + n) % holes.length]
    if (hole === undefined) break
    const toMs = fromMs + durationMs(hole.passMinutes)
    expected.push({ holeId: hole.id, fromMs, toMs })
    fromMs = toMs
  }
  return expected
}
