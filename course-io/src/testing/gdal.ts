/** GDAL's own programs, where the machine has them: files are then written and read by software that is not ours. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'

export const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0

export interface Gdal {
  /** The path of a file with this content. */
  put(name: string, bytes: Uint8Array | string): string
  /** Converts to a file, of a format by GDAL's name. @returns its bytes, those of a folder zipped */
  to(format: string, name: string, source: string, ...options: readonly string[]): Uint8Array<ArrayBuffer>
  close(): void
}

export const openGdal = (): Gdal => {
  const folder = mkdtempSync(join(tmpdir(), 'greensward-gdal-'))
  const zipped = (path: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(
      zipSync(
        Object.fromEntries(readdirSync(path).map(file => [file, new Uint8Array(readFileSync(join(path, file)))])),
      ),
    )
  return {
    put: (name, bytes) => {
      const path = join(folder, name)
      writeFileSync(path, bytes)
      return path
    },
    to: (format, name, source, ...options) => {
      const path = join(folder, name)
      const isFolder = !name.includes('.')
      rmSync(path, { recursive: true, force: true })
      if (isFolder) mkdirSync(path)
      execFileSync('ogr2ogr', ['-f', format, path, source, ...options], { stdio: ['ignore', 'ignore', 'ignore'] })
      return isFolder ? zipped(path) : new Uint8Array(readFileSync(path))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
