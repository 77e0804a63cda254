/** Calls of screens that open later, and of programs: the first load of the map goes without them. */
import { auditCalls } from './auditCalls.ts'
import { automowerCalls } from './automowerCalls.ts'
import { automowerStartCalls } from './automowerStartCalls.ts'
import { baseMapCalls } from './baseMapCalls.ts'
import { calendarFeedCalls } from './calendarFeedCalls.ts'
import { capabilityCalls } from './capabilityCalls.ts'
import { cartCalls } from './cartCalls.ts'
import { fleetHealthCalls } from './fleetHealthCalls.ts'
import { fleetPlanCalls } from './fleetPlanCalls.ts'
import { importCalls } from './importCalls.ts'
import { missionTimeCalls } from './missionTimeCalls.ts'
import { morningCalls } from './morningCalls.ts'
import { mqttCalls } from './mqttCalls.ts'
import { ogcCalls } from './ogcCalls.ts'
import { oidcCalls } from './oidcCalls.ts'
import { openMowerCalls } from './openMowerCalls.ts'
import { operationCalls } from './operationCalls.ts'
import { ownMapCalls } from './ownMapCalls.ts'
import { playerCalls } from './playerCalls.ts'
import { replayCalls } from './replayCalls.ts'
import { reportCalls } from './reportCalls.ts'
import { servicePlanCalls } from './servicePlanCalls.ts'
import { smsCalls } from './smsCalls.ts'
import { vda5050Calls } from './vda5050Calls.ts'
import { wallCalls } from './wallCalls.ts'
import { webhookCalls } from './webhookCalls.ts'
import { zoneRecordCalls } from './zoneRecordCalls.ts'

export { MOST_RELEASED_DAYS, plannedStartFields, startMinutes } from './automowerStartCalls.ts'
export { MOST_BASE_MAP_LAYERS } from './baseMapCalls.ts'
export { mqttCommand, mqttSettings, mqttSettingsChange } from './mqttCalls.ts'
export { mappedRole, oidcSettings, oidcSettingsChange } from './oidcCalls.ts'
export { openMowerForm } from './openMowerCalls.ts'
export { smsSettings, smsSettingsChange } from './smsCalls.ts'
export { vda5050Form } from './vda5050Calls.ts'

export const lateCalls = {
  ...importCalls,
  ...playerCalls,
  ...fleetPlanCalls,
  ...fleetHealthCalls,
  ...replayCalls,
  ...wallCalls,
  ...zoneRecordCalls,
  ...missionTimeCalls,
  ...morningCalls,
  ...reportCalls,
  ...ogcCalls,
  ...operationCalls,
  ...auditCalls,
  ...baseMapCalls,
  ...calendarFeedCalls,
  ...capabilityCalls,
  ...mqttCalls,
  ...automowerCalls,
  ...automowerStartCalls,
  ...openMowerCalls,
  ...ownMapCalls,
  ...vda5050Calls,
  ...smsCalls,
  ...oidcCalls,
  ...webhookCalls,
  ...cartCalls,
  ...servicePlanCalls,
} as const
