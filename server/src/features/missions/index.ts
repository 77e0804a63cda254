/** Missions as records: planned, listed, read, changed and deleted. Driving them is the fleet's. */
import type { Context } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import type { FleetPort } from '../../shared/missionLife/ports.ts'
import { calendarRoutes } from './calendarRoutes.ts'
import { changeRoutes } from './changeRoutes.ts'
import { watchMissedGround } from './missedGround.ts'
import type { MissionParts } from './missionParts.ts'
import { planRoutes } from './planRoutes.ts'
import { putOffRoutes } from './putOff.ts'
import { rainMoveBackRoutes } from './rainMoveBack.ts'
import { createRainReschedule } from './rainReschedule.ts'
import { readRoutes } from './readRoutes.ts'
import { type Replanning, startReplanning } from './replanning.ts'
import { createSeriesPlanning } from './series.ts'

export const createMissionsFeature = (
  ctx: Context,
  course: CurrentCourse,
  planner: Planner,
  fleet: FleetPort,
): Feature => {
  const series = createSeriesPlanning(ctx, course, planner)
  const rainReschedule = createRainReschedule(ctx, course)
  const planSeriesSoon = (): void => {
    void series
      .look()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'The next days of a series were not planned'))
  }
  const parts: MissionParts = { ctx, course, planner, fleet, planSeriesSoon }
  let replanning: Replanning | undefined
  let endWatch: (() => void) | undefined
  return {
    routes: [
      ...readRoutes(parts),
      ...planRoutes(parts),
      ...changeRoutes(parts),
      ...calendarRoutes(parts),
      ...rainMoveBackRoutes(parts),
      ...putOffRoutes(parts),
    ],
    start: async () => {
      replanning = startReplanning(ctx, course, planner)
      endWatch = watchMissedGround(ctx, planner)
      series.start()
      rainReschedule.start()
    },
    stop: async () => {
      endWatch?.()
      await rainReschedule.close()
      await series.close()
      await replanning?.close()
    },
  }
}
