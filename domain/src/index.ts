/**
 * Domain: the nouns of a golf course's day, their rules, and the contract between server and web.
 * It never does IO and never asks for the time: both are handed in.
 */

export { apartInTime, type DriveAhead, SHARED_CLEARANCE_M } from './apartInTime.ts'
export * from './cart/index.ts'
export * from './cartMessage.ts'
export {
  CHECK_TOLERANCE_M,
  type CheckInput,
  checkPaths,
  checkPlan,
  type PlanViolation,
} from './checkPlan.ts'
export { closedTimes, shareGround } from './closedTimes.ts'
export * from './conflicts.ts'
export * from './course.ts'
export * from './courseCheck.ts'
export * from './courseDiff.ts'
export { frameAround, polygonXY } from './courseGeometry.ts'
export { type CourseImport, type CourseImportInput, importCourse } from './courseImport.ts'
export * from './courseMode.ts'
export * from './coursePlan.ts'
export { type CsvCell, csvTable } from './csv.ts'
export * from './direction.ts'
export { faultOf, fieldFault } from './fieldFault.ts'
export * from './garage.ts'
export * from './grassMemory.ts'
export { belongingTo, losingHoles, withHolesLeft } from './holeRemoval.ts'
export { type GeojsonRefusal, geojsonElements, type ImportElement, type ImportGeometry } from './importElement.ts'
export { courseBounds } from './importPlace.ts'
export { chosenFeatures, type ImportChoice, type Standing } from './importStanding.ts'
export {
  type ImportGroup,
  type ImportOptions,
  type ImportShapeKind,
  type ImportTargetName,
  importOptions,
  importTarget,
} from './importTarget.ts'
export * from './mapProblems.ts'
export * from './mission.ts'
export { type MissionFence, missionFence } from './missionFence.ts'
export * from './missionGround.ts'
export { HINDRANCES, type Hindrance, type HindranceFacts, hindranceOf } from './missionHindrance.ts'
export * from './missionPlan.ts'
export * from './missionWhy.ts'
export * from './mownProgress.ts'
export { nearestMissionFor } from './nearestMission.ts'
export * from './notification.ts'
export * from './people.ts'
export { planFileSize, STORED_WITHOUT_CARD, tooLargeWithoutCard } from './planFileSize.ts'
export { type FileRefusal, planFromFile } from './planFromFile.ts'
export * from './planHash.ts'
export * from './planItems.ts'
export * from './planMission.ts'
export * from './publicCourse.ts'
export * from './qgcPlan.ts'
export type { QgcRefusal } from './qgcPlanFile.ts'
export * from './repeats.ts'
export { packTrack, type ReplayPlace, type ReplayTrack, unpackTrack } from './replayTrack.ts'
export * from './restaurant.ts'
export * from './result.ts'
export * from './service.ts'
export * from './settings.ts'
export * from './shapeSurgery.ts'
export {
  type MissionSplit,
  type SplitInput,
  type SplitMachine,
  type SplitPartPlan,
  type SplitRefusal,
  splitMission,
} from './splitMission.ts'
export * from './startGate.ts'
export * from './telemetry.ts'
export * from './text.ts'
export * from './timetable.ts'
export * from './trackerReport.ts'
export * from './vehicleLink.ts'
export { watchedBoundary } from './watchedBoundary.ts'
export { type WayToStart, wayToStart } from './wayToStart.ts'
export * from './weather.ts'
export * from './zonedTime.ts'
