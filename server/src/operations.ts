/** Connects map, missions, carts and fleet: they share the current course and the planner, and know each other only by ports. */
import { createCartsFeature } from './carts/index.ts'
import type { Context } from './context.ts'
import { createCurrentCourse } from './course/currentCourse.ts'
import { createCourseModeFeature } from './courseMode/index.ts'
import type { Feature } from './feature.ts'
import { createFleetFeature } from './fleet/index.ts'
import { createGrassFeature } from './grass/index.ts'
import { createMapFeature } from './map/index.ts'
import { createPlanner } from './missionLife/planner.ts'
import { createFleetPlansFeature } from './missions/fleetPlans.ts'
import { createMissionsFeature } from './missions/index.ts'
import { createOgcFeature } from './ogc/index.ts'
import { createPublicCourse } from './publicCourse/index.ts'
import { announceOrder, takeOrder } from './restaurant/orders.ts'
import { servedMenu } from './restaurant/servedMenu.ts'
import { changeSettings, readSettings } from './settings/settingsStore.ts'
import { createWeatherFeature } from './weather/index.ts'

export const operationsFeatures = (ctx: Context): readonly Feature[] => {
  const course = createCurrentCourse(ctx.db)
  const planner = createPlanner(ctx, course)
  const map = createMapFeature(ctx, course)
  const ogc = createOgcFeature(ctx, course)
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
    carts,
    courseMode,
    grass,
    weather,
    fleet,
  ]
}
