/**
 * Counts the items of a JSON body while its bytes arrive, so that a list of a million corners is refused without the
 * second that parsing and checking it would take from everybody else.
 */

import { Transform, type TransformCallback } from 'node:stream'
import { type Refusal, refusal } from './refusal.ts'

/** Items of one list: more than the longest that any call takes, the 20,000 corners of a ring. */
export const MOST_ITEMS_OF_ONE_LIST = 25_000
/** Items of all lists together, about half a million positions: some hundred milliseconds of parsing. */
export const MOST_ITEMS = 1_600_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export interface ItemCounter {
  /** Takes the next bytes. @returns why the body is refused, undefined as long as it is not */
  take(bytes: Uint8Array): Refusal | undefined
}

/** Knows commas and brackets only; the parser finds what is not JSON. */
export const createItemCounter = (): ItemCounter => {
  /** Commas so far in each open list; -1 marks an object. */
  const open: number[] = []
  let inText = false
  let isEscaped = false
  let all = 0
  return {
    take: bytes => {
      for (const byte of bytes) {
        if (inText) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) inText = false
        } else if (byte === COMMA) {
          const top = open.length - 1
          const commas = open[top] ?? -1
          if (commas >= 0) {
            open[top] = commas + 1
            all += 1
            if (commas + 2 > MOST_ITEMS_OF_ONE_LIST) return refusal('listTooLong', { count: MOST_ITEMS_OF_ONE_LIST })
            if (all > MOST_ITEMS) return refusal('listsTooLong', { count: MOST_ITEMS })
          }
        } else if (byte === QUOTE) inText = true
        else if (byte === OPEN_LIST) open.push(0)
        else if (byte === OPEN_OBJECT) open.push(-1)
        else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open.pop()
        // Deeper than any parser of ours would go; it is refused there.
        if (open.length > 10_000) return refusal('muchTooDeep')
      }
      return undefined
    },
  }
}

/** Passes a body on and counts; a refused one is read to its end, so that its sender receives the answer. */
export class CountedBody extends Transform {
  /** Fastify compares it with the content-length. */
  receivedEncodedLength = 0
  readonly #counter = createItemCounter()
  #refusal: Refusal | undefined

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length
    this.#refusal ??= this.#counter.take(chunk)
    done(null, this.#refusal === undefined ? chunk : undefined)
  }

  override _flush(done: TransformCallback): void {
    done(this.#refusal ?? null)
  }
}
