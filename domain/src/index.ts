/**
 * Domain: the nouns of a golf course's day and their rules.
 * It never does IO and never reads the clock: the caller passes both.
 */

export * from './cart/cartMessage.ts'
export * from './cart/index.ts'
export { MOST_READY_TEXTS, type ReadyTexts, readyTexts } from './cart/readyTexts.ts'
export { packTrack, type ReplayPlace, type ReplayTrack, replayTrack, unpackTrack } from './cart/replay/replayTrack.ts'
export * from './cart/trackerForwards.ts'
export * from './cart/trackerReport.ts'
export { compareNames } from './common/compareNames.ts'
export { BYTE_ORDER_MARK, type CsvCell, csvFile } from './common/csv.ts'
export { isDeeperThan, MOST_LEVELS } from './common/depth.ts'
export { faultOf, fieldFault } from './common/fieldFault.ts'
export * from './common/result.ts'
export { PARTS_DEPTH, saidParams, saidShape } from './common/saidShape.ts'
export * from './common/text.ts'
export * from './common/zonedTime.ts'
export * from './course/baseMap.ts'
export * from './course/baseMapService.ts'
export * from './course/baseMapTiles.ts'
export { type BoxIndex, boxIndex } from './course/boxIndex.ts'
export * from './course/course.ts'
export { boundsAround, liesWithin, unionOf } from './course/courseBounds.ts'
export * from './course/courseCheck.ts'
export * from './course/courseDiff.ts'
export {
  boxesMeet,
  frameAround,
  polygonGeometryOf,
  polygonXY,
  positionOf,
  roundedPosition,
} from './course/courseGeometry.ts'
export {
  baseAngleAfter,
  bearingOfLineDeg,
  drawnHole,
  holeNumber,
  nextHole,
  paceMinutes,
  parByLength,
} from './course/holeFigures.ts'
export { awayFromHoleM, FARTHEST_FROM_HOLE_M } from './course/holeOfArea.ts'
export { belongingTo, losingHoles, withHolesLeft } from './course/holeRemoval.ts'
export { chosenFeatures, type ImportChoice, type ReadCourse, type Standing, withHole } from './course/importChoice.ts'
export { importDiff } from './course/importDiff.ts'
export {
  DRAWING_UNITS,
  type DrawingUnit,
  type ImportGroup,
  type ImportOptions,
  type ImportShapeKind,
  type ImportTargetName,
  importGroup,
  importOptions,
  importTarget,
} from './course/importTarget.ts'
export * from './course/mapProblems.ts'
export * from './course/publicCourse.ts'
export * from './course/settings.ts'
export * from './course/shapeSurgery.ts'
export * from './garage/base.ts'
export { type Ability, type VehicleCapabilities, vehicleCapabilities } from './garage/capabilities.ts'
export * from './garage/driveTime.ts'
export * from './garage/energy.ts'
export { createEnergyMeter, type EnergyMeter, type EnergyReading, LEAST_USED } from './garage/energyMeter.ts'
export { type EnergyPromise, type EnergyTask, energyPromise } from './garage/energyPromise.ts'
export * from './garage/garage.ts'
export { backFromServiceMs, type InService, isInServiceAt } from './garage/inService.ts'
export { type MachineActivity, machineActivity, worksByItself } from './garage/machineActivity.ts'
export * from './garage/service.ts'
export * from './garage/serviceRecord.ts'
export * from './garage/telemetry.ts'
export * from './garage/vehicleLink.ts'
export * from './grass/grassMemory.ts'
export * from './grass/growth.ts'
export * from './grass/growthSettings.ts'
export * from './grass/mownProgress.ts'
export * from './grass/zoneRecord.ts'
export * from './mission/cleanUpPass.ts'
export * from './mission/courseMode.ts'
export * from './mission/direction.ts'
export { areaChecksFor, gateChecksFor } from './mission/gateChecks.ts'
export {
  type Closure,
  type EnergyFacts,
  type ExpectedGroup,
  type GateFacts,
  NOTHING_KNOWN,
  type OwnState,
  ownState,
} from './mission/gateFacts.ts'
export * from './mission/mission.ts'
export { type MissionFence, missionFence } from './mission/missionFence.ts'
export { HINDRANCES, type Hindrance, type HindranceFacts, hindranceOf } from './mission/missionHindrance.ts'
export { nearestMissionFor } from './mission/nearestMission.ts'
export * from './mission/pattern.ts'
export * from './mission/startGate.ts'
export { turnsOutside, watchedBoundary } from './mission/watchedBoundary.ts'
export * from './notification/groups.ts'
export * from './notification/notification.ts'
export * from './notification/webhook.ts'
export * from './people/auditAction.ts'
export * from './people/people.ts'
export { apartInTime, type DriveAhead, passesStanding, SHARED_CLEARANCE_M, startsApart } from './plan/apartInTime.ts'
export {
  CHECK_TOLERANCE_M,
  type CheckInput,
  checkPaths,
  checkPlan,
  type DrivenPath,
  type PlanViolation,
} from './plan/checkPlan.ts'
export type { MowerHome } from './plan/courseCharges.ts'
export * from './plan/coursePlan.ts'
export { driveDurationS } from './plan/driveDuration.ts'
export { planFileSize, STORED_WITHOUT_CARD, tooLargeWithoutCard } from './plan/file/planFileSize.ts'
export { type FileRefusal, planFromFile } from './plan/file/planFromFile.ts'
export * from './plan/file/qgcPlan.ts'
export type { QgcRefusal } from './plan/file/qgcPlanFile.ts'
export { mayMeetSoon, startMayMeet } from './plan/mayMeet.ts'
export { meetsSoon, meetsStanding, meetsWithinM } from './plan/meetsSoon.ts'
export * from './plan/missionGround.ts'
export * from './plan/missionPlan.ts'
export {
  bladeOfDrive,
  bodyRadiusM,
  checkDrive,
  type DriveGround,
  type DriveInput,
  type DriveRefusal,
  driveCorridor,
  type OccupiedSpot,
  planDrive,
  roadOfDrive,
} from './plan/planDrive.ts'
export * from './plan/planHash.ts'
export * from './plan/planItems.ts'
export * from './plan/planMission.ts'
export {
  type MissionSplit,
  type SplitInput,
  type SplitMachine,
  type SplitPartPlan,
  type SplitRefusal,
  splitMission,
} from './plan/splitMission.ts'
export { turnGroundOf } from './plan/turnGround.ts'
export { type WayHomeInput, wayHomeM } from './plan/wayHome.ts'
export { type WayToStart, wayToStart } from './plan/wayToStart.ts'
export * from './report/costRates.ts'
export * from './restaurant/restaurant.ts'
export { closedTimes, shareGround } from './schedule/closedTimes.ts'
export * from './schedule/conflicts.ts'
export * from './schedule/playMargin.ts'
export * from './schedule/repeats.ts'
export * from './schedule/standingJobs.ts'
export * from './schedule/standingPlan.ts'
export * from './schedule/suitedMowers.ts'
export * from './schedule/teeSheet.ts'
export * from './schedule/teeSheetAddress.ts'
export { readTeeSheetCsv, type TeeSheetOptions } from './schedule/teeSheetCsv.ts'
export * from './schedule/timetable.ts'
export { chargeToStart } from './shift/chargeToStart.ts'
export { dayMower, mowerHome } from './shift/dayMower.ts'
export { busyS, type ExpectedWork, expectedDay } from './shift/expectedDay.ts'
export { freeMissions } from './shift/freeMissions.ts'
export * from './shift/lateness.ts'
export * from './shift/planDay.ts'
export * from './shift/replan.ts'
export * from './shift/routeLife.ts'
export * from './shift/shift.ts'
export * from './staffJob/jobLife.ts'
export * from './staffJob/shareJobs.ts'
export * from './staffJob/staffJob.ts'
export * from './weather/figures.ts'
export * from './weather/mergeReadings.ts'
export * from './weather/morningGrass.ts'
export * from './weather/weather.ts'
