/** Connects map, missions, carts and fleet: they share the current course and the planner, and know each other only by ports. */
import { createAutomowerFeature } from '../features/automower/index.ts'
import { startsUnderRelease } from '../features/automower/planned/startsUnderRelease.ts'
import { createCalendarFeedsFeature } from '../features/calendarFeeds/index.ts'
import { createCartsFeature } from '../features/carts/index.ts'
import { createCourseModeFeature } from '../features/courseMode/index.ts'
import { createFleetFeature } from '../features/fleet/index.ts'
import { shiftsOfDay } from '../features/fleet/shifts/shiftsOfDay.ts'
import { vehiclesDue } from '../features/garage/serviceStore.ts'
import { createGrassFeature } from '../features/grass/index.ts'
import { createJobsFeature } from '../features/jobs/index.ts'
import { jobsOfDay } from '../features/jobs/readRoutes.ts'
import { createMapFeature } from '../features/map/index.ts'
import { createFleetPlansFeature } from '../features/missions/fleetPlans.ts'
import { createMissionsFeature } from '../features/missions/index.ts'
import { stopSeries } from '../features/missions/series.ts'
import { createMqttFeature } from '../features/mqtt/index.ts'
import { createOgcFeature } from '../features/ogc/index.ts'
import { createPublicCourse } from '../features/publicCourse/index.ts'
import { createReportsFeature } from '../features/reports/index.ts'
import { announceOrder, takeOrder } from '../features/restaurant/orders.ts'
import { servedMenu } from '../features/restaurant/servedMenu.ts'
import { changeSettings, readSettings } from '../features/settings/settingsStore.ts'
import { createStandingPlansFeature } from '../features/standingPlans/index.ts'
import { createTeeSheetFeature } from '../features/teeSheet/index.ts'
import { createWallFeature } from '../features/wall/index.ts'
import { createWeatherFeature } from '../features/weather/index.ts'
import { createWebhooksFeature } from '../features/webhooks/index.ts'
import type { Context } from '../platform/context.ts'
import type { Feature } from '../platform/feature.ts'
import { modeNow } from '../shared/course/courseModeStore.ts'
import { createCurrentCourse } from '../shared/course/currentCourse.ts'
import { createPlanner } from '../shared/missionLife/planner.ts'

export const operationsFeatures = (ctx: Context): readonly Feature[] => {
  const course = createCurrentCourse(ctx.db)
  const planner = createPlanner(ctx, course)
  const map = createMapFeature(ctx, course)
  const ogc = createOgcFeature(ctx, course, map.editor)
  const publicCourse = createPublicCourse(ctx, course, { mapSettings: () => readSettings(ctx.db, 'map') })
  const fleet = createFleetFeature(ctx, course, planner)
  const missions = createMissionsFeature(ctx, course, planner, fleet.port)
  const fleetPlans = createFleetPlansFeature(ctx, course, planner, fleet.port)
  const carts = createCartsFeature(ctx, course, {
    buggySettings: () => readSettings(ctx.db, 'buggy'),
    mapSettings: () => readSettings(ctx.db, 'map'),
    menu: at => servedMenu(ctx.db, at),
    takeOrder: (tx, request) => takeOrder(ctx, tx, request),
    announceOrder: order => announceOrder(ctx, order),
  })
  const grass = createGrassFeature(ctx, course)
  const courseMode = createCourseModeFeature(ctx, course, {
    ...carts.port,
    timeZone: async () => (await readSettings(ctx.db, 'map')).timeZone,
    driving: () => fleet.port.driving(),
    holdAll: user => fleet.port.holdAll({ user }),
  })
  const teeSheet = createTeeSheetFeature(ctx, course)
  const weather = createWeatherFeature(ctx, {
    setRainMode: (tx, isOn) =>
      changeSettings(tx, 'map', stored => ({ ...stored, rainMode: isOn ? 'true' : 'false' }), ctx.clock.now()),
  })
  // The first in this list is stopped last: those behind it wait for a mission that is being planned.
  return [
    { routes: [], stop: () => planner.close() },
    map,
    ogc,
    publicCourse,
    missions,
    fleetPlans,
    createStandingPlansFeature(ctx, course, planner, { stop: stopSeries }, grass.port),
    createJobsFeature(ctx, course),
    createWallFeature(ctx, {
      settings: () => readSettings(ctx.db, 'map'),
      shifts: day => shiftsOfDay(ctx.db, day),
      jobs: day => jobsOfDay(ctx, course, day),
    }),
    createCalendarFeedsFeature(ctx, {
      settings: () => readSettings(ctx.db, 'map'),
      services: now => vehiclesDue(ctx.db, now),
      starts: zone => startsUnderRelease(ctx.db, zone),
    }),
    carts,
    courseMode,
    createWebhooksFeature(ctx),
    createMqttFeature(ctx, {
      machines: fleet.machines,
      course: async () => ({
        mode: await modeNow(ctx.db),
        rainMode: (await readSettings(ctx.db, 'map')).rainMode,
      }),
    }),
    createAutomowerFeature(ctx, course, fleet.port),
    grass,
    createReportsFeature(ctx, course),
    teeSheet,
    weather,
    fleet,
  ]
}
