/** A zone and its obstacles as the fence of an autopilot. */
import type { LonLat } from '@greensward/geometry'
import { MavCmd, MavFrame } from '../mavlink/index.ts'
import type { MissionItem } from '../mission/missionItem.ts'

export interface Fence {
  /** Corners of the ring to stay in; the first is not repeated at the end. */
  readonly boundary: readonly LonLat[]
  /** Rings to stay out of. */
  readonly obstacles: readonly (readonly LonLat[])[]
  /** Round places to stay out of. */
  readonly circles?: readonly { readonly center: LonLat; readonly radiusM: number }[]
}

/** The fewest corners a ring can have, and the most: a vehicle counts them in one byte. */
const LEAST_CORNERS = 3
const MOST_CORNERS = 255
/** A vehicle counts the items of its fence in one byte too; how many it can store depends on its board. */
export const MAX_FENCE_ITEMS = 255

const ringItems = (command: number, ring: readonly LonLat[]): MissionItem[] =>
  ring.map(position => ({
    command,
    frame: MavFrame.global,
    // Each corner says how many there are; that is how the vehicle tells the rings apart.
    params: [ring.length, 0, 0, 0],
    position,
  }))

/**
 * Corner by corner, the boundary first. A vehicle refuses a ring of fewer than three corners, and with it the fence: such
 * an obstacle has no inside and is left out.
 */
export const fenceItems = (fence: Fence): MissionItem[] => [
  ...ringItems(MavCmd.fencePolygonVertexInclusion, fence.boundary),
  ...fence.obstacles
    .filter(ring => ring.length >= LEAST_CORNERS)
    .flatMap(ring => ringItems(MavCmd.fencePolygonVertexExclusion, ring)),
  ...(fence.circles ?? []).map(
    ({ center, radiusM }): MissionItem => ({
      command: MavCmd.fenceCircleExclusion,
      frame: MavFrame.global,
      params: [radiusM, 0, 0, 0],
      position: center,
    }),
  ),
]

/** Why a fence cannot be given to a vehicle; null when it can. */
export const fenceProblem = (fence: Fence): string | null => {
  const rings = [fence.boundary, ...fence.obstacles]
  if (fence.boundary.length < LEAST_CORNERS) return 'its boundary has fewer than three corners'
  if (rings.some(({ length }) => length > MOST_CORNERS)) return `a ring has more than ${MOST_CORNERS} corners`
  if (fence.circles?.some(({ radiusM }) => !(radiusM > 0)) === true) return 'a circle has no radius'
  return fenceItems(fence).length > MAX_FENCE_ITEMS ? `it has more than ${MAX_FENCE_ITEMS} corners and circles` : null
}

/**
 * The parameters that a working fence needs, with its switch as the last one: only polygons and circles, a hold outside,
 * and no braking before the edge (the avoidance would stop the mower FENCE_MARGIN before it).
 */
export const fenceParameters: readonly (readonly [name: string, value: number])[] = [
  ['FENCE_TYPE', 4],
  ['FENCE_ACTION', 2],
  ['FENCE_ENABLE', 1],
]
export const AVOID_ENABLE = 'AVOID_ENABLE'
export const AVOID_FENCE_BIT = 1
export const FENCE_ENABLE = 'FENCE_ENABLE'
