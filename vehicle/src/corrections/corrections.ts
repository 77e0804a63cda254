/** RTK corrections (RTCM 3) in pieces that fit MAVLink, as https://mavlink.io/en/messages/common.html#GPS_RTCM_DATA says. */
import { type Message, message } from '../mavlink/index.ts'

const FRAGMENT_BYTES = 180
const MAX_FRAGMENTS = 4
/** The longest correction that fits. */
export const MAX_CORRECTION_BYTES = FRAGMENT_BYTES * MAX_FRAGMENTS

export interface Corrections {
  /** One message of RTCM as the messages that carry it; none when it is empty or too long (more than 720 bytes). */
  fragments(rtcm: Uint8Array): Message[]
}

/** Counts the messages, so that a receiver can tell pieces of one from pieces of the next. */
export const createCorrections = (): Corrections => {
  let sequence = 0
  return {
    fragments: rtcm => {
      const own = sequence
      sequence = (sequence + 1) & 0x1f
      const fragmented = rtcm.length > FRAGMENT_BYTES
      // The receiver knows the end by a piece that is not full, or by the fourth one.
      const endsFull = fragmented && rtcm.length % FRAGMENT_BYTES === 0
      const count = fragmented
        ? Math.min(MAX_FRAGMENTS, Math.ceil(rtcm.length / FRAGMENT_BYTES) + (endsFull ? 1 : 0))
        : 1
      if (rtcm.length === 0 || rtcm.length > MAX_CORRECTION_BYTES) return []
      return Array.from({ length: count }, (_, i) => {
        const data = rtcm.subarray(i * FRAGMENT_BYTES, (i + 1) * FRAGMENT_BYTES)
        return message('GPS_RTCM_DATA', {
          flags: (fragmented ? 1 : 0) | (i << 1) | (own << 3),
          len: data.length,
          data: [...data],
        })
      })
    },
  }
}
