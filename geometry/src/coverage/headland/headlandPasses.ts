import { areaM2, boxesMeet, boxOf, signedAreaM2, totalAreaM2 } from '../../polygon/measure.ts'
import { quickDifference, quickOffset, quickUnion } from '../../polygon/quickOffset.ts'
import { lengthM } from '../../polyline.ts'
import { simplifyRing } from '../../simplify.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../../units.ts'
import type { HeadlandRequest, PassDirection } from '../request.ts'
import {
  lossAtEdge,
  MOST_PATCH_M2,
  mostCornerM2,
  mostEdgeCornerM2,
  TOLERANCE_PRESETS,
  type TolerancePreset,
} from '../tolerancePreset.ts'
import { drivableCorners } from './deadEnds.ts'
import { tightBends } from './tightBends.ts'

/** One closed drive along an edge. Its corners run in the driving direction. */
export interface HeadlandPass {
  /** 0 is nearest to the edge. */
  readonly level: number
  readonly ring: Ring
  /** Corners of the ring at which it bends tighter than the turning radius. */
  readonly tightBends: readonly XY[]
}

/** Headland passes along the same edge, from the edge inwards: each can be reached from the one before by a change of lane. */
export type PassChain = readonly HeadlandPass[]

export interface HeadlandPasses {
  /** The longest chain, along the outer edge, comes first. */
  readonly chains: readonly PassChain[]
  /** For each level the ground its blade covers: what is in `outside` and not in `inside`. */
  readonly bands: readonly Band[]
  /** Where the centre of the blade may go without cutting beyond the edge; empty without headland passes, where it is not asked. */
  readonly bladeField: readonly PolygonXY[]
  /** The area left for the swaths. */
  readonly inner: readonly PolygonXY[]
}

export interface Band {
  readonly outside: readonly PolygonXY[]
  readonly inside: readonly PolygonXY[]
}

/** Rings are kept this much farther inside than half a width, so that a thinned headland pass still cuts nothing beyond the edge. */
const LAP_MARGIN_M = 0.01

/** How much a headland pass may be thinned; what is left of the margin is for the steps before. */
const LAP_THINNING_M = 0.008
const STEP_THINNING_M = 0.01
const STEP_ARC_M = 0.01

/** A ground that shrinks and grows again would touch its own edges; this keeps it off them, so that both can be distinguished. */
const APART_M = 1e-5

/** Corners are joined to a rounded pass with this much overlap; thinning by twice as much removes the steps at the seams. */
const SEAM_M = 1e-3

/** A gap narrower than two of these between two lines is a result of their thinning. */
const PATCH_RIM_M = 0.05
const PATCH_NEAR_M = 0.15

const MEASURE_THINNING_M = 0.02

/** Swaths look at the ground left to them along lines a quarter of a metre apart; its outline need not be finer than this. */
const INNER_THINNING_M = 0.02

const directionOf = ({ direction }: Pick<HeadlandRequest, 'direction'>, level: number): PassDirection =>
  typeof direction === 'string' ? direction : (direction[level] ?? direction[direction.length - 1] ?? 'clockwise')

/** Headland passes of one field, of which patterns ask for different numbers: each level is made once, when it is asked for. */
export interface PassLevels {
  /** As many levels as fit where nothing limits them. */
  upTo(count: number): HeadlandPasses
}

/** What one level adds, and what it leaves to the next. */
interface Level {
  readonly rings: readonly HeadlandPass[]
  readonly band: Band
  /** Pieces between this level and the one before that swaths have to mow. */
  readonly between: readonly PolygonXY[]
  /** Where the centre of the blade may go. */
  readonly exact: readonly PolygonXY[]
}

/**
 * Headland passes one pitch apart along every edge of the field, and the ground they leave. Without a limit to their count they
 * continue inwards until no further one fits.
 * @param mayLoop whether there is ground outside the field for a loop at a corner; there the outer pass keeps its corners
 * @param keepsOut whether the body driven along a line stays out of obstacles, where that has to be asked of corners tighter than the radius
 */
export const headlandPassesOf = (field: PolygonXY, request: HeadlandRequest, ...shape: PassShape): HeadlandPasses =>
  passLevelsOf(field, request, ...shape).upTo(request.count)

type PassShape = [
  widthM: number,
  pitchM: number,
  minTurnRadiusM: number,
  preset?: TolerancePreset,
  keepsOut?: ((line: PolylineXY) => boolean) | undefined,
  mayLoop?: ((corner: XY) => boolean) | undefined,
]

/** `headlandPassesOf` for several counts. */
export const passLevelsOf = (
  field: PolygonXY,
  request: Pick<HeadlandRequest, 'direction'>,
  ...shape: PassShape
): PassLevels => {
  const [, pitchM] = shape
  const levelAfter = levelsOn(field, request, ...shape)
  const levels: Level[] = []
  return {
    upTo: count => {
      const leftBy = (level: Level | undefined): readonly PolygonXY[] => level?.band.inside ?? [field]
      while (levels.length < count && leftBy(levels.at(-1)).length > 0)
        levels.push(levelAfter(levels.length, levels.at(-1)))
      const asked = levels.slice(0, count)
      return {
        chains: chainsOf(
          asked.flatMap(({ rings }) => rings),
          pitchM,
        ),
        bands: asked.map(({ band }) => band),
        bladeField: asked[0]?.exact ?? [],
        inner: [...leftBy(asked.at(-1)), ...asked.flatMap(({ between }) => between)].map(polygon =>
          thinned(polygon, INNER_THINNING_M),
        ),
      }
    },
  }
}

const levelsOn = (
  field: PolygonXY,
  request: Pick<HeadlandRequest, 'direction'>,
  ...[widthM, pitchM, minTurnRadiusM, preset = TOLERANCE_PRESETS[0], keepsOut, mayLoop]: PassShape
): ((level: number, before: Level | undefined) => Level) => {
  const halfM = widthM / 2
  const { coarseness } = preset
  const stepped = (polygons: readonly PolygonXY[], deltaM: number, thinningM = STEP_THINNING_M): readonly PolygonXY[] =>
    steppedBy(polygons, deltaM, thinningM * coarseness, STEP_ARC_M * coarseness)
  const measured = (polygons: readonly PolygonXY[], deltaM: number): readonly PolygonXY[] =>
    measuredBy(polygons, deltaM, MEASURE_THINNING_M * coarseness)
  const marginM = LAP_MARGIN_M * coarseness
  const leastBetweenM2 = Math.min(preset.leastBetweenPasses * widthM * widthM, MOST_PATCH_M2)
  const passAlong = (level: number, ring: Ring): HeadlandPass => ({
    level,
    ring,
    tightBends: tightBends(ring, minTurnRadiusM),
  })
  return (level, before) => {
    const left = before?.band.inside ?? [field]
    // An offset of an offset is an offset, so each step starts from the smaller polygon of the step before.
    const exact = stepped(before?.exact ?? [field], -(before === undefined ? halfM + marginM : pitchM))
    const core = stepped(exact, -minTurnRadiusM)
    const round = stepped(core, minTurnRadiusM + (minTurnRadiusM > 0 ? APART_M : 0), LAP_THINNING_M)
    // Corners of the inner headland passes are mown by the headland passes outside of them, most of each at least.
    const allowedM2 = level === 0 ? preset.cornerShare * areaM2(field) : Number.POSITIVE_INFINITY
    const outside = measured(core, minTurnRadiusM + halfM + APART_M)
    const between = level === 0 ? [] : uncutOf(left, outside, Math.min(leastBetweenM2, mostCornerM2(widthM, preset)))
    const mostM2 = level === 0 ? mostEdgeCornerM2(widthM, minTurnRadiusM, preset) : mostCornerM2(widthM, preset)
    const patches =
      minTurnRadiusM === 0
        ? []
        : patchesOf(level === 0 ? cornersCutOff(measured(exact, halfM + APART_M), outside, mostM2) : between, mostM2)
    const withCorners = (pieces: readonly PolygonXY[]): readonly PolygonXY[] =>
      pieces.length === 0
        ? round
        : quickUnion(round, quickOffset(pieces, SEAM_M, STEP_ARC_M)).map(polygon => thinned(polygon, 2 * SEAM_M))
    const corners = cornersToKeep(
      exact,
      round,
      minTurnRadiusM,
      halfM,
      allowedM2,
      patches,
      preset,
      level === 0 ? PATCH_NEAR_M : halfM,
    )
    if (level === 0 && mayLoop !== undefined)
      corners.push(
        ...cornersToLoop(exact, round, mostCornerM2(widthM, preset) / lossAtEdge(minTurnRadiusM, halfM), mayLoop),
      )
    const kept = keepsOut === undefined ? corners : drivableCorners(corners, withCorners, keepsOut)
    const centre = withCorners(kept)
    const band =
      kept.length === 0
        ? { outside, inside: stepped(core, minTurnRadiusM - halfM) }
        : { outside: measured(centre, halfM + APART_M), inside: stepped(centre, -halfM) }
    const counterClockwise = directionOf(request, level) === 'counterClockwise'
    const rings = centre.flatMap(({ outer, holes }) =>
      [outer, ...holes].map(ring =>
        passAlong(level, signedAreaM2(ring) > 0 === counterClockwise ? ring : [...ring].reverse()),
      ),
    )
    // The rest between a headland pass and the one before it is mostly tiny pieces in corners, but a neck can be too narrow for the next pass.
    const rest = kept.length === 0 ? between : uncutOf(left, band.outside, leastBetweenM2)
    return {
      rings,
      band,
      between: level > 0 ? rest.filter(piece => areaM2(piece) > leastBetweenM2) : [],
      exact,
    }
  }
}

/** One step of growing or shrinking, thinned because every rounded corner breeds new corners in the next step. */
const steppedBy = (
  polygons: readonly PolygonXY[],
  deltaM: number,
  thinningM: number,
  arcM: number,
): readonly PolygonXY[] =>
  deltaM === 0 ? polygons : quickOffset(polygons, deltaM, arcM).map(polygon => thinned(polygon, thinningM))

/** A step whose outcome is only measured, not driven: 2 cm are fine enough for that, and three times as quick. */
const measuredBy = (polygons: readonly PolygonXY[], deltaM: number, thinningM: number): readonly PolygonXY[] =>
  quickOffset(
    polygons.map(polygon => thinned(polygon, thinningM)),
    deltaM,
    thinningM,
  )

const thinned = ({ outer, holes }: PolygonXY, toleranceM: number): PolygonXY => ({
  outer: simplifyRing(outer, toleranceM),
  holes: holes.map(hole => simplifyRing(hole, toleranceM)),
})

/**
 * The pieces of some ground of more than `leastM2` that a headland pass leaves. Areas are not compared: a pitch below the working
 * width makes the band reach over what is left, by as much as a strip may hold.
 */
const uncutOf = (left: readonly PolygonXY[], cut: readonly PolygonXY[], leastM2: number): PolygonXY[] =>
  totalAreaM2(left) < leastM2 ? [] : quickDifference(left, cut).filter(piece => areaM2(piece) > leastM2)

/** The same of all ground within reach of the blade, of which the headland pass cuts a part. */
const cornersCutOff = (reached: readonly PolygonXY[], cut: readonly PolygonXY[], leastM2: number): PolygonXY[] =>
  totalAreaM2(reached) - totalAreaM2(cut) < leastM2 ? [] : uncutOf(reached, cut, leastM2)

/** Pieces of ground without the strips that hang on them, where more than `leastM2` is left of them. */
const patchesOf = (pieces: readonly PolygonXY[], leastM2: number): readonly PolygonXY[] =>
  pieces.length === 0
    ? []
    : quickOffset(pieces, -PATCH_RIM_M, STEP_ARC_M).filter(
        patch => areaM2(patch) + lengthM(patch.outer) * PATCH_RIM_M > leastM2,
      )

/**
 * Corners that rounding to the turning radius cut off and that must be driven all the same: tongues that a mower of that radius cannot
 * turn in, and the sharpest corners where rounding them all would leave too much of the field uncut.
 */
const cornersToKeep = (
  exact: readonly PolygonXY[],
  round: readonly PolygonXY[],
  radiusM: number,
  halfM: number,
  mostUncutM2: number,
  patches: readonly PolygonXY[],
  { leastCorner }: TolerancePreset,
  nearM: number,
): PolygonXY[] => {
  if (radiusM === 0) return []
  const cutOffM2 = totalAreaM2(exact) - totalAreaM2(round)
  const tongueM2 = 3 * radiusM * radiusM
  const allowedM2 = mostUncutM2 / lossAtEdge(radiusM, halfM)
  if (cutOffM2 < Math.min(tongueM2, allowedM2) && patches.length === 0) return []
  const pieces = quickDifference(exact, round)
    .map(piece => ({ piece, area: areaM2(piece) }))
    .sort((a, b) => b.area - a.area)
  const kept: PolygonXY[] = []
  let leftM2 = cutOffM2
  const boxes = patches.map(({ outer }) => boxOf(outer))
  for (const { piece, area } of pieces) {
    const spared = area < tongueM2 && (leftM2 < allowedM2 || area < leastCorner * radiusM * radiusM)
    if (spared && !boxes.some(box => boxesMeet(box, boxOf(piece.outer), nearM))) continue
    kept.push(piece)
    leftM2 -= area
  }
  return kept
}

/** Corners of the outer pass of more than `leastM2` that the machine reaches the tip of, as there is ground outside to turn on. */
const cornersToLoop = (
  exact: readonly PolygonXY[],
  round: readonly PolygonXY[],
  leastM2: number,
  mayLoop: (corner: XY) => boolean,
): PolygonXY[] =>
  quickDifference(exact, round).filter(piece => areaM2(piece) > leastM2 && piece.outer.every(corner => mayLoop(corner)))

/** Puts every ring below the ring of the level before that it runs along; a ring continues the chain of one parent at most. */
const chainsOf = (rings: readonly HeadlandPass[], pitchM: number): PassChain[] => {
  const boxes = rings.map(({ ring }) => boxOf(ring))
  const childOf = new Map<HeadlandPass, HeadlandPass>()
  const hasParent = new Set<HeadlandPass>()
  const near = pitchM * 1.1 + 0.05
  for (const [i, pass] of rings.entries()) {
    if (pass.level === 0) continue
    const box = boxes[i]
    let best: HeadlandPass | undefined
    let bestShare = 0
    for (const [k, parent] of rings.entries()) {
      const parentBox = boxes[k]
      if (parent.level !== pass.level - 1 || box === undefined || parentBox === undefined) continue
      if (!boxesMeet(box, parentBox, near) || childOf.has(parent)) continue
      const share = shareAlong(pass.ring, parent.ring, near)
      if (share > bestShare) {
        best = parent
        bestShare = share
      }
    }
    if (best === undefined) continue
    childOf.set(best, pass)
    hasParent.add(pass)
  }
  const chains: HeadlandPass[][] = []
  for (const pass of rings) {
    if (hasParent.has(pass)) continue
    const chain: HeadlandPass[] = []
    for (let at: HeadlandPass | undefined = pass; at !== undefined; at = childOf.get(at)) chain.push(at)
    chains.push(chain)
  }
  const size = (chain: PassChain): number => Math.abs(signedAreaM2(chain[0]?.ring ?? []))
  return chains.sort((a, b) => (a[0]?.level ?? 0) - (b[0]?.level ?? 0) || size(b) - size(a))
}

/** Share of a ring's corners that are within `nearM` of another ring; a few corners are enough. */
const shareAlong = (ring: Ring, other: Ring, nearM: number): number => {
  const step = Math.max(1, Math.floor(ring.length / 12))
  let near = 0
  let asked = 0
  for (let i = 0; i < ring.length; i += step) {
    const corner = ring[i]
    if (corner === undefined) continue
    asked++
    if (isNear(other, corner[0], corner[1], nearM)) near++
  }
  return asked === 0 ? 0 : near / asked
}

const isNear = (ring: Ring, x: number, y: number, nearM: number): boolean => {
  let previous = ring[ring.length - 1]
  for (const corner of ring) {
    if (previous !== undefined) {
      const dx = corner[0] - previous[0]
      const dy = corner[1] - previous[1]
      const square = dx * dx + dy * dy
      const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - previous[0]) * dx + (y - previous[1]) * dy) / square))
      if ((previous[0] + t * dx - x) ** 2 + (previous[1] + t * dy - y) ** 2 <= nearM * nearM) return true
    }
    previous = corner
  }
  return false
}
