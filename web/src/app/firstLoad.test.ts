import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = join(import.meta.dirname, '../../dist')
const MANIFEST = join(DIST, '.vite', 'manifest.json')
/** Of JavaScript, packed, before somebody sees the map. */
const MOST_BYTES = 450_000

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const isBuilt = existsSync(MANIFEST)

const firstLoadBytes = (language: string): number => {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Readonly<Record<string, Chunk>>
  const files = new Set<string>()
  const take = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build knows no ${name}`)
    if (!chunk.file.endsWith('.js') || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const other of chunk.imports ?? []) take(other)
  }
  for (const name of [
    'index.html',
    'src/app/main.tsx',
    'src/app/shell/MainGate.tsx',
    'src/features/map/MapPage.tsx',
    `src/i18n/languages/${language}.ts`,
  ]) {
    take(name)
  }
  const worker = readdirSync(join(DIST, 'assets')).find(name => /^rasterReader\.worker-.*\.js$/.test(name))
  if (worker === undefined) throw new Error('The build knows no reader of rasters')
  files.add(join('assets', worker))
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0)
}

describe.skipIf(!isBuilt)('what the map page loads first (skipped where web/dist is not built)', () => {
  it.each(['en', 'de', 'es'])('stays under 450 kB of packed JavaScript in %s', language => {
    const bytes = firstLoadBytes(language)
    expect(bytes).toBeGreaterThan(200_000)
    expect(bytes).toBeLessThan(MOST_BYTES)
  })
})
