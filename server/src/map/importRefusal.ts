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

/** What a library says of a file it cannot read, as one line that is fit to be shown. */
export const sayingOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 160)
