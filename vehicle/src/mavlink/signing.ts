/**
 * Message signing: SHA-256 cut to 48 bits over key, frame, link id and a timestamp in steps of 10 microseconds since
 * 2015-01-01 that rises with every frame (https://mavlink.io/en/guide/message_signing.html).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Frame, SIGNATURE_LENGTH, type Sign } from './frame.ts'

const EPOCH_2015_MS = 1_420_070_400_000
const STEPS_PER_MS = 100
/** The first frame on a new link may be at most this much older than the newest frame of the key: one minute. */
const NEW_STREAM_SLACK = 60_000 * STEPS_PER_MS

/** Wall time in milliseconds since 1970 as a signing timestamp. */
export const signingTimestamp = (nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - EPOCH_2015_MS) * STEPS_PER_MS))

const digest = (key: Uint8Array, signedPart: Uint8Array): Uint8Array =>
  createHash('sha256').update(key).update(signedPart).digest().subarray(0, 6)

/**
 * A signer for one key and one link. Timestamps rise by at least one step from frame to frame, independent of the clock:
 * a burst within one millisecond, or a clock set back, must not look like a replay.
 */
export const createSigner = (key: Uint8Array, linkId: number, nowMs: () => number): Sign => {
  let last = 0
  return frame => {
    last = Math.max(last + 1, signingTimestamp(nowMs()))
    const at = frame.length - SIGNATURE_LENGTH
    frame[at] = linkId
    for (let i = 0; i < 6; i++) frame[at + 1 + i] = Math.floor(last / 256 ** i) % 256
    frame.set(digest(key, frame.subarray(0, at + 7)), at + 7)
  }
}

export type SignatureVerdict = 'accepted' | 'unsigned' | 'wrongKey' | 'oldTimestamp'

export interface SignatureCheck {
  check(frame: Frame): SignatureVerdict
}

/**
 * Receive side of one key: nothing unsigned, nothing with another key, and no timestamp that did not rise within its
 * stream (system, component and link id together).
 */
export const createSignatureCheck = (key: Uint8Array): SignatureCheck => {
  const lastOfStream = new Map<string, number>()
  let newest = 0
  return {
    check: frame => {
      if (!frame.signed) return 'unsigned'
      const { bytes } = frame
      const at = bytes.length - SIGNATURE_LENGTH
      if (!timingSafeEqual(digest(key, bytes.subarray(0, at + 7)), bytes.subarray(at + 7))) return 'wrongKey'
      let timestamp = 0
      for (let i = 5; i >= 0; i--) timestamp = timestamp * 256 + (bytes[at + 1 + i] ?? 0)
      const stream = `${frame.systemId}/${frame.componentId}/${bytes[at]}`
      const last = lastOfStream.get(stream)
      if (last === undefined ? timestamp < newest - NEW_STREAM_SLACK : timestamp <= last) return 'oldTimestamp'
      lastOfStream.set(stream, timestamp)
      newest = Math.max(newest, timestamp)
      return 'accepted'
    },
  }
}
