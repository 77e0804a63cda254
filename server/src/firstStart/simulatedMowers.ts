/** The demo's simulated mowers: they stand on the course, and when a course elsewhere takes its place they stand there. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { readMap } from '../course/courseStore.ts'
import { readZoneTypes } from '../missionLife/machinesStore.ts'
import { type Home, startSimulator } from '../simulator.ts'
import { homesOnCourse } from './homesOnCourse.ts'
import { HOMES_FILE, simulatedHomes } from './simulatedHomes.ts'

/** About three kilometres, in degrees of latitude: no mower drives so far. */
const FAR_DEG = 0.03

const liesFar = ([lon, lat]: Home, [otherLon, otherLat]: Home): boolean =>
  Math.hypot((lon - otherLon) * Math.cos((lat * Math.PI) / 180), lat - otherLat) > FAR_DEG

/** Starts the simulator and keeps its mowers on the course. */
export const startSimulatedMowers = async (ctx: Context): Promise<{ stop(): Promise<void> }> => {
  const { config, log } = ctx
  let homes = await simulatedHomes(config)
  let simulator = startSimulator(config, homes, log)
  let moving = Promise.resolve()

  const moveToCourse = async (): Promise<void> => {
    const present = homes[0]
    // No mission can be under way: a zone on which one works is not taken off the map.
    if (present === undefined) return
    const { features } = await readMap(ctx.db)
    const found = homesOnCourse(features, await readZoneTypes(ctx.db), homes.length)
    const first = found[0]
    if (first === undefined || !liesFar(first, present)) return
    log.info('The course lies elsewhere now: the simulated mowers are carried there')
    await simulator.stop()
    homes = found
    writeFileSync(join(config.dataDir, HOMES_FILE), JSON.stringify(homes))
    rmSync(join(config.dataDir, 'simulator-state.json'), { force: true })
    simulator = startSimulator(config, homes, log)
  }

  // Only a map whose bounds moved can have left the mowers behind.
  const unsubscribe = ctx.events.onEverywhere('settingsChanged', ({ subject }) => {
    if (subject !== 'map') return
    moving = moving
      .then(moveToCourse)
      .catch((error: unknown) => log.error({ err: error }, 'The simulated mowers stay where they are'))
  })
  return {
    stop: async () => {
      unsubscribe()
      await moving
      await simulator.stop()
    },
  }
}
