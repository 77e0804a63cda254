/** Makes a backup of a course while it keeps working: one file with its database, its rasters and its keys. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { VERSION } from '../version.ts'
import { FORMAT, MANIFEST, type Manifest } from './manifest.ts'
import { type Snapshot, takeSnapshot } from './snapshotStore.ts'
import { createTar, type TarWriter } from './tar.ts'

export interface BackUpOptions {
  readonly databaseUrl: string
  /** The folder of rasters and keys. */
  readonly filesDir: string
  readonly path: string
  /** Without them, passwords of other people's services have to be entered again after a restore. */
  readonly withKeys: boolean
  readonly now: Date
}

/** Files beside the database without which some of it cannot be read or used. */
const KEY_FILES = ['secrets.key', 'demo-users.json', 'demo-cart-keys.json'] as const

/** A row may hold line breaks of its own, and some readers take these two for such, too. */
const asLine = (row: string): string =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

/** One line a row. */
async function* packedRows(
  snapshot: Snapshot,
  table: string,
  count: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  const lines = async function* (): AsyncGenerator<string> {
    for await (const rows of snapshot.rows(table)) {
      count(rows.length)
      yield rows.map(asLine).join('')
    }
  }
  const gzip = createGzip({ level: 6 })
  const source = Readable.from(lines())
  source.once('error', error => gzip.destroy(error))
  source.pipe(gzip)
  yield* gzip
}

const exists = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** A raster's own file and the pictures drawn from it: they never change under their name. */
const rasterPaths = async (filesDir: string, names: readonly string[]): Promise<readonly string[]> => {
  const folder = join(filesDir, 'rasters')
  const there = await readdir(folder).catch(() => [])
  const stems = new Set(names.map(name => name.replace(/\.tif$/, '')))
  return there
    .filter(name => name.endsWith('.tif') && stems.has(name.replace(/(\.hillshade|\.slope)?\.tif$/, '')))
    .sort()
    .map(name => `rasters/${name}`)
}

const addFiles = async (tar: TarWriter, filesDir: string, paths: readonly string[]): Promise<Manifest['files']> => {
  const files: Manifest['files'] = []
  for (const path of paths) {
    const source = createReadStream(join(filesDir, path))
    try {
      await once(source, 'open')
    } catch {
      // Deleted since the list was made: a restore does not need it either.
      continue
    }
    const entry = `files/${path}`
    files.push({ entry, path, ...(await tar.add(entry, source)) })
  }
  return files
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Everything in it is of one moment. The file has its name only once it is whole and on the disk.
 * @throws where something cannot be read or the disk is full; nothing half made is left
 */
export const backUp = async (options: BackUpOptions): Promise<{ readonly bytes: number; readonly rows: number }> => {
  const { databaseUrl, filesDir, path, withKeys, now } = options
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  const snapshot = await takeSnapshot(databaseUrl)
  try {
    const tar = await createTar(unfinished, now.getTime())
    try {
      const tables: Manifest['tables'] = []
      for (const { name, columns } of snapshot.tables) {
        let rows = 0
        const entry = `tables/${name}.rows.gz`
        const content = packedRows(snapshot, name, count => {
          rows += count
        })
        const written = await tar.add(entry, content)
        tables.push({ entry, name, columns: [...columns], rows, ...written })
      }
      const keys = []
      for (const name of withKeys ? KEY_FILES : []) if (await exists(join(filesDir, name))) keys.push(name)
      const files = await addFiles(tar, filesDir, [...keys, ...(await rasterPaths(filesDir, snapshot.rasterFiles))])
      const manifest: Manifest = {
        format: FORMAT,
        program: VERSION,
        migration: snapshot.migration,
        createdAt: now.toISOString(),
        tables,
        sequences: [...snapshot.sequences],
        files,
      }
      await tar.add(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]))
      await tar.finish()
      const { size } = await stat(unfinished)
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return { bytes: size, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
    } finally {
      await tar.close()
      await rm(unfinished, { force: true })
    }
  } finally {
    await snapshot.close()
  }
}
