import { driveS } from '../../pace.ts'
import { type Box, boxOf } from '../../polygon/measure.ts'
import { distanceM } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import { type RingWay, ringWay } from '../headland/ring.ts'
import { setSpeedMps } from '../metrics/setSpeed.ts'
import { type Connection, connectToPass } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import { type ChainDrives, chainDrivesOf, detourM } from './driveHeadland.ts'
import { linkS } from './links.ts'
import type { PathRequest, SwathPath } from './pathRequest.ts'
import type { Trip, Visits } from './visits.ts'

/** Between two swaths, or before the first or behind the last: where a chain may be driven. */
interface Gap {
  readonly sequence: number
  readonly index: number
  /** Where the drive comes from and goes to; undefined where it begins or ends. */
  readonly from: Pose | undefined
  readonly to: Pose | undefined
  /** The swath before, which turns into the next one with the blade on unless something is driven between them. */
  readonly before: SwathPath | undefined
}

/** Gaps that are looked at for each chain, and those of them that are looked at closely. */
const LOOKS = 6
const CLOSE_LOOKS = 2

/** A gap may turn out to be the better one though it seems longer by this, because the link that it spares is a detour itself. */
const WORTH_A_LOOK_M = 4

/** Seconds that a chain must save to be driven elsewhere. */
const LEAST_SAVED_S = 1

/** Assumed cost of a turn on the spot by a machine that had better not, and of a link on which the body is over the edge. */
const WARNED_S = 30

/**
 * The visits of all chains but the outer one where the drive passes them: in the gap in which each adds least time. Undefined where none
 * adds less than at its usual place.
 */
export const visitsInPassing = (
  request: PathRequest,
  sequences: readonly (readonly SwathPath[])[],
  usual: Visits,
  drives = chainDrivesOf(request),
): Visits | undefined => {
  const { chains, when, minTurnRadiusM, leadInM } = request
  if (chains.length < 2) return undefined
  const gaps = gapsOf(request, sequences)
  const usualGap = new Map<number, Gap>()
  for (const gap of gaps)
    for (const chain of usual.visits[gap.sequence]?.[gap.index] ?? []) if (chain > 0) usualGap.set(chain, gap)
  const isTaken = new Set(usualGap.values())
  const places = new Map<number, Gap>()
  chains.forEach((chain, index) => {
    if (index === 0) return
    const rings = drives.rings(index)
    const trip = usual.trips.find(({ to }) => to.kind === 'chain' && to.index === index)
    const now = usualGap.get(index) ?? (trip && gapOfTrip(trip, request))
    if (now === undefined) return
    const box = boxOf(chain[0]?.ring ?? [])
    const estimateM = ({ from, to }: Gap, underM?: number): number =>
      detourM(rings, minTurnRadiusM, from, to, leadInM, underM)
    const mostM = estimateM(now) + WORTH_A_LOOK_M
    const likely = nearestGaps(gaps, box, gap => gap !== now && !isTaken.has(gap))
      .map(gap => ({ gap, longerM: estimateM(gap, mostM) }))
      .filter(({ longerM }) => longerM < mostM)
      .sort((a, b) => a.longerM - b.longerM)
      .slice(0, CLOSE_LOOKS)
    if (likely.length === 0) return
    const usualS = addedS(now, index, drives, request)
    let best: Gap | undefined
    let bestS = usualS - LEAST_SAVED_S
    for (const { gap } of likely) {
      const seconds = addedS(gap, index, drives, request)
      if (seconds >= bestS) continue
      best = gap
      bestS = seconds
    }
    if (best === undefined) return
    places.set(index, best)
    isTaken.delete(now)
    isTaken.add(best)
  })
  return places.size === 0 ? undefined : movedTo(places, usual, when)
}

const movedTo = (places: ReadonlyMap<number, Gap>, { visits, trips }: Visits, when: PathRequest['when']): Visits => {
  const moved = visits.map(gaps => gaps.map(chains => chains.filter(chain => !places.has(chain))))
  for (const [chain, { sequence, index }] of places) {
    const there = moved[sequence]?.[index]
    // The outer headland passes keep their place at the very beginning or end.
    if (when === 'before') there?.push(chain)
    else there?.unshift(chain)
  }
  return { visits: moved, trips: trips.filter(({ to }) => to.kind === 'swaths' || !places.has(to.index)) }
}

/** The gaps of all sequences, save those at the ends of a string that is mown in the middle of a headland pass. */
const gapsOf = (request: PathRequest, sequences: readonly (readonly SwathPath[])[]): Gap[] => {
  const { when } = request
  return sequences.flatMap((swaths, sequence) => {
    const gaps: Gap[] = []
    for (let index = 0; index <= swaths.length; index++) {
      const [before, after] = [swaths[index - 1], swaths[index]]
      if (before !== undefined && after !== undefined)
        gaps.push({ sequence, index, from: before.exit, to: after.entry, before })
      else if (sequence === 0 && before !== undefined) {
        const to = when === 'after' ? poseOnOuter(request, before.exit.at) : undefined
        gaps.push({ sequence, index, from: before.exit, to, before: undefined })
      } else if (sequence === 0 && after !== undefined) {
        const from = when === 'before' ? poseOnOuter(request, after.entry.at) : undefined
        gaps.push({ sequence, index, from, to: after.entry, before: undefined })
      }
    }
    return gaps
  })
}

/** Where the outer headland passes are left or entered, about: as near as they come to the swaths. */
const poseOnOuter = ({ chains }: PathRequest, near: XY): Pose | undefined => {
  const innermost = chains[0]?.at(-1)
  return innermost && nearestPose(ringWay(innermost.ring), near)
}

const nearestPose = (way: RingWay, near: XY): Pose => way.poseAt(way.nearest(near).alongM)

/** A trip as if it was a gap between two places that are one. */
const gapOfTrip = ({ host, pass, near }: Trip, { chains }: PathRequest): Gap | undefined => {
  const ring = chains[host]?.[pass]?.ring
  if (ring === undefined) return undefined
  const at = nearestPose(ringWay(ring), near)
  return { sequence: -1, index: 0, from: at, to: at, before: undefined }
}

/** The gaps whose way is least longer with the box of a chain on it, the first ones first. */
const nearestGaps = (gaps: readonly Gap[], box: Box, isWanted: (gap: Gap) => boolean): Gap[] => {
  const nearest: { readonly gap: Gap; readonly longerM: number }[] = []
  for (const gap of gaps) {
    const longerM = boxDetourM(gap, box)
    const worst = nearest[LOOKS - 1]
    if ((worst !== undefined && longerM >= worst.longerM) || !isWanted(gap)) continue
    const at = nearest.findIndex(other => longerM < other.longerM)
    nearest.splice(at < 0 ? nearest.length : at, 0, { gap, longerM })
    nearest.length = Math.min(nearest.length, LOOKS)
  }
  return nearest.map(({ gap }) => gap)
}

/** How much longer the way through a gap is with the box of a chain on it, at least. */
const boxDetourM = ({ from, to }: Gap, box: Box): number => {
  const wayM = (from === undefined ? 0 : awayM(from.at, box)) + (to === undefined ? 0 : awayM(to.at, box))
  return from === undefined || to === undefined ? wayM : wayM - distanceM(from.at, to.at)
}

const awayM = ([x, y]: XY, { minX, minY, maxX, maxY }: Box): number =>
  Math.hypot(Math.max(minX - x, 0, x - maxX), Math.max(minY - y, 0, y - maxY))

/** Seconds by which a drive is longer with a chain in a gap, its rounds aside; infinite where no way leads there and on. */
const addedS = ({ from, to, before }: Gap, chain: number, drives: ChainDrives, request: PathRequest): number => {
  const { connector, leadInM } = request
  const path = drives.drive(chain, from, to)
  if (path === undefined) return Number.POSITIVE_INFINITY
  const links = [...path.lanes]
  if (from !== undefined) {
    const there = connectToPass(connector, from, path.entry, leadInM)
    if (there === undefined) return Number.POSITIVE_INFINITY
    links.push(there)
  }
  if (to !== undefined) {
    const onwards = connector.connect(path.exit, to)
    if (onwards === undefined) return Number.POSITIVE_INFINITY
    links.push(onwards)
  }
  return links.reduce((sum, link) => sum + costS(link, request), 0) - spared(from, to, before, request)
}

const costS = (link: Connection, request: PathRequest): number =>
  linkS(link, request) + (link.pivots ? WARNED_S : 0) + (link.overEdge === true ? WARNED_S : 0)

/** Seconds of the link that a chain takes the place of. */
const spared = (
  from: Pose | undefined,
  to: Pose | undefined,
  before: SwathPath | undefined,
  request: PathRequest,
): number => {
  if (from === undefined || to === undefined) return 0
  const turn = before?.turn
  if (turn === undefined) {
    const link = request.connector.connect(from, to)
    return link === undefined ? 0 : costS(link, request)
  }
  const speedMps = setSpeedMps({ kind: 'turn', bladeOn: true }, request.speeds)
  const turnS = driveS([{ points: turn.pieces.flatMap(({ points }) => points), speedMps }])
  // Without the turn both swaths are mown as far as their flat ends have to reach.
  const longerM = aheadM(turn.exit, from) - aheadM(turn.entry, to)
  return turnS - longerM / request.speeds.mowingMps
}

/** How far a pose is ahead of a place, along its direction. */
const aheadM = (place: XY, { at, angle }: Pose): number =>
  (at[0] - place[0]) * Math.cos(angle) + (at[1] - place[1]) * Math.sin(angle)
