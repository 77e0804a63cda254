import { difference, offset, union } from '../polygon/clipper.ts'
import { areaM2, boxesMeet, boxOf, signedAreaM2, totalAreaM2 } from '../polygon/measure.ts'
import type { PolygonXY, Ring } from '../units.ts'
import type { LapDirection, LapRequest } from './request.ts'

/** One closed drive along an edge. Its corners run in the driving direction. */
export interface Lap {
  /** 0 is nearest to the edge. */
  readonly level: number
  readonly ring: Ring
}

/** Laps along the same edge, from the edge inwards: each can be reached from the one before by a change of lane. */
export type LapChain = readonly Lap[]

export interface Laps {
  /** The longest chain, along the outer edge, comes first. */
  readonly chains: readonly LapChain[]
  /** For each level the ground its blade covers: what is in `outside` and not in `inside`. */
  readonly bands: readonly Band[]
  /** What is left for the swaths. */
  readonly inner: readonly PolygonXY[]
  /** Whether some lap has a bend tighter than the turning radius. */
  readonly tight: boolean
}

export interface Band {
  readonly outside: readonly PolygonXY[]
  readonly inside: readonly PolygonXY[]
}

/** Rings are kept this much farther inside than half a width, so that a thinned lap still cuts nothing beyond the edge. */
export const LAP_MARGIN_M = 0.01

/** Ground left between two laps is worth swaths of its own from this many widths squared on. */
const WORTH_SWATHS = 0.5

const directionOf = ({ direction }: LapRequest, level: number): LapDirection =>
  typeof direction === 'string' ? direction : (direction[level] ?? direction[direction.length - 1] ?? 'clockwise')

/** Laps one pitch apart along every edge of the field, and the ground they leave. */
export const lapsOf = (
  field: PolygonXY,
  request: LapRequest,
  widthM: number,
  pitchM: number,
  minTurnRadiusM: number,
): Laps => {
  const rings: Lap[] = []
  const bands: Band[] = []
  const inner: PolygonXY[] = []
  let tight = minTurnRadiusM > widthM / 2 + LAP_MARGIN_M
  let left: readonly PolygonXY[] = [field]
  for (let level = 0; level < request.count; level++) {
    const counterClockwise = directionOf(request, level) === 'counterClockwise'
    const exact = offset([field], -(widthM / 2 + LAP_MARGIN_M + level * pitchM))
    const smooth = smoothed(exact, minTurnRadiusM)
    tight ||= smooth.tight
    for (const { outer, holes } of smooth.polygons)
      for (const ring of [outer, ...holes])
        rings.push({ level, ring: signedAreaM2(ring) > 0 === counterClockwise ? ring : [...ring].reverse() })
    const band = { outside: offset(smooth.polygons, widthM / 2), inside: offset(smooth.polygons, -widthM / 2) }
    // What a lap leaves towards the one before it is mostly dust in corners, but a neck can be too narrow for the next lap.
    if (level > 0) inner.push(...worthSwaths(left, band.outside, widthM))
    bands.push(band)
    left = band.inside
  }
  return { chains: chainsOf(rings, pitchM), bands, inner: [...left, ...inner], tight }
}

const worthSwaths = (left: readonly PolygonXY[], next: readonly PolygonXY[], widthM: number): PolygonXY[] => {
  const least = WORTH_SWATHS * widthM * widthM
  if (totalAreaM2(left) - totalAreaM2(next) < least) return []
  return difference(left, next).filter(piece => areaM2(piece) > least)
}

/**
 * Rounds corners to the turning radius. Tongues that a mower of that radius cannot turn in keep their corners, for else
 * they would not be mown at all.
 */
const smoothed = (exact: readonly PolygonXY[], radiusM: number): { polygons: readonly PolygonXY[]; tight: boolean } => {
  if (radiusM === 0 || exact.length === 0) return { polygons: exact, tight: false }
  const round = offset(offset(exact, -radiusM), radiusM)
  const tongue = 3 * radiusM * radiusM
  if (totalAreaM2(exact) - totalAreaM2(round) < tongue) return { polygons: round, tight: false }
  const tongues = difference(exact, round).filter(piece => areaM2(piece) > tongue)
  if (tongues.length === 0) return { polygons: round, tight: false }
  return { polygons: union(round, offset(tongues, 1e-3)), tight: true }
}

/** Puts every ring below the ring of the level before that it runs along; a ring continues the chain of one parent at most. */
const chainsOf = (rings: readonly Lap[], pitchM: number): LapChain[] => {
  const boxes = rings.map(({ ring }) => boxOf(ring))
  const childOf = new Map<Lap, Lap>()
  const hasParent = new Set<Lap>()
  const near = pitchM * 1.1 + 0.05
  for (const [i, lap] of rings.entries()) {
    if (lap.level === 0) continue
    const box = boxes[i]
    let best: Lap | undefined
    let bestShare = 0
    for (const [k, parent] of rings.entries()) {
      const parentBox = boxes[k]
      if (parent.level !== lap.level - 1 || box === undefined || parentBox === undefined) continue
      if (!boxesMeet(box, parentBox, near) || childOf.has(parent)) continue
      const share = shareAlong(lap.ring, parent.ring, near)
      if (share > bestShare) {
        best = parent
        bestShare = share
      }
    }
    if (best === undefined) continue
    childOf.set(best, lap)
    hasParent.add(lap)
  }
  const chains: Lap[][] = []
  for (const lap of rings) {
    if (hasParent.has(lap)) continue
    const chain: Lap[] = []
    for (let at: Lap | undefined = lap; at !== undefined; at = childOf.get(at)) chain.push(at)
    chains.push(chain)
  }
  const size = (chain: LapChain): number => Math.abs(signedAreaM2(chain[0]?.ring ?? []))
  return chains.sort((a, b) => (a[0]?.level ?? 0) - (b[0]?.level ?? 0) || size(b) - size(a))
}

/** Share of a ring's corners that lie within `nearM` of another ring; a few corners tell enough. */
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
