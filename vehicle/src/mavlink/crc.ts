/** One byte more of the sum; the last one is the message's CRC_EXTRA. */
export const crc16Byte = (byte: number, crc: number): number => {
  let mixed = (byte ^ crc) & 0xff
  mixed = (mixed ^ (mixed << 4)) & 0xff
  return ((crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)) & 0xffff
}

/** The checksum of each single byte: one look-up for each byte of a frame instead of its arithmetic. */
const sums = Uint16Array.from({ length: 256 }, (_, byte) => crc16Byte(byte, 0))

/** CRC-16/MCRF4XX as MAVLink uses it ("X.25"), over `bytes[start, end)`, continued from `crc`. */
export const crc16 = (bytes: Uint8Array, start: number, end: number, crc = 0xffff): number => {
  let sum = crc
  for (let i = start; i < end; i++) sum = (sum >> 8) ^ (sums[(sum ^ (bytes[i] ?? 0)) & 0xff] ?? 0)
  return sum
}
