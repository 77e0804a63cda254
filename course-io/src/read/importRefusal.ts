/** Why a file cannot be read: which part of it, and what is wrong there. */
import { type Said, said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'

/** Of a file within a zip its name, else the file itself. */
export type FileName = string | Said

export interface ImportRefusal extends Said {
  /** For programs; the code says it exactly. */
  readonly reason: string
  /** Counted from 1; absent where no one line is to blame. */
  readonly line?: number | null
}

/** Thrown inside a reader and caught by `readImport`: refuses a file from deep inside a reader; not a bug. */
export class Unreadable extends Error {
  readonly refusal: ImportRefusal
  constructor(reason: string, what: Said, line?: number) {
    super(englishText(what))
    this.refusal = line === undefined ? { reason, ...what } : { reason, ...said('atLine', { what, line }), line }
  }
}

/** Our own codes for the error texts of libraries. */
const WORDS = [
  [/unexpected end|unexpected EOF|end of (JSON )?input|unterminated|root element|invalid zip data/i, 'endsTooEarly'],
  [/unclosed tag/i, 'tagNotClosed'],
  [/clos(e|ing) tag/i, 'tagNotOpen'],
  [/entity/i, 'unknownEntity'],
  [/disallowed|control character|escaped character|UTF-8/i, 'badCharacter'],
  [/Unexpected (token|non-whitespace)|^Expected|malformed|attribute|text data|quoted/i, 'outOfPlace'],
] as const

/** The fault of a file that a library could not read. */
export const wrongIn = (error: unknown): Said => {
  const message = error instanceof Error ? error.message : String(error)
  return said(WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? 'damaged')
}
