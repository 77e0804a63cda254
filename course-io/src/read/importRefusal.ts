/** Why a file cannot be read: which part of it, and what is wrong there. */
export interface ImportRefusal {
  readonly reason: string
  readonly message: string
  /** Counted from 1; absent where no one line is to blame. */
  readonly line?: number | null
}

/** Thrown inside a reader and caught by `readImport`: a refusal deep in a file is no bug. */
export class Unreadable extends Error {
  readonly refusal: ImportRefusal
  constructor(reason: string, message: string, line?: number) {
    super(message)
    this.refusal = line === undefined ? { reason, message } : { reason, message: `${message} (line ${line})`, line }
  }
}

/** What libraries say of a broken file, in words of our own: few enough to be there in every language. */
const WORDS: readonly (readonly [said: RegExp, words: string])[] = [
  [
    /unexpected end|unexpected EOF|end of (JSON )?input|unterminated|root element|invalid zip data/i,
    'it ends too early',
  ],
  [/unclosed tag/i, 'a tag is not closed'],
  [/clos(e|ing) tag/i, 'a tag is closed that was not open'],
  [/entity/i, 'it names an entity that is not known'],
  [/disallowed|control character|escaped character|UTF-8/i, 'a character stands in it that is not allowed there'],
  [
    /Unexpected (token|non-whitespace)|^Expected|malformed|attribute|text data|quoted/i,
    'something in it is out of place',
  ],
]

/** What is wrong with a file that a library could not read: one of a few sentences, each in every language. */
export const wrongIn = (error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error)
  return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'it is damaged'
}
