import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Result } from '@greensward/domain'
import type { ImportPreview } from '@greensward/domain/contract'
import { serveThread } from '../threads/serveThread.ts'
import { type ImportRefusal, type ReadImport, readImport } from './readImport.ts'

export type ImportInput = Omit<ReadImport, 'newId' | 'bytes'> & { readonly path: string }
export type ImportAnswer = Result<ImportPreview, ImportRefusal>

// A library that talks to the console about every odd line of a file would let a stranger write our log.
console.log = () => undefined
console.error = () => undefined
console.warn = () => undefined

serveThread<ImportInput, ImportAnswer>(({ path, ...input }) =>
  readImport({ ...input, bytes: new Uint8Array(readFileSync(path)).buffer, newId: randomUUID }),
)
