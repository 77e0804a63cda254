/** Where machines and groups are in the film of a shift: from the planned moves of its mowers, and from when groups are expected on each hole. */
import type { FilmMove } from '@greensward/contract'
import { frameAround, type PlanLeg, type Position, type ReplayPlace } from '@greensward/domain'
import { arrivalsOf } from '@greensward/geometry'

type Leg = Pick<PlanLeg, 'points' | 'speedMps' | 'bladeOn'>

/** A move with the moment of each of its points, milliseconds since 1970. */
export interface TimedMove {
  readonly fromMs: number
  readonly toMs: number
  readonly points: readonly Position[]
  readonly atMs: readonly number[]
  readonly bladeOn: readonly boolean[]
}

/** Without a speed of its own a way is driven evenly: only its span is known. */
const WAY_MPS = 1

/** The time model says how a drive is spread over the time that the plan gives it. */
export const timedMove = ({ startsAt, endsAt, line }: FilmMove, legs: readonly Leg[] = []): TimedMove => {
  const [fromMs, toMs] = [Date.parse(startsAt), Date.parse(endsAt)]
  const driven: readonly Leg[] =
    legs.length > 0 ? legs : line.length < 2 ? [] : [{ points: line, speedMps: WAY_MPS, bladeOn: false }]
  const points = driven.flatMap(leg => leg.points)
  const frame = frameAround(points)
  const arrivals = arrivalsOf(
    driven.map(leg => ({ speedMps: leg.speedMps, points: leg.points.map(point => frame.toLocal(point)) })),
  )
  const wholeS = arrivals.at(-1) ?? 0
  const msPerS = wholeS > 0 ? (toMs - fromMs) / wholeS : 0
  return {
    fromMs,
    toMs,
    points,
    atMs: [...arrivals].map(seconds => fromMs + seconds * msPerS),
    bladeOn: driven.flatMap(leg => leg.points.map(() => leg.bladeOn)),
  }
}

/** The index of the last moment at or before one; -1 before all. */
const lastAt = (moments: readonly number[], ms: number): number => {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

const DEG = 180 / Math.PI

const headingDeg = ([lon, lat]: Position, [toLon, toLat]: Position): number =>
  (Math.atan2((toLon - lon) * Math.cos(lat / DEG), toLat - lat) * DEG + 360) % 360

type Placed = Omit<ReplayPlace, 'step'>

const placeIn = ({ points, atMs, bladeOn }: TimedMove, ms: number): Placed | null => {
  const at = Math.max(0, lastAt(atMs, ms))
  const [before, after] = [points[at], points[at + 1]]
  if (before === undefined) return null
  if (after === undefined) {
    const last = points[at - 1]
    return { position: before, headingDeg: last === undefined ? null : headingDeg(last, before), bladeOn: false }
  }
  const [beginMs, endMs] = [atMs[at] ?? ms, atMs[at + 1] ?? ms]
  const share = endMs > beginMs ? Math.max(0, Math.min(1, (ms - beginMs) / (endMs - beginMs))) : 1
  return {
    position: [before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share],
    headingDeg: headingDeg(before, after),
    bladeOn: bladeOn[at + 1] ?? false,
  }
}

/** Where the mower is; it stays where its last drive ended; before its first the place is unknown. */
export const placeOf = (moves: readonly TimedMove[], ms: number): Placed | null => {
  const begun = moves.findLast(move => move.fromMs <= ms && move.points.length > 0)
  if (begun === undefined) return null
  if (ms < begun.toMs) return placeIn(begun, ms)
  const place = placeIn(begun, begun.toMs)
  return place === null ? null : { ...place, bladeOn: false }
}

/** One place for each second of a span; none while it is unknown. */
export const placesOf = (placeAt: (ms: number) => Placed | null, fromMs: number, toMs: number): ReplayPlace[] => {
  const places: ReplayPlace[] = []
  for (let step = 0; fromMs + step * 1_000 < toMs; step++) {
    const place = placeAt(fromMs + step * 1_000)
    if (place !== null) places.push({ step, ...place })
  }
  return places
}

/** A group on a hole for a while. */
export interface HolePlay {
  /** Of its tee time, or the name of its cart. */
  readonly group: string
  /** The number of the hole in the order of play, from 0. */
  readonly hole: number
  readonly line: readonly Position[]
  readonly fromMs: number
  readonly toMs: number
}

export interface FilmGroup {
  readonly id: string
  readonly name: string
  readonly holes: readonly number[]
  readonly moves: readonly TimedMove[]
}

const walkOf = ({ fromMs, toMs, line }: HolePlay): TimedMove =>
  timedMove({
    taskId: '',
    kind: 'way',
    missionId: null,
    startsAt: new Date(fromMs).toISOString(),
    endsAt: new Date(toMs).toISOString(),
    line: [...line],
  })

/** The order of the holes tells two groups with one tee time, from two tees, apart. */
export const groupsOf = (plays: readonly HolePlay[], holes: number): readonly FilmGroup[] => {
  const groups: { id: string; name: string; holes: number[]; moves: TimedMove[] }[] = []
  for (const play of plays.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const own = groups.find(({ name, holes: played }) => {
      const last = played.at(-1)
      return name === play.group && last !== undefined && (last + 1) % holes === play.hole
    })
    const group = own ?? { id: `group ${groups.length + 1}`, name: play.group, holes: [], moves: [] }
    if (own === undefined) groups.push(group)
    group.holes.push(play.hole)
    group.moves.push(walkOf(play))
  }
  return groups
}

/** A group walks evenly from tee to green; it is nowhere before its first hole, and gone after its last. */
export const groupAt = ({ moves }: FilmGroup, ms: number): Placed | null => {
  const place = ms > (moves.at(-1)?.toMs ?? 0) ? null : placeOf(moves, ms)
  return place === null ? null : { ...place, bladeOn: null }
}
