/** Blocks of a GeoTIFF that are WebP pictures, as GDAL writes them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import decode, { init } from '@jsquash/webp/decode.js'
import { BaseDecoder } from 'geotiff'

export const WEBP = 50_001

interface Sides {
  readonly width: number
  readonly height: number
}

const KEY_FRAME = 0x2a019d
const LOSSLESS = 0x2f
const SIDE_14_BITS = 0x3fff

/**
 * The sides that the first bytes of a picture claim. A file may claim any sides: they are checked before it is unpacked.
 * Source: RFC 9649 (WebP), RFC 6386 (VP8).
 * @returns undefined for anything but a WebP picture
 * @throws RangeError for a picture that ends in its header
 */
export const claimedSides = (bytes: Uint8Array): Sides | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isTag = (at: number, tag: string): boolean =>
    [...tag].every((letter, i) => bytes[at + i] === letter.charCodeAt(0))
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (!isTag(0, 'RIFF') || !isTag(8, 'WEBP')) return undefined
  if (isTag(12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 }
  if (isTag(12, 'VP8L') && view.getUint8(20) === LOSSLESS) {
    const sides = view.getUint32(21, true)
    return { width: (sides & SIDE_14_BITS) + 1, height: ((sides >>> 14) & SIDE_14_BITS) + 1 }
  }
  if (isTag(12, 'VP8 ') && uint24(23) === KEY_FRAME)
    return { width: view.getUint16(26, true) & SIDE_14_BITS, height: view.getUint16(28, true) & SIDE_14_BITS }
  return undefined
}

let ready: Promise<void> | undefined
/** The decoder's program is read from its package: Node fetches no file by itself. */
const prepare = (): Promise<void> => {
  ready ??= init({
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm')),
  })
  return ready
}

const RGBA = 4

/** Unpacks a block of three or four bands of eight bits. */
export class WebpDecoder extends BaseDecoder {
  /** @throws Error for another picture than the block has room for */
  override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileWidth, tileHeight, bitsPerSample } = this.parameters
    const bands = typeof bitsPerSample === 'number' ? 1 : bitsPerSample.length
    const sides = claimedSides(new Uint8Array(buffer))
    if (sides === undefined || sides.width !== tileWidth || sides.height > tileHeight)
      throw new Error('The block is not a WebP picture of its size')
    await prepare()
    const { data } = await decode(new Uint8Array(buffer).slice().buffer)
    if (bands === RGBA) return data.slice().buffer
    const out = new Uint8Array((data.length / RGBA) * bands)
    for (let from = 0, to = 0; from < data.length; from += RGBA, to += bands)
      for (let band = 0; band < bands; band++) out[to + band] = data[from + band] ?? 0
    return out.buffer
  }
}
