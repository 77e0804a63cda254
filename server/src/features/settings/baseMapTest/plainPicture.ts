/** Whether a picture has one colour only. Services answer such pictures, mostly transparent ones, beside the area that they have. */
import { deflateSync, inflateSync } from 'node:zlib'

/** Channels of each colour type (PNG 3, 11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const SIGNATURE_BYTES = 8

interface Parts {
  readonly header: Buffer
  readonly transparency: Buffer | undefined
  readonly packed: Buffer
}

const partsOf = (png: Buffer): Parts | undefined => {
  let header: Buffer | undefined
  let transparency: Buffer | undefined
  const packed: Buffer[] = []
  for (let at = SIGNATURE_BYTES; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR' && length === 13) header = content
    if (type === 'tRNS') transparency = content
    if (type === 'IDAT') packed.push(content)
    at += length + 12
  }
  return header === undefined ? undefined : { header, transparency, packed: Buffer.concat(packed) }
}

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

const added = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, corner) : 0
}

/** Undoes the filters of the rows in place (PNG 3, 9.2), and stops at the first pixel of another colour. */
const firstPixelOfAll = (raw: Buffer, rowBytes: number, rows: number, pixelBytes: number): Buffer | undefined => {
  if (raw.length < rows * (rowBytes + 1)) return undefined
  const first = Buffer.alloc(pixelBytes)
  for (let row = 0; row < rows; row++) {
    const start = row * (rowBytes + 1) + 1
    const filter = raw[start - 1] ?? 0
    for (let i = 0; i < rowBytes; i++) {
      const left = i < pixelBytes ? 0 : (raw[start + i - pixelBytes] ?? 0)
      const up = row === 0 ? 0 : (raw[start + i - rowBytes - 1] ?? 0)
      const corner = row === 0 || i < pixelBytes ? 0 : (raw[start + i - rowBytes - 1 - pixelBytes] ?? 0)
      const value = ((raw[start + i] ?? 0) + added(filter, left, up, corner)) & 255
      raw[start + i] = value
      if (row === 0 && i < pixelBytes) first[i] = value
      else if (value !== first[i % pixelBytes]) return undefined
    }
  }
  return first
}

/** @returns undefined where it has several colours, or is of a kind that is not looked into: interlaced, or broken */
export const plainPng = (png: Buffer): 'transparent' | 'opaque' | undefined => {
  const parts = partsOf(png)
  if (parts === undefined) return undefined
  const { header, transparency, packed } = parts
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colourType = 0, , , interlace] = header.subarray(8)
  const bits = depth * (CHANNELS[colourType] ?? 0)
  const isLarge = width * height > 4_096 * 4_096
  if (bits === 0 || interlace !== 0 || isLarge) return undefined
  const rowBytes = Math.ceil((width * bits) / 8)
  const pixelBytes = Math.max(1, bits / 8)
  let raw: Buffer
  try {
    raw = inflateSync(packed, { maxOutputLength: (rowBytes + 1) * height + 1 })
  } catch {
    return undefined
  }
  const pixel = firstPixelOfAll(raw, rowBytes, height, pixelBytes)
  if (pixel === undefined) return undefined
  // The index of the first pixel, which is in the highest bits of its byte.
  if (colourType === 3) {
    const index = (pixel[0] ?? 0) >> (8 - depth)
    return (transparency?.[index] ?? 255) === 0 ? 'transparent' : 'opaque'
  }
  const hasAlpha = colourType === 4 || colourType === 6
  return hasAlpha && pixel.subarray(-depth / 8).every(part => part === 0) ? 'transparent' : 'opaque'
}

const START_OF_SCAN = Buffer.from([0xff, 0xda])
/** The packed data of one colour repeats the same few bits, so that it can be packed again; that of anything else cannot. */
const MOST_REPACKED = 0.2

export const isPlainJpeg = (jpeg: Buffer): boolean => {
  const start = jpeg.indexOf(START_OF_SCAN)
  if (start < 0) return false
  const scan = jpeg.subarray(start)
  return deflateSync(scan).length < scan.length * MOST_REPACKED
}
