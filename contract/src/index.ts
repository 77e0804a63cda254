/** The contract between server and web: calls, live messages, errors. */
export { saidShape } from '@greensward/domain'
export * from './auditCalls.ts'
export type {
  AutomowerActivity,
  AutomowerChange,
  AutomowerMachine,
  AutomowerProblem,
  AutomowerRequested,
  AutomowerState,
} from './automowerCalls.ts'
export type { CalendarFeed } from './calendarFeedCalls.ts'
export type { BodyOf, Call, ParamsOf, QueryOf, ResultOf, Who } from './call.ts'
export type { CartAccess } from './cartCalls.ts'
export * from './command.ts'
export type { CourseModePreview } from './courseModeCalls.ts'
export * from './errors.ts'
export type { FleetFault, FleetHealth, FleetMower, FleetPart } from './fleetHealthCalls.ts'
export * from './fleetPlanCalls.ts'
export type { GrassRow, ZoneAge } from './grassCalls.ts'
export * from './historyCalls.ts'
export * from './http.ts'
export { type ImportPreview, importPreview } from './importCalls.ts'
export type { WorkedHours } from './jobCalls.ts'
export * from './live.ts'
export * from './liveVehicle.ts'
export * from './mapCalls.ts'
export * from './missionCalls.ts'
export * from './moveOf.ts'
export type { MqttCommand, MqttProblem, MqttSettings, MqttSettingsChange, MqttState } from './mqttCalls.ts'
export type { PushBrowser } from './notificationCalls.ts'
export * from './ogcCalls.ts'
export type { MappedRole, OidcProblem, OidcSettings, OidcSettingsChange } from './oidcCalls.ts'
export type { OpenMowerForm, OpenMowerLink, OpenMowerState } from './openMowerCalls.ts'
export type { OperationStatus } from './operationCalls.ts'
export * from './peopleCalls.ts'
export type { PlayerState } from './playerCalls.ts'
export { type PlayerLive, type PlayerNow, type PlayerSubject, playerLive } from './playerLive.ts'

export * from './rasterCalls.ts'
export { MOST_REPLAY_RUNS_S, MOST_REPLAY_STEPS, type ReplayRun } from './replayCalls.ts'
export type { Report, ReportBy, ReportFigures, ReportRow } from './reportCalls.ts'

export { type Menu, menu } from './restaurantCalls.ts'
export type { PaceHistory, PlayedRound } from './roundCalls.ts'
export type { HealthStep, MowerPairing, UnpairedVehicle } from './serviceCalls.ts'
export { serviceReading } from './serviceReading.ts'
export type { FilmMove, ShiftOfDay } from './shiftCalls.ts'
export type { SmsProblem, SmsSettings, SmsSettingsChange } from './smsCalls.ts'
export type { PlannedDay, PlannedJob, PlanTrial } from './standingPlanCalls.ts'
export { type TeeSheet, type TeeSheetImport, teeSheetVersions } from './teeSheetCalls.ts'
export type { WallDay, WallDisplay } from './wallCalls.ts'
export type { Webhook, WebhookDelivery } from './webhookCalls.ts'
