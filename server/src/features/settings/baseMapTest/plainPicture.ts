/** Whether a picture has one colour only. Services answer such pictures, mostly transparent ones, beside the area that they have. */
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Tiles have no more. Larger pictures are not looked into, as that would hold up everybody else. */
const MOST_PIXELS = 512 * 512

/** @returns undefined where it has several colours, is larger than a tile or broken */
export const plainPng = (png: Buffer, pixels: number): 'transparent' | 'opaque' | undefined => {
  if (pixels > MOST_PIXELS) return undefined
  let rgba: Buffer
  try {
    rgba = PNG.sync.read(png).data
  } catch {
    return undefined
  }
  const [, , , alpha = 0] = rgba
  // A pixel that cannot be seen has no colour.
  if (alpha === 0) return rgba.every((part, i) => i % 4 !== 3 || part === 0) ? 'transparent' : undefined
  return rgba.every((part, i) => part === rgba[i % 4]) ? 'opaque' : undefined
}

const START_OF_SCAN = Buffer.from([0xff, 0xda])
/** The packed data of one colour repeats the same few bits, so that it can be packed again; that of anything else cannot. */
const MOST_REPACKED = 0.2
/** A tile of one colour has a few kB. */
const MOST_PLAIN_BYTES = 100_000

export const isPlainJpeg = (jpeg: Buffer): boolean => {
  const start = jpeg.indexOf(START_OF_SCAN)
  if (start < 0 || jpeg.length > MOST_PLAIN_BYTES) return false
  const scan = jpeg.subarray(start)
  return deflateSync(scan).length < scan.length * MOST_REPACKED
}
