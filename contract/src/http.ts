/**
 * Every call once: method, path, who may make it, what goes in and what comes out. The server registers its routes
 * from this table (a route that is not here does not start), the web calls by it, the OpenAPI document is made of it.
 */
import { auditCalls } from './auditCalls.ts'
import { calendarFeedCalls } from './calendarFeedCalls.ts'
import { cartCalls } from './cartCalls.ts'
import { courseModeCalls } from './courseModeCalls.ts'
import { fleetPlanCalls } from './fleetPlanCalls.ts'
import { garageCalls } from './garageCalls.ts'
import { grassCalls } from './grassCalls.ts'
import { historyCalls } from './historyCalls.ts'
import { importCalls } from './importCalls.ts'
import { jobCalls } from './jobCalls.ts'
import { linkCalls } from './linkCalls.ts'
import { mapCalls } from './mapCalls.ts'
import { missionCalls } from './missionCalls.ts'
import { notificationCalls } from './notificationCalls.ts'
import { ogcCalls } from './ogcCalls.ts'
import { operationCalls } from './operationCalls.ts'
import { peopleCalls } from './peopleCalls.ts'
import { playerCalls } from './playerCalls.ts'
import { rasterCalls } from './rasterCalls.ts'
import { replayCalls } from './replayCalls.ts'
import { reportCalls } from './reportCalls.ts'
import { restaurantCalls } from './restaurantCalls.ts'
import { roundCalls } from './roundCalls.ts'
import { serviceCalls } from './serviceCalls.ts'
import { settingsCalls } from './settingsCalls.ts'
import { shiftCalls } from './shiftCalls.ts'
import { standingPlanCalls } from './standingPlanCalls.ts'
import { teeSheetCalls } from './teeSheetCalls.ts'
import { wallCalls } from './wallCalls.ts'
import { weatherCalls } from './weatherCalls.ts'
import { webhookCalls } from './webhookCalls.ts'
import { zoneRecordCalls } from './zoneRecordCalls.ts'

export const calls = {
  ...peopleCalls,
  ...settingsCalls,
  ...mapCalls,
  ...importCalls,
  ...historyCalls,
  ...ogcCalls,
  ...rasterCalls,
  ...garageCalls,
  ...cartCalls,
  ...courseModeCalls,
  ...roundCalls,
  ...playerCalls,
  ...linkCalls,
  ...missionCalls,
  ...fleetPlanCalls,
  ...standingPlanCalls,
  ...grassCalls,
  ...zoneRecordCalls,
  ...replayCalls,
  ...reportCalls,
  ...restaurantCalls,
  ...notificationCalls,
  ...operationCalls,
  ...auditCalls,
  ...serviceCalls,
  ...shiftCalls,
  ...weatherCalls,
  ...teeSheetCalls,
  ...jobCalls,
  ...wallCalls,
  ...calendarFeedCalls,
  ...webhookCalls,
} as const
