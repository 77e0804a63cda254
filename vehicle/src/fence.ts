/** A zone and its obstacles as the fence of an autopilot. */
import type { LonLat } from '@greensward/geometry'
import { MavCmd, MavFrame } from './mavlink/index.ts'
import type { MissionItem } from './missionItem.ts'

export interface Fence {
  /** Corners of the ring to stay in; the first is not repeated at the end. */
  readonly boundary: readonly LonLat[]
  /** Rings to stay out of. */
  readonly obstacles: readonly (readonly LonLat[])[]
}

/** The fewest corners a ring can have; the vehicle refuses fewer. */
const LEAST_CORNERS = 3

const ringItems = (command: number, ring: readonly LonLat[]): MissionItem[] =>
  ring.length < LEAST_CORNERS
    ? []
    : ring.map(position => ({
        command,
        frame: MavFrame.global,
        // Each corner says how many there are; that is how the vehicle tells the rings apart.
        params: [ring.length, 0, 0, 0],
        position,
      }))

/** Corner by corner, the boundary first; rings of fewer than three corners are left out. */
export const fenceItems = (fence: Fence): MissionItem[] => [
  ...ringItems(MavCmd.fencePolygonVertexInclusion, fence.boundary),
  ...fence.obstacles.flatMap(ring => ringItems(MavCmd.fencePolygonVertexExclusion, ring)),
]
