/**
 * Geometry: pure functions on points, lines and polygons, and the coverage planner built from them.
 * It never knows golf, vehicles, wires, clocks or randomness: the same input gives the same answer.
 */
export { GROUND_GAP_M, rimClearanceM, swingM } from './coverage/field/body.ts'
export { createFieldCache, type FieldCache } from './coverage/field/fieldCache.ts'
export { type BodySize, sweepBody } from './coverage/field/sweepBody.ts'
export { setSpeedMps } from './coverage/metrics/setSpeed.ts'
export type * from './coverage/plan.ts'
export { planCoverage } from './coverage/planCoverage.ts'
export type * from './coverage/request.ts'
export { ChargeCurve } from './fleet/chargeCurve.ts'
export { type RoadNetwork, type RoadNetworkRequest, roadNetwork } from './fleet/roadNetwork.ts'
export {
  type BusySpan,
  planRounds,
  type RoundJob,
  type RoundMachine,
  type Rounds,
  type RoundsProblem,
  type Stop,
  type Work,
} from './fleet/rounds.ts'
export {
  type ChargePiece,
  type LeftJob,
  type LeftReason,
  planShift,
  type Remedy,
  type Shift,
  type ShiftBase,
  type ShiftBefore,
  type ShiftJob,
  type ShiftMachine,
  type ShiftProblem,
  type ShiftTask,
  type ShiftWork,
  type Span,
  tasksUnderWay,
  withRemedy,
} from './fleet/shift.ts'
export {
  type MowerSplit,
  machineClearanceM,
  type PartOrder,
  type SplitMower,
  type SplitPart,
  type SplitRequest,
  type SplitWarning,
} from './fleet/split.ts'
export { FINISH_TOGETHER, splitForMowers } from './fleet/splitForMowers.ts'
export { leastApartM, type Timeline, timelineOf } from './fleet/timeline.ts'
export { type LocalFrame, localFrame } from './localFrame.ts'
export { arrivalsOf, driveS, legSpeedMps, pace, type Stretch } from './pace.ts'
export { bufferLines, difference, intersection, intersectionNear, offset, union } from './polygon/clipper.ts'
export { contains } from './polygon/contains.ts'
export { cutPolygon } from './polygon/cutPolygon.ts'
export { pathInside, segmentInside, type WayCheck, wayCheck } from './polygon/fence.ts'
export { areaM2, type Box, boxOf, grownBox, signedAreaM2, totalAreaM2 } from './polygon/measure.ts'
export { mergePolygons } from './polygon/mergePolygons.ts'
export { overlapAreaM2, polygonsIntersect } from './polygon/overlap.ts'
export { withSharedCorners } from './polygon/sharedCorners.ts'
export { splitPolygon } from './polygon/splitPolygon.ts'
export {
  type PolygonProblem,
  type PolygonProblemKind,
  polygonProblem,
  type RingProblem,
  type RingProblemKind,
  ringProblem,
} from './polygon/validity.ts'
export {
  distanceM,
  distanceToLineM,
  lengthM,
  type NearestOnLine,
  nearestOnLine,
  pointAlong,
} from './polyline.ts'
export { type Router, routerOf, shortestPath } from './shortestPath.ts'
export { simplifyLine, simplifyRing } from './simplify.ts'
export {
  headingOfDeg,
  type LonLat,
  normalizeHeadingDeg,
  type PolygonXY,
  type PolylineXY,
  type Ring,
  unitVector,
  type XY,
} from './units.ts'
export { type UtmFrame, utmFrame, utmZone } from './utm.ts'
