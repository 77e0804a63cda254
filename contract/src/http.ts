/**
 * Every call once: method, path, who may make it, what goes in and what comes out. The server registers its routes
 * from this table (a route that is not here does not start), the web calls by it, the OpenAPI document is made of it.
 */
import { courseModeCalls } from './courseModeCalls.ts'
import { garageCalls } from './garageCalls.ts'
import { grassCalls } from './grassCalls.ts'
import { historyCalls } from './historyCalls.ts'
import { jobCalls } from './jobCalls.ts'
import { linkCalls } from './linkCalls.ts'
import { liveCalls } from './liveCalls.ts'
import { mapCalls } from './mapCalls.ts'
import { missionCalls } from './missionCalls.ts'
import { notificationCalls } from './notificationCalls.ts'
import { peopleCalls } from './peopleCalls.ts'
import { rasterCalls } from './rasterCalls.ts'
import { restaurantCalls } from './restaurantCalls.ts'
import { roundCalls } from './roundCalls.ts'
import { serviceCalls } from './serviceCalls.ts'
import { settingsCalls } from './settingsCalls.ts'
import { shiftCalls } from './shiftCalls.ts'
import { standingPlanCalls } from './standingPlanCalls.ts'
import { teeSheetCalls } from './teeSheetCalls.ts'
import { weatherCalls } from './weatherCalls.ts'

/** What the first load of the map may need; `lateCalls.ts` has the rest. */
export const calls = {
  ...peopleCalls,
  ...settingsCalls,
  ...mapCalls,
  ...historyCalls,
  ...rasterCalls,
  ...garageCalls,
  ...courseModeCalls,
  ...roundCalls,
  ...linkCalls,
  ...missionCalls,
  ...standingPlanCalls,
  ...grassCalls,
  ...restaurantCalls,
  ...notificationCalls,
  ...liveCalls,
  ...serviceCalls,
  ...shiftCalls,
  ...weatherCalls,
  ...teeSheetCalls,
  ...jobCalls,
} as const
