/** The positions of the simulated mowers when their day begins. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Home } from './simulator.ts'

export const HOMES_FILE = 'simulated-homes.json'

/** Kept in a file, so that the demo course is not drawn again at every start. None without the demo. */
export const simulatedHomes = async ({ dataDir, demo, simMowers }: Config): Promise<readonly Home[]> => {
  if (!demo) return []
  const file = join(dataDir, HOMES_FILE)
  const kept: readonly Home[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  if (kept.length >= simMowers) return kept
  const { demoFleet } = await import('./demoFleet.ts')
  const homes = demoFleet(simMowers).map(({ home: [lon, lat], headingDeg }): Home => [lon, lat, headingDeg])
  writeFileSync(file, JSON.stringify(homes))
  return homes
}
