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

/** Thrown for one shape and caught by its reader: the rest of the file is read, and the shape is reported. */
export class Unshaped extends Error {
  readonly fault: Said
  constructor(fault: Said) {
    super(englishText(fault))
    this.fault = fault
  }
}

/** The shape that a reader gives, or why it gives none. */
export const shapeOr = (read: () => unknown): { readonly geometry: unknown; readonly fault?: Said } => {
  try {
    return { geometry: read() }
  } catch (error) {
    if (error instanceof Unshaped) return { geometry: null, fault: error.fault }
    throw error
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
