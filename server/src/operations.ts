/** Puts map, missions and fleet together: they share the course of today and the planner, and know each other by doors only. */
import type { Context } from './context.ts'
import { createCurrentCourse } from './course/currentCourse.ts'
import type { Feature } from './feature.ts'
import { createFleetFeature } from './fleet/index.ts'
import { createMapFeature } from './map/index.ts'
import { createPlanner } from './missionLife/planner.ts'
import { createMissionsFeature } from './missions/index.ts'

export const operationsFeatures = (ctx: Context): readonly Feature[] => {
  const course = createCurrentCourse(ctx.db)
  const planner = createPlanner(ctx, course)
  const map = createMapFeature(ctx, course)
  const fleet = createFleetFeature(ctx, course, planner)
  const missions = createMissionsFeature(ctx, course, planner, fleet.door)
  // What is ended last stands first: a mission that is being planned is waited for by those behind it.
  return [{ routes: [], stop: () => planner.close() }, map, missions, fleet]
}
