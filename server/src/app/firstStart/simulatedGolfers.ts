/** The demo's golfers: a program of its own that plays the course and reports as trackers do. */
import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareNames } from '@greensward/domain'
import { newTrackerKey, secretHash } from '../../features/carts/cartSecrets.ts'
import { readCartIds, readKeys, storeKey } from '../../features/carts/cartsStore.ts'
import type { Context } from '../../platform/context.ts'
import { readMap } from '../../shared/course/courseStore.ts'

const PROGRAM = fileURLToPath(new URL('../../../../simulator/src/golfers.ts', import.meta.url))
const BEGINNING = 4

/** Keys by cart id, as they were made for the demo. */
const readDemoKeys = (file: string): Readonly<Record<string, string>> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}

/** The first carts that have no key of somebody else's get one; those of an earlier start are used again. */
const keysFor = async (ctx: Context, count: number): Promise<readonly string[]> => {
  const file = join(ctx.config.dataDir, 'demo-cart-keys.json')
  const known = readDemoKeys(file)
  const taken = await readKeys(ctx.db)
  const keyed = new Set(taken.values())
  const carts = (await readCartIds(ctx.db)).toSorted((a, b) => compareNames(a.name, b.name))
  const kept: Record<string, string> = {}
  for (const { id } of carts) {
    if (Object.keys(kept).length >= count) break
    const mine = known[id]
    if (mine !== undefined && taken.get(secretHash(mine)) === id) kept[id] = mine
    else if (!keyed.has(id)) {
      const key = newTrackerKey()
      const stored = { cartId: id, hash: secretHash(key), beginning: key.slice(0, BEGINNING) }
      await ctx.db.transaction(tx => storeKey(tx, stored, ctx.clock.now()))
      kept[id] = key
    }
  }
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 })
  // The routes of the trackers re-read their keys.
  ctx.events.emit('garageChanged', { subject: 'carts' })
  return Object.values(kept)
}

/** @param url of this server. @returns what ends them */
export const startSimulatedGolfers = async (ctx: Context, url: string): Promise<() => void> => {
  const { config, log } = ctx
  const { features } = await readMap(ctx.db)
  const holes = features
    .flatMap(feature => (feature.kind === 'hole' && feature.properties.isActive ? [feature] : []))
    .toSorted((a, b) => a.properties.sort - b.properties.sort)
  const garage = features.find(feature => feature.kind === 'garage')
  const [first] = holes
  if (config.simCarts === 0 || first === undefined) return () => undefined
  const keys = await keysFor(ctx, config.simCarts)
  if (keys.length === 0) return () => undefined
  const file = join(config.dataDir, 'golfers.json')
  const course = {
    holes: holes.map(({ geometry, properties }) => ({
      line: geometry.coordinates,
      par: properties.par,
      passMinutes: properties.pass,
    })),
    garage: garage?.kind === 'garage' ? garage.geometry.coordinates : first.geometry.coordinates[0],
  }
  writeFileSync(file, JSON.stringify({ course, keys }), { mode: 0o600 })
  const printed = openSync(join(config.dataDir, 'golfers.log'), 'a', 0o600)
  const child: ChildProcess = fork(PROGRAM, {
    env: { GOLFERS_FILE: file, GOLFERS_URL: url, SIM_SPEED: String(config.simSpeed) },
    stdio: ['ignore', printed, printed, 'ipc'],
  })
  closeSync(printed)
  child.once('error', error => log.warn({ err: error }, 'The simulated golfers do not start'))
  log.info(`${keys.length} simulated carts play the course`)
  return () => {
    child.kill('SIGTERM')
  }
}
