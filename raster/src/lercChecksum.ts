/** The checksum of a LERC 2 blob of version 4 or later. Source: Esri/lerc, Lerc2.cpp, `ComputeChecksumFletcher32`. */

const CHECKSUM_AT = 10
const CHECKED_FROM = 14
/** Bytes of the blob; a strip may have some after it. */
const SIZE_AT = 34

const fletcher32 = (bytes: Uint8Array): number => {
  let [low, high] = [0xffff, 0xffff]
  for (let at = 0; at < bytes.length; at += 2) {
    low = (low + ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)) % 0xffff
    high = (high + low) % 0xffff
  }
  return ((high || 0xffff) * 0x1_0000 + (low || 0xffff)) >>> 0
}

const viewOf = (blob: Uint8Array): DataView => new DataView(blob.buffer, blob.byteOffset, blob.byteLength)

const checksumOf = (blob: Uint8Array): number =>
  fletcher32(blob.subarray(CHECKED_FROM, viewOf(blob).getUint32(SIZE_AT, true)))

export const isLercWhole = (blob: Uint8Array): boolean => viewOf(blob).getUint32(CHECKSUM_AT, true) === checksumOf(blob)

/** Writes the checksum of what the blob holds now. */
export const signLerc = (blob: Uint8Array): void => viewOf(blob).setUint32(CHECKSUM_AT, checksumOf(blob), true)
