import { distanceM, lengthM } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import type { PassChain } from '../headland/headlandPasses.ts'
import { type RingWay, ringWay } from '../headland/ring.ts'
import { aheadOf, type Connection, type Connector, connectToPass } from '../turns/connect.ts'
import { dubinsM, isSamePose, type Pose } from '../turns/dubins.ts'
import type { PathRequest } from './pathRequest.ts'

/** The drive along one chain of headland passes, each closed before the lane is changed. */
export interface ChainPath {
  readonly rounds: readonly (readonly XY[])[]
  /** The changes of lane between the rounds: one fewer than rounds. */
  readonly lanes: readonly Connection[]
  readonly entry: Pose
  readonly exit: Pose
}

/** The drives along chains, each found once: they are asked for again where two orders of visits are compared. */
export interface ChainDrives {
  rings(chain: number): readonly RingWay[]
  /** `driveChain` */
  drive(chain: number, from: Pose | undefined, to: Pose | undefined, share?: number): ChainPath | undefined
}

interface KnownDrive {
  readonly from: Pose | undefined
  readonly to: Pose | undefined
  readonly share: number
  readonly path: ChainPath | undefined
}

const isSame = (a: Pose | undefined, b: Pose | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && isSamePose(a, b))

export const chainDrivesOf = ({
  chains,
  when,
  connector,
  minTurnRadiusM,
  leadInM,
}: Pick<PathRequest, 'chains' | 'when' | 'connector' | 'minTurnRadiusM' | 'leadInM'>): ChainDrives => {
  const ways = chains.map(chain => ringsOfChain(chain, when === 'before'))
  const known = chains.map((): KnownDrive[] => [])
  const rings = (chain: number): readonly RingWay[] => ways[chain] ?? []
  return {
    rings,
    drive: (chain, from, to, share = 0) => {
      const before = known[chain]?.find(one => one.share === share && isSame(one.from, from) && isSame(one.to, to))
      if (before !== undefined) return before.path
      const path = driveChain(rings(chain), connector, minTurnRadiusM, from, to, leadInM, share)
      known[chain]?.push({ from, to, share, path })
      return path
    },
  }
}

/** Rings of a chain in the order in which they are driven, ready to be measured along. */
const ringsOfChain = (chain: PassChain, inwards: boolean): RingWay[] => {
  const ways = chain.map(({ ring }) => ringWay(ring))
  return inwards ? ways : ways.reverse()
}

/** Places tried on either side of the one nearest to where the drive comes from or goes to. */
const STEPS_ASIDE = 7

/** Forward way of a change of lane, as multiples of the least that the radius allows. */
const LANE_STRETCH = [1.02, 1.3, 1.8, 3] as const

/** How many of the likeliest drives are looked at closely. */
const CLOSE_LOOKS = 6

interface Draft {
  /** Metres along each ring at which it is entered and left. */
  readonly places: readonly number[]
  readonly costM: number
}

/** Where a chain comes from and goes to, and how it is entered. */
interface Ends {
  readonly radiusM: number
  readonly from: Pose | undefined
  readonly to: Pose | undefined
  readonly leadInM: number
}

/** Metres along the innermost ring at which it may be left: on either side of where it comes nearest to the ends. */
const exitsOf = (rings: readonly RingWay[], { radiusM, from, to }: Ends, share: number): number[] => {
  const last = rings[rings.length - 1]
  if (last === undefined) return []
  const stepM = Math.max(radiusM, last.lengthM / 200)
  const anchors = [to, from].flatMap(pose =>
    pose === undefined ? [] : [last.nearest(pose.at).alongM + share * last.lengthM],
  )
  if (anchors.length === 0) anchors.push(share * last.lengthM)
  return anchors.flatMap(anchor =>
    Array.from({ length: 2 * STEPS_ASIDE + 1 }, (_, k) => last.settled(anchor + (k - STEPS_ASIDE) * stepM)),
  )
}

/** The drive along a chain that leaves it at a place, as if nothing was in its way; undefined where it costs `mostM` or more. */
const draftAt = (
  rings: readonly RingWay[],
  exitM: number,
  { radiusM, from, to, leadInM }: Ends,
  mostM = Number.POSITIVE_INFINITY,
): Draft | undefined => {
  const exit = rings[rings.length - 1]?.poseAt(exitM)
  if (exit === undefined) return undefined
  // A headland pass is joined where its lead-in begins: without that in the estimate, a change of lane would need a loop.
  const joinM = (a: Pose, b: Pose): number => manoeuvreM(a, { ...b, at: aheadOf(b, -leadInM) }, radiusM) + leadInM
  let costM = to === undefined ? 0 : manoeuvreM(exit, to, radiusM)
  const places = [exitM]
  let inner = exit
  for (let i = rings.length - 2; i >= 0; i--) {
    if (costM >= mostM) return undefined
    const ring = rings[i]
    if (ring === undefined) continue
    const lane = laneOnto(ring, inner, radiusM, leadInM, joinM)
    costM += lane.costM
    const enterM = ring.settled(lane.alongM)
    places.unshift(enterM)
    inner = ring.poseAt(enterM)
  }
  if (costM >= mostM) return undefined
  if (from !== undefined) costM += joinM(from, inner)
  return costM >= mostM ? undefined : { places, costM }
}

/** Drives along a chain from each place where it may be left, the likeliest first. */
const draftsOf = (rings: readonly RingWay[], ends: Ends, share: number): Draft[] =>
  exitsOf(rings, ends, share)
    .flatMap(exitM => draftAt(rings, exitM, ends) ?? [])
    .sort((a, b) => a.costM - b.costM)

const manoeuvreM = (a: Pose, b: Pose, radiusM: number): number =>
  radiusM === 0 ? distanceM(a.at, b.at) : dubinsM(a, b, radiusM)

/**
 * Metres by which a way between two places is longer with a drive along a chain, its rounds aside, if nothing is in its way; infinite
 * where it is longer by `mostM` or more.
 */
export const detourM = (
  rings: readonly RingWay[],
  radiusM: number,
  from: Pose | undefined,
  to: Pose | undefined,
  leadInM: number,
  mostM = Number.POSITIVE_INFINITY,
): number => {
  const ends = { radiusM, from, to, leadInM }
  const withoutM = from === undefined || to === undefined ? 0 : manoeuvreM(from, to, radiusM)
  let best: Draft | undefined
  for (const exitM of exitsOf(rings, ends, 0))
    best = draftAt(rings, exitM, ends, best?.costM ?? mostM + withoutM) ?? best
  return best === undefined ? Number.POSITIVE_INFINITY : best.costM - withoutM
}

/**
 * Chooses where a chain is entered so that coming, changing lanes and going on are short together.
 * @param from where the drive comes from; undefined when it begins here
 * @param to where it continues to; undefined when it ends here
 * @param leadInM straight way before a headland pass
 * @param share of the way round by which the place is moved on, to try others where no way led to the best
 */
const driveChain = (
  rings: readonly RingWay[],
  connector: Connector,
  radiusM: number,
  from: Pose | undefined,
  to: Pose | undefined,
  leadInM: number,
  share = 0,
): ChainPath | undefined => {
  const drafts = draftsOf(rings, { radiusM, from, to, leadInM }, share)
  let best: ChainPath | undefined
  let bestM = Number.POSITIVE_INFINITY
  for (const [rank, draft] of drafts.entries()) {
    if (best !== undefined && rank >= CLOSE_LOOKS) break
    if (draft.costM >= bestM) break
    const poses = draft.places.map((alongM, i) => rings[i]?.poseAt(alongM))
    const entry = poses[0]
    const exit = poses[poses.length - 1]
    if (entry === undefined || exit === undefined) continue
    let costM = 0
    const lanes: Connection[] = []
    for (let i = 0; i + 1 < poses.length; i++) {
      const a = poses[i]
      const b = poses[i + 1]
      const lane = a && b && connectToPass(connector, a, b, leadInM)
      if (lane === undefined) break
      lanes.push(lane)
      costM += lengthM(lane.points) + (lane.pivots ? 50 : 0)
    }
    if (lanes.length !== poses.length - 1) continue
    const inM = from === undefined ? 0 : free(connector, from, entry)
    const outM = to === undefined ? 0 : free(connector, exit, to)
    costM += inM + outM
    if (costM < bestM) {
      bestM = costM
      best = { rounds: draft.places.map((alongM, i) => rings[i]?.roundFrom(alongM) ?? []), lanes, entry, exit }
    }
  }
  return best
}

/** A way that needs more than one manoeuvre is worth avoiding, yet the only one now and then. */
const BLOCKED_M = 40

const free = (connector: Connector, from: Pose, to: Pose): number => {
  const direct = connector.direct(from, to)
  return direct === undefined
    ? BLOCKED_M + 2 * Math.hypot(from.at[0] - to.at[0], from.at[1] - to.at[1])
    : lengthM(direct.points)
}

/** Where to leave a ring so that the change of lane onto a pose is shortest. */
const laneOnto = (
  ring: RingWay,
  onto: Pose,
  radiusM: number,
  leadInM: number,
  joinM: (a: Pose, b: Pose) => number,
): { alongM: number; costM: number } => {
  const { alongM, awayM } = ring.nearest(aheadOf(onto, -leadInM))
  if (radiusM === 0) return { alongM, costM: awayM + leadInM }
  const leastM = awayM < 2 * radiusM ? Math.sqrt(awayM * (4 * radiusM - awayM)) : 2 * radiusM
  let best = { alongM, costM: Number.POSITIVE_INFINITY }
  for (const stretch of LANE_STRETCH) {
    const place = alongM - leastM * stretch
    const costM = joinM(ring.poseAt(place), onto)
    if (costM < best.costM) best = { alongM: place, costM }
  }
  return best
}
