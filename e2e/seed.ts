/**
 * Fills in the demo once for a whole run: database, rasters and people. Each stack begins with a copy: of the whole demo, or
 * of one that has only the mowers that are simulated.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { openSession, SEEDED, SIMULATED, type Stack, startStack, until } from './stack.ts'

/** The orthophoto and the elevation model, which a process of its own draws for some seconds. */
const RASTERS = 2
/** They are drawn at the lowest priority, which is little on a loaded host. */
const RASTERS_WITHIN_MS = 180_000

interface List {
  readonly result: { readonly items: readonly { readonly id: string; readonly name: string }[] }
}
interface Rasters {
  readonly result: { readonly items: readonly { readonly hasReliefs: boolean; readonly kind: string }[] }
}

const asAdmin = async (stack: Stack): Promise<(path: string, method?: string) => Promise<unknown>> => {
  const { accessToken } = await openSession(stack, 'ROLE_ADMIN')
  return async (path, method = 'GET') => {
    const response = await fetch(`${stack.url}/api/${path}`, { method, headers: { 'x-api-key': accessToken.token } })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
}

export default async function seed(): Promise<() => void> {
  const stack = await startStack({ SIMULATOR: 'off' })
  const ask = await asAdmin(stack)
  const drawn = async () => {
    const { items } = ((await ask('rasters')) as Rasters).result
    const isWhole = items.length === RASTERS && items.every(({ kind, hasReliefs }) => kind !== 'dem' || hasReliefs)
    return isWhole || undefined
  }
  await until('the rasters of the demo', drawn, RASTERS_WITHIN_MS)
  await stack.end()
  const whole = `${stack.dataDir}-whole`
  execFileSync('cp', ['-a', stack.dataDir, whole])

  await stack.restart()
  const askAgain = await asAdmin(stack)
  for (const { id, name } of ((await askAgain('mowers')) as List).result.items)
    if (!SIMULATED.includes(name)) await askAgain(`mowers/${id}`, 'DELETE')
  await stack.end()
  process.env[SEEDED] = whole
  process.env[`${SEEDED}_SIMULATED`] = stack.dataDir
  return () => {
    for (const folder of [whole, stack.dataDir]) rmSync(folder, { recursive: true, force: true })
  }
}
