import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ImportRefusal, type ReadImport, readImport } from '@greensward/course-io'
import type { Result } from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import { serveThread } from '../../platform/threads/serveThread.ts'

/** The map of today and the preview are text: copying them between threads as they are holds the event loop up. */
export type ImportInput = Omit<ReadImport, 'newId' | 'bytes' | 'today'> & {
  readonly path: string
  readonly todayJson: string
}
/** JSON of an `ImportPreview`. */
export type ImportAnswer = Result<Uint8Array, ImportRefusal>

// A library that talks to the console about every odd line of a file would let a stranger write our log.
console.log = () => undefined
console.error = () => undefined
console.warn = () => undefined

serveThread<ImportInput, ImportAnswer>(({ path, todayJson, ...input }) => {
  const read: Result<ImportPreview, ImportRefusal> = readImport({
    ...input,
    today: JSON.parse(todayJson),
    bytes: new Uint8Array(readFileSync(path)).buffer,
    newId: randomUUID,
  })
  return read.ok ? { ok: true, value: Buffer.from(JSON.stringify(read.value)) } : read
})
