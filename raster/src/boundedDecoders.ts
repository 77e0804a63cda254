/** Decoders of strips and tiles that unpack no more than a block has room for, even if its bytes claim more. */
/// <reference path="./lerc.d.ts" />
import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { addDecoder, BaseDecoder } from 'geotiff'
import Lerc, { type LercPixels } from 'lerc'
import { isLercWhole, signLerc } from './lercChecksum.ts'
import { WEBP, WebpDecoder } from './webp.ts'

export const LERC = 34_887
export const ZSTANDARD = 50_000
const DEFLATE = [8, 32_946]

type Parameters = BaseDecoder['parameters']

const bitsOf = ({ bitsPerSample }: Parameters): readonly number[] =>
  typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample)

/** Bytes of a block once it is unpacked. */
const blockBytesOf = (parameters: Parameters): number => {
  const { tileWidth, tileHeight, planarConfiguration } = parameters
  const bits = bitsOf(parameters)
  const perPixel = planarConfiguration === 2 ? (bits[0] ?? 8) : bits.reduce((sum, one) => sum + one, 0)
  return Math.ceil((tileWidth * perPixel) / 8) * tileHeight
}

const ownBuffer = (bytes: Uint8Array): ArrayBufferLike =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)

const SLACK_BYTES = 1_024

class BoundedInflate extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    const maxOutputLength = blockBytesOf(this.parameters) + SLACK_BYTES
    return ownBuffer(inflateSync(new Uint8Array(buffer), { maxOutputLength }))
  }
}

class BoundedZstandard extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    const maxOutputLength = blockBytesOf(this.parameters) + SLACK_BYTES
    return ownBuffer(zstdDecompressSync(new Uint8Array(buffer), { maxOutputLength }))
  }
}

/** Bits of a value by its kind in the header: whole numbers of three sizes, with and without sign, and floating point of two. */
const LERC_BITS = [8, 8, 16, 16, 32, 32, 32, 64]

/** Values a pixel, and where the header says so. */
interface LercBands {
  readonly bands: number
  readonly bandsAt: number
}

/**
 * Checks what the header of a LERC blob claims: its sides, values a pixel and their size. A blob of one value takes 70 bytes and may
 * claim any sides. Source: Esri/lerc, Lerc2.cpp, `ReadHeader`.
 * @returns the values a pixel if there are several and all of all pixels are the same
 * @throws Error for a blob that the block has no room for
 */
const checkLerc = (bytes: Uint8Array, parameters: Parameters): LercBands | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { tileWidth, tileHeight, planarConfiguration } = parameters
  const bits = bitsOf(parameters)
  if (![...'Lerc2 '].every((letter, i) => bytes[i] === letter.charCodeAt(0))) throw new Error('The block is not LERC 2')
  const version = view.getInt32(6, true)
  const sides = version >= 3 ? 14 : 10
  const [height, width] = [view.getUint32(sides, true), view.getUint32(sides + 4, true)]
  const values = version >= 4 ? view.getUint32(sides + 8, true) : 1
  const rest = sides + (version >= 4 ? 12 : 8)
  const valueBits = LERC_BITS[view.getInt32(rest + 12, true)]
  const bands = planarConfiguration === 2 ? 1 : bits.length
  if (width !== tileWidth || height > tileHeight || values < 1 || values > bands || valueBits !== bits[0])
    throw new Error('The block is not LERC of its size')
  // After the kind of its values, the largest error, the least and the largest value.
  const [least, most] = [view.getFloat64(rest + 24, true), view.getFloat64(rest + 32, true)]
  return values > 1 && least === most ? { bands: values, bandsAt: sides + 8 } : undefined
}

/** @throws Error for a blob that is not as it was written */
const withOneBand = (bytes: Uint8Array, bandsAt: number): Uint8Array => {
  if (!isLercWhole(bytes)) throw new Error('The checksum of the block is wrong')
  const one = new Uint8Array(bytes)
  new DataView(one.buffer).setUint32(bandsAt, 1, true)
  signLerc(one)
  return one
}

const repeated = (values: LercPixels, times: number): LercPixels => {
  const out = new (values.constructor as new (length: number) => LercPixels)(values.length * times)
  for (let band = 0; band < times; band++) out.set(values, band * values.length)
  return out
}

/** Values of all pixels, one band after the other, as the values of one pixel after the other. */
const byPixel = (values: LercPixels, pixels: number): LercPixels => {
  const bands = values.length / pixels
  if (bands === 1) return values
  const out = values.slice()
  for (let band = 0; band < bands; band++)
    for (let i = 0; i < pixels; i++) out[i * bands + band] = values[band * pixels + i] ?? 0
  return out
}

/** GDAL leaves a last band of 0 and 255 to the mask of the blob. */
const withOpacity = (values: LercPixels, pixels: number, mask: Uint8Array | null | undefined): LercPixels => {
  const out = new Uint8Array(values.length + pixels)
  out.set(values)
  for (let i = 0; i < pixels; i++) out[values.length + i] = mask?.[i] === 0 ? 0 : 255
  return out
}

/** A blob is hardly longer than the values that it packs. */
const LONGEST_BLOB = 1.25
const ADDED_DEFLATE = 1
const ADDED_ZSTANDARD = 2

class BoundedLerc extends BaseDecoder {
  private unpacked(packed: Uint8Array): Uint8Array {
    const { LercParameters } = this.parameters as Parameters & { readonly LercParameters?: ArrayLike<number> }
    const added = LercParameters?.[1]
    const maxOutputLength = Math.ceil(blockBytesOf(this.parameters) * LONGEST_BLOB) + 65_536
    if (added === ADDED_DEFLATE) return inflateSync(packed, { maxOutputLength })
    if (added === ADDED_ZSTANDARD) return zstdDecompressSync(packed, { maxOutputLength })
    return packed
  }

  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    const bytes = this.unpacked(new Uint8Array(buffer))
    const ofOneValue = checkLerc(bytes, this.parameters)
    // The library fails at several bands of the same value where a mask leaves pixels out.
    const blob = ofOneValue === undefined ? bytes : withOneBand(bytes, ofOneValue.bandsAt)
    // Of values side by side, the library leaves out those of a blob that has one value a band and a mask.
    const decoded = Lerc.decode(ownBuffer(blob), { returnPixelInterleavedDims: false })
    const { mask, width, height } = decoded
    const pixels = width * height
    let [values] = decoded.pixels
    if (values === undefined) throw new Error('The block has no values')
    if (ofOneValue !== undefined) values = repeated(values, ofOneValue.bands)
    if (mask && (values instanceof Float32Array || values instanceof Float64Array))
      for (let i = 0; i < values.length; i++) if (mask[i % pixels] === 0) values[i] = Number.NaN
    if (this.parameters.planarConfiguration === 2) return values.buffer
    if (values.length / pixels === bitsOf(this.parameters).length - 1 && values instanceof Uint8Array)
      values = withOpacity(values, pixels, mask)
    return byPixel(values, pixels).buffer
  }
}

addDecoder(DEFLATE, async () => BoundedInflate)
addDecoder(ZSTANDARD, async () => BoundedZstandard)
addDecoder(LERC, async () => BoundedLerc)
addDecoder(WEBP, async () => WebpDecoder)
