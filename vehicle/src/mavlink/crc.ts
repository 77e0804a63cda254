/** CRC-16/MCRF4XX as MAVLink uses it ("X.25"), over `bytes[start, end)`, continued from `crc`. */
export const crc16 = (bytes: Uint8Array, start: number, end: number, crc = 0xffff): number => {
  let sum = crc
  for (let i = start; i < end; i++) sum = crc16Byte(bytes[i] ?? 0, sum)
  return sum
}

/** One byte more of the same sum; the last one is the message's CRC_EXTRA. */
export const crc16Byte = (byte: number, crc: number): number => {
  let mixed = (byte ^ crc) & 0xff
  mixed = (mixed ^ (mixed << 4)) & 0xff
  return ((crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)) & 0xffff
}
