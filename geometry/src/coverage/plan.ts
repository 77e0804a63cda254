import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import type { MowingPattern } from './request.ts'

export type LegKind = 'lap' | 'swath' | 'turn' | 'transit'

/** One piece of the drive. The last point of a leg is the first point of the next. */
export interface Leg {
  readonly kind: LegKind
  readonly bladeOn: boolean
  /** Thinned waypoints in metres, at least two. */
  readonly points: PolylineXY
}

export type CoverageWarningCode =
  | 'invalidRequest'
  | 'invalidBoundary'
  | 'tooNarrow'
  | 'allObstacle'
  | 'unreachableParts'
  | 'turnRadiusNotKept'
  | 'uncovered'
  | 'splitIntoParts'
  | 'tightTurns'
  | 'beyondRange'
  | 'bodyOverEdge'

/** Why a plan is less than was requested. The caller has the text of the code; the params are its figures. */
export interface CoverageWarning {
  readonly code: CoverageWarningCode
  readonly params: Readonly<Record<string, string | number>>
  /** Where on the drive it is, where that is more than the whole plan. */
  readonly places?: readonly XY[]
}

export interface CoverageStats {
  /** Boundary less its holes and less the obstacles with their clearance. */
  readonly areaM2: number
  readonly coveredM2: number
  /** coveredM2 / areaM2, 0 to 1; 0 for an empty plan. */
  readonly coverage: number
  /** Mown length times width less the area mown, over areaM2. */
  readonly overlap: number
  readonly lengthM: number
  readonly lapLengthM: number
  readonly swathLengthM: number
  readonly turnLengthM: number
  readonly transitLengthM: number
  readonly swaths: number
  readonly turns: number
  /** How often the blade is switched, its start at the beginning and its stop at the end included. */
  readonly bladeChanges: number
  /** All legs at their speeds, slower in corners and arcs, and the wait at each change of the blade. */
  readonly durationS: number
  /** Charges that the drive takes, ways to the charger included; 2.4 are three. Null where no range was given. */
  readonly charges: number | null
  readonly waypoints: number
}

/** Legs `fromLeg` (inclusive) to `toLeg` (exclusive) that fit one upload and one charge. */
export interface PlanChunk {
  readonly fromLeg: number
  readonly toLeg: number
  /** Length driven in this chunk. */
  readonly lengthM: number
  readonly waypoints: number
  /** From the start of the whole drive to its beginning, and from its end back; 0 where no start is given, or one charge does. */
  readonly wayM: number
}

/** One continuous drive, or an empty one with the reason in `warnings`. */
export interface CoveragePlan {
  readonly legs: readonly Leg[]
  readonly chunks: readonly PlanChunk[]
  readonly uncovered: readonly PolygonXY[]
  /** The strip along every edge that the request leaves uncut; no part of `uncovered`. */
  readonly leftUncut: readonly PolygonXY[]
  readonly warnings: readonly CoverageWarning[]
  /** The pattern that was chosen. */
  readonly pattern: MowingPattern
  /** The heading that was used, degrees clockwise from north. */
  readonly headingDeg: number
  readonly stats: CoverageStats
}
