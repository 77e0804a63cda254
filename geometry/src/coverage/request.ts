import type { PolygonXY, PolylineXY, XY } from '../units.ts'

/** Something that must not be mown, and how far every part of the drive keeps from it (metres, >= 0). */
export interface Obstacle {
  readonly polygon: PolygonXY
  readonly clearanceM: number
}

/**
 * `oneInOne`: each swath beside the last; a machine whose half turn is wider than two rows skips rows where that is quicker, and mows
 * those left out on its way back. `oneThroughOne`: every second swath, then back through those left out.
 */
export type TurnScheme = 'oneInOne' | 'oneThroughOne'

/**
 * How swaths fill a field: `straight` in one heading, `contour` along a bent line, `concentric`, as passes along every edge all the way
 * in, or `perCell` in the best heading for each part of the field, or along its own bent line where `contour` is allowed, too.
 */
export type MowingPattern = 'straight' | 'contour' | 'concentric' | 'perCell'

export type PassDirection = 'clockwise' | 'counterClockwise'

export interface HeadlandRequest {
  /** Headland passes along every edge, boundary and obstacles alike: 0 to 5. */
  readonly count: number
  /** One for all headland passes or one for each, outermost first. */
  readonly direction: PassDirection | readonly PassDirection[]
  /** Before or after the swaths, for those along the outer edge; those round anything inside are driven where the drive comes by. */
  readonly when: 'before' | 'after'
  /** Metres along every edge that nothing is to cut, for passes that keep off a worn edge; 0 when absent. */
  readonly leaveUncutM?: number
}

/** Metres per second, all > 0. */
export interface CoverageSpeeds {
  readonly mowingMps: number
  readonly transitMps: number
  readonly turningMps: number
}

/** The rectangle that a machine fills, with the blade in its middle. All in metres. */
export interface MachineBody {
  readonly widthM: number
  readonly lengthM: number
  /** How far the machine may be off the planned line where it turns. */
  readonly marginM: number
}

/** The request to the planner. All lengths in metres in one local frame, all headings in degrees clockwise from north. */
export interface CoverageRequest {
  readonly boundary: PolygonXY
  readonly obstacles: readonly Obstacle[]
  readonly workingWidthM: number
  readonly overlapM: number
  /** One heading of the swaths, or several to choose the quickest from. */
  readonly headingDeg: number | readonly number[]
  readonly headland: HeadlandRequest
  /** Patterns to choose the quickest from; one alone is forced, absent it is `straight`. */
  readonly pattern?: readonly MowingPattern[]
  /** A line that the rows of a `contour` run along where that is quicker than along the middle line of each part of the field. */
  readonly lineOfPlay?: PolylineXY
  readonly turnScheme: TurnScheme
  /** 0 turns on the spot. */
  readonly minTurnRadiusM: number
  readonly speeds: CoverageSpeeds
  /** Keeps the whole body out of obstacles and near the field; absent, the machine is the point in the blade's middle. */
  readonly body?: MachineBody
  /**
   * Ground beside the field on which a machine with a body may turn with its blade off, the whole body on it or on the field. What
   * obstacles take of the field they take of it, too.
   */
  readonly turnGround?: readonly PolygonXY[]
  readonly start?: XY
  readonly end?: XY
  /** Seconds that the machine waits for its blade to start or stop; 0 when absent. */
  readonly bladeDelayS?: number
  /** How far one charge drives, in metres of path; longer plans come back in several parts. */
  readonly batteryRangeM?: number
  /** Greatest distance between the thinned waypoints and the exact path; 0.02 when absent. */
  readonly toleranceM?: number
  /** Most waypoints one part may hold; unlimited when absent. */
  readonly maxWaypoints?: number
}
