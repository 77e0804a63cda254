/** Request and result of a split of a field among machines. */
import type { CoveragePlan, CoverageWarning } from '../coverage/plan.ts'
import type { CoverageRequest, Obstacle, PassDirection } from '../coverage/request.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'

/** One of the machines that share a field, as a coverage request states it. */
export interface SplitMower
  extends Pick<
    CoverageRequest,
    | 'workingWidthM'
    | 'overlapM'
    | 'minTurnRadiusM'
    | 'speeds'
    | 'start'
    | 'batteryRangeM'
    | 'maxWaypoints'
    /** Absent, its parts are planned for a point, and its width alone keeps machines apart. */
    | 'body'
  > {
  /** The machine's own width. */
  readonly bodyWidthM: number
  /** Obstacles with the clearances of this machine; absent, those of the request. */
  readonly obstacles?: readonly Obstacle[]
  /** Driven seconds for each second of the time model; 1 when absent. */
  readonly timeFactor?: number
}

export interface SplitRequest extends Pick<CoverageRequest, 'boundary' | 'headingDeg' | 'headland' | 'turnScheme'> {
  /** What no cell has any of; with clearances that no machine is below. */
  readonly obstacles: readonly Obstacle[]
  /** At least one, in the order of the answer's `mower`. */
  readonly mowers: readonly SplitMower[]
  /**
   * A point as it is stored. Parts are planned on rounded ground, for a tenth of a millimetre may lead to another drive; absent, points
   * are stored exactly.
   */
  readonly rounded?: (point: XY) => XY
}

/** How one part is driven in its cell: when its headland passes come, and where it starts or ends. */
export interface PartOrder {
  readonly lapsWhen: 'before' | 'after'
  readonly lapDirection: PassDirection | readonly PassDirection[]
  readonly start?: XY
  readonly end?: XY
}

export interface SplitPart {
  /** Index into the request's mowers. */
  readonly mower: number
  /** This part's own ground; the cells of two parts have no ground in common. */
  readonly cell: PolygonXY
  /**
   * Where the blade may cut: the cell, and over each seam half of the lap that neighbouring swaths have. Where a seam ends a width
   * more, as long as the machine's middle keeps to its cell.
   */
  readonly reach: PolygonXY
  readonly order: PartOrder
  readonly plan: CoveragePlan
  /** Route from the mower to the start of its plan, round the other cells; empty if its position is unknown. */
  readonly way: PolylineXY
  /** Way and drive, in seconds from a common start. */
  readonly finishS: number
}

export type SplitWarning =
  | CoverageWarning
  | {
      readonly code: 'tooSmallToSplit' | 'finishApart' | 'tooNear' | 'wayThroughCell'
      readonly params: CoverageWarning['params']
    }

export interface MowerSplit {
  /** One for each mower, along the cuts; empty with a reason in `warnings` where the field cannot be split. */
  readonly parts: readonly SplitPart[]
  /** Areas that no part mows. */
  readonly uncovered: readonly PolygonXY[]
  readonly warnings: readonly SplitWarning[]
  /** (latest finish - earliest finish) / latest finish, 0 to 1. */
  readonly spread: number
  /** How near, middle to middle, the two machines come that have least to spare, when all start within 20 s. */
  readonly leastApartM: number
  /** Required distance between the centres of these two. */
  readonly clearanceM: number
}

/** Kept between the sides of two machines: a machine's corners swing out in a turn, and both may be off their line. */
export const SIDE_CLEARANCE_M = 0.5

/** The distance that the middles of two machines keep, metres. */
export const machineClearanceM = (a: Pick<SplitMower, 'bodyWidthM'>, b: Pick<SplitMower, 'bodyWidthM'>): number =>
  (a.bodyWidthM + b.bodyWidthM) / 2 + SIDE_CLEARANCE_M
