/** The manifest of a backup: the version of the program that made it, and a checksum for each file in it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { listTar, readEntry, type TarEntry } from './tar.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const kept = z.strictObject({ entry: z.string(), bytes: z.number().int().min(0), sha256 })

const manifestSchema = z.object({
  format: z.number().int(),
  program: z.string(),
  /** The newest migration of the database it was made from. */
  migration: z.string(),
  createdAt: z.iso.datetime(),
  tables: z.array(
    kept.extend({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  /** The last number that each sequence has given out. */
  sequences: z.array(z.strictObject({ name: z.string().regex(/^\w+$/), last: z.string().regex(/^\d+$/) })),
  /** Files of the data directory, by their path in it. */
  files: z.array(kept.extend({ path: z.string().regex(/^(rasters\/)?[\w.-]+$/) })),
})

export type Manifest = z.infer<typeof manifestSchema>

export interface Archive {
  readonly path: string
  readonly manifest: Manifest
  readonly entries: ReadonlyMap<string, TarEntry>
}

/** A problem that a person can fix or has to know; reported as a sentence, without a stack trace. */
export class BackupProblem extends Error {}

const readText = async (path: string, entry: TarEntry): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of readEntry(path, entry)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const checksumOf = async (path: string, entry: TarEntry): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of readEntry(path, entry)) hash.update(chunk)
  return hash.digest('hex')
}

const parseManifest = (path: string, text: string): Manifest => {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new BackupProblem(`${path} is damaged: its ${MANIFEST} cannot be read`)
  }
  const format = z.object({ format: z.number() }).safeParse(data)
  if (format.success && format.data.format > FORMAT) {
    throw new BackupProblem(
      `${path} was made by a newer version of Greensward (format ${format.data.format}; this one knows ${FORMAT}). Restore it with that version.`,
    )
  }
  const read = manifestSchema.safeParse(data)
  if (!read.success) throw new BackupProblem(`${path} is damaged: its ${MANIFEST} does not say what it should`)
  return read.data
}

/**
 * Opens an archive and compares everything in it with its checksums, before anything of it is used.
 * @throws BackupProblem
 */
export const openArchive = async (path: string): Promise<Archive> => {
  const list = await listTar(path).catch((error: unknown) => {
    throw new BackupProblem(error instanceof Error ? error.message : String(error))
  })
  const entries = new Map(list.map(entry => [entry.name, entry]))
  const entry = entries.get(MANIFEST)
  if (entry === undefined)
    throw new BackupProblem(`${path} has no ${MANIFEST}: it is not a backup, or was never finished`)
  const manifest = parseManifest(path, await readText(path, entry))
  for (const { entry: name, bytes, sha256: wanted } of [...manifest.tables, ...manifest.files]) {
    const entry = entries.get(name)
    const isWhole = entry !== undefined && entry.bytes === bytes && (await checksumOf(path, entry)) === wanted
    if (!isWhole) throw new BackupProblem(`${path} is damaged: ${name} is not what was written`)
  }
  return { path, manifest, entries }
}
