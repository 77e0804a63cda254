import { type Frame, MAGIC_V1, MAGIC_V2, readFrame } from './frame.ts'

export interface ParserCounts {
  readonly frames: number
  /** Bytes that belonged to no frame. */
  readonly noiseBytes: number
  /** Frames of a known message whose sum was wrong, noise that looked like one included. */
  readonly crcFailures: number
}

export interface FrameParser {
  /** Hands every whole frame of the stream so far to `onFrame`, in order. */
  push(chunk: Uint8Array): void
  readonly counts: ParserCounts
}

const nothing: Uint8Array = new Uint8Array(0)

/**
 * Finds frames in a byte stream. After bytes that are not a frame the search continues at the very next byte, so that
 * noise, which may hold magic bytes and lengths of its own, costs no frame behind it.
 */
export const createFrameParser = (onFrame: (frame: Frame) => void): FrameParser => {
  let rest = nothing
  const counts = { frames: 0, noiseBytes: 0, crcFailures: 0 }

  const push = (chunk: Uint8Array): void => {
    const bytes = rest.length === 0 ? chunk : join(rest, chunk)
    let at = 0
    while (at < bytes.length) {
      const magic = bytes[at]
      if (magic !== MAGIC_V2 && magic !== MAGIC_V1) {
        at++
        counts.noiseBytes++
        continue
      }
      const attempt = readFrame(bytes, at, bytes.length)
      if (attempt === 'incomplete') break
      if (typeof attempt === 'string') {
        if (attempt === 'crc') counts.crcFailures++
        at++
        counts.noiseBytes++
        continue
      }
      at = attempt.end
      counts.frames++
      onFrame(attempt)
    }
    rest = at === bytes.length ? nothing : bytes.slice(at)
  }

  return { push, counts }
}

const join = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
