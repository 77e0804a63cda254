/** What one drive is made of: swaths and headland passes, before they are connected. */
import type { PolylineXY, XY } from '../../units.ts'
import type { PassChain } from '../headland/headlandPasses.ts'
import type { CoverageSpeeds } from '../request.ts'
import type { Connector } from '../turns/connect.ts'
import type { Pose } from '../turns/dubins.ts'
import type { RoundTurn } from '../turns/roundTurn.ts'

/** A swath as it is driven. */
export interface SwathPath {
  readonly entry: Pose
  readonly exit: Pose
  /** Corners between the two. */
  readonly bends: PolylineXY
  /** A half turn with the blade on into the next swath, where there is room for it. */
  readonly turn?: RoundTurn | undefined
}

export interface PathRequest {
  readonly swaths: readonly SwathPath[]
  /** Strings of swaths that are each mown in the middle of an outer headland pass. */
  readonly asides: readonly (readonly SwathPath[])[]
  /** The chain along the outer edge comes first. */
  readonly chains: readonly PassChain[]
  readonly when: 'before' | 'after'
  readonly connector: Connector
  readonly minTurnRadiusM: number
  readonly widthM: number
  readonly pitchM: number
  /** Whether the blade stays on beyond the tips of inner passes. */
  readonly pastTips: boolean
  readonly speeds: CoverageSpeeds
  /** Straight way before a headland pass, where there is room for it. */
  readonly leadInM: number
  readonly start?: XY | undefined
  readonly end?: XY | undefined
}
