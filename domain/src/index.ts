/**
 * Domain: the nouns of a golf course's day, their rules, and the contract between server and web.
 * It never does IO and never asks for the time: both are handed in.
 */
export {
  CHECK_TOLERANCE_M,
  checkPaths,
  checkPlan,
  type PlanViolation,
} from './checkPlan.ts'
export * from './course.ts'
export * from './courseCheck.ts'
export * from './courseDiff.ts'
export { type CourseImport, type CourseImportInput, importCourse } from './courseImport.ts'
export * from './direction.ts'
export * from './garage.ts'
export { type GeojsonRefusal, geojsonElements, type ImportElement, type ImportGeometry } from './importElement.ts'
export { courseBounds } from './importPlace.ts'
export * from './mission.ts'
export * from './missionGround.ts'
export * from './missionPlan.ts'
export * from './mownProgress.ts'
export { nearestMissionFor } from './nearestMission.ts'
export * from './notification.ts'
export * from './people.ts'
export * from './planHash.ts'
export * from './planItems.ts'
export * from './planMission.ts'
export * from './qgcPlan.ts'
export * from './restaurant.ts'
export * from './result.ts'
export * from './settings.ts'
export * from './startGate.ts'
export * from './telemetry.ts'
export * from './text.ts'
export { type WayToStart, wayToStart } from './wayToStart.ts'
