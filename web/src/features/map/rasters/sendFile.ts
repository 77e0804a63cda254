/**
 * Sends a file in parts and resumes after every break at the server's offset. Knows neither the page nor the
 * network: the caller passes both.
 */
export interface Parts {
  /** Sends one part. @throws Moved, Gone, or the network's error */
  readonly send: (offset: number, bytes: Blob, onSent: (bytes: number) => void) => Promise<number>
  /** How much of the file the server has. */
  readonly received: () => Promise<number>
  readonly wait: (ms: number) => Promise<void>
  readonly now: () => number
  readonly onProgress: (bytes: number) => void
  /** The connection broke; it is tried again. */
  readonly onBreak: (isBroken: boolean) => void
}

/** The server has another number of bytes than was thought. */
export class Moved extends Error {
  readonly receivedBytes: number
  constructor(receivedBytes: number) {
    super('the next part does not begin there')
    this.receivedBytes = receivedBytes
  }
}

/** The server refuses the file: sending on is of no use. */
export class Refused extends Error {}

const FIRST_PART = 512 * 1024
const LARGEST_PART = 8 * 1024 * 1024
/** Parts grow until one takes about so long: progress then moves, and little is lost by a break. */
const PART_MS = 3_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/** @returns when the server has all of it; rejects with Refused, or with the reason of `wait` */
export const sendFile = async (file: Blob, startAt: number, parts: Parts): Promise<void> => {
  let offset = startAt
  let size = FIRST_PART
  let waitMs = FIRST_WAIT_MS
  while (offset < file.size) {
    const from = offset
    const startedAt = parts.now()
    try {
      offset = await parts.send(from, file.slice(from, Math.min(file.size, from + size)), sent =>
        parts.onProgress(Math.min(file.size, from + sent)),
      )
      parts.onProgress(offset)
      parts.onBreak(false)
      waitMs = FIRST_WAIT_MS
      const tookMs = Math.max(1, parts.now() - startedAt)
      if (tookMs < PART_MS / 2) size = Math.min(LARGEST_PART, size * 2)
      else if (tookMs > PART_MS * 2) size = Math.max(FIRST_PART, size / 2)
    } catch (error) {
      if (error instanceof Refused) throw error
      if (error instanceof Moved) {
        offset = error.receivedBytes
        continue
      }
      parts.onBreak(true)
      await parts.wait(waitMs)
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      size = Math.max(FIRST_PART, size / 2)
      offset = await parts.received().catch(reason => {
        if (reason instanceof Refused) throw reason
        return from
      })
    }
  }
}
