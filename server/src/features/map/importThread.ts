import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ImportPreview } from '@greensward/contract'
import { type ImportRefusal, type ReadImport, readImport } from '@greensward/course-io'
import type { Result } from '@greensward/domain'
import { serveThread } from '../../platform/threads/serveThread.ts'
import { packDraft } from './packDraft.ts'

/** The map of today and the preview are text: copying them between threads as they are holds the event loop up. */
export type ImportInput = Omit<ReadImport, 'newId' | 'bytes' | 'today'> & {
  readonly path: string
  readonly todayJson: string
  readonly draft: { readonly id: string; readonly expiresAt: string }
}
export interface ReadFile {
  /** JSON of the answer to `imports.create`. */
  readonly preview: Uint8Array
  /** The draft as it is stored. */
  readonly packed: Uint8Array
}
export type ImportAnswer = Result<ReadFile, ImportRefusal>

// A library that talks to the console about every odd line of a file would let a stranger write our log.
console.log = () => undefined
console.error = () => undefined
console.warn = () => undefined

serveThread<ImportInput, ImportAnswer>(({ path, todayJson, draft, ...input }) => {
  const read: Result<ImportPreview, ImportRefusal> = readImport({
    ...input,
    today: JSON.parse(todayJson),
    bytes: new Uint8Array(readFileSync(path)).buffer,
    newId: randomUUID,
  })
  if (!read.ok) return read
  const preview = Buffer.from(JSON.stringify({ ...draft, ...read.value }))
  return { ok: true, value: { preview, packed: packDraft(read.value) } }
})
