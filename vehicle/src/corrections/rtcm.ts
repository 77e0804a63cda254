/** RTCM 3 messages out of a stream: a preamble, ten bits of length, the message, and a sum of 24 bits (CRC-24Q). */
const PREAMBLE = 0xd3
const HEADER_BYTES = 3
const SUM_BYTES = 3
const POLYNOMIAL = 0x1864cfb

export const crc24q = (bytes: Uint8Array): number => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 16
    for (let bit = 0; bit < 8; bit++) {
      sum <<= 1
      if ((sum & 0x1000000) !== 0) sum ^= POLYNOMIAL
    }
  }
  return sum & 0xffffff
}

/** Hands on each whole message, sum and all; what is none is passed over byte by byte. */
export const createRtcmFramer = (onMessage: (message: Uint8Array) => void): { push(chunk: Uint8Array): void } => {
  let rest: Uint8Array = new Uint8Array(0)
  return {
    push: chunk => {
      const bytes = Uint8Array.from([...rest, ...chunk])
      let at = 0
      while (at < bytes.length) {
        if (bytes[at] !== PREAMBLE) {
          at++
          continue
        }
        if (bytes.length - at < HEADER_BYTES) break
        const length = (((bytes[at + 1] ?? 0) & 0x03) << 8) | (bytes[at + 2] ?? 0)
        const sumAt = at + HEADER_BYTES + length
        if (bytes.length < sumAt + SUM_BYTES) break
        const sum = ((bytes[sumAt] ?? 0) << 16) | ((bytes[sumAt + 1] ?? 0) << 8) | (bytes[sumAt + 2] ?? 0)
        if (crc24q(bytes.subarray(at, sumAt)) === sum) {
          onMessage(bytes.slice(at, sumAt + SUM_BYTES))
          at = sumAt + SUM_BYTES
        } else at++
      }
      rest = bytes.slice(at)
    },
  }
}

/** The number of a whole message, its first twelve bits. */
export const rtcmTypeOf = (message: Uint8Array): number =>
  ((message[HEADER_BYTES] ?? 0) << 4) | ((message[HEADER_BYTES + 1] ?? 0) >> 4)
