/** The demo's simulated mowers: they stand on the course, and move to the new one when the course is replaced. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import { readMap, readRevision } from '../../shared/course/courseStore.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { createHomesSearch } from './homesSearch.ts'
import { HOMES_FILE, simulatedHomes } from './simulatedHomes.ts'
import { type Home, startSimulator } from './simulator.ts'

/** Starts the simulator and keeps its mowers on the course. */
export const startSimulatedMowers = async (ctx: Context): Promise<{ stop(): Promise<void> }> => {
  const { config, log } = ctx
  let homes = await simulatedHomes(config)
  let simulator = startSimulator(config, homes, log)
  const search = createHomesSearch()
  let moving = Promise.resolve()

  const look = async (): Promise<void> => {
    const map = async () => ({ features: (await readMap(ctx.db)).features, zoneTypes: await readZoneTypes(ctx.db) })
    const found = await search.find(await readRevision(ctx.db), map, homes)
    if (found === undefined) return
    moving = moving.then(() => moveTo(found))
    await moving
  }

  const moveTo = async (found: readonly Home[]): Promise<void> => {
    // No mission can be active: a zone with an active mission cannot be removed from the map.
    log.info('The course is elsewhere now: the simulated mowers move there')
    await simulator.stop()
    homes = found
    writeFileSync(join(config.dataDir, HOMES_FILE), JSON.stringify(homes))
    rmSync(join(config.dataDir, 'simulator-state.json'), { force: true })
    simulator = startSimulator(config, homes, log)
  }

  const looks = new Set<Promise<void>>()
  // Only a map whose bounds moved can have left the mowers behind.
  const unsubscribe = ctx.events.onEverywhere('settingsChanged', ({ subject }) => {
    if (subject !== 'map') return
    const looking = look()
      .catch((error: unknown) => log.error({ err: error }, 'Could not move the simulated mowers'))
      .finally(() => looks.delete(looking))
    looks.add(looking)
  })
  return {
    stop: async () => {
      unsubscribe()
      await search.close()
      await Promise.all(looks)
      await simulator.stop()
    },
  }
}
