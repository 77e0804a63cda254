/** Blocks of a picture in one form, the newest used kept: reading along rows meets each block many times. */
import type { Block, SourceImage } from './source.ts'

export type Pixels = Uint8Array | Float32Array

export interface BlockCache<P extends Pixels> {
  /** A window of the picture, clipped to it, with `bands` values a pixel. */
  readonly window: (left: number, top: number, right: number, bottom: number) => Promise<P>
}

interface Kept<P> {
  readonly block: Block
  readonly pixels: P
}

export interface BlockCacheOptions<P extends Pixels> {
  readonly image: SourceImage
  readonly bands: number
  readonly decode: (block: Block) => P
  readonly empty: (length: number) => P
  readonly keepBytes: number
}

export const makeBlockCache = <P extends Pixels>(options: BlockCacheOptions<P>): BlockCache<P> => {
  const { image, bands, decode, empty, keepBytes } = options
  const kept = new Map<number, Kept<P>>()
  let bytes = 0
  const across = Math.ceil(image.width / image.blockWidth)
  const at = async (column: number, row: number): Promise<Kept<P>> => {
    const key = row * across + column
    const known = kept.get(key)
    if (known !== undefined) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const block = await image.block(column, row)
    const made = { block, pixels: decode(block) }
    kept.set(key, made)
    bytes += made.pixels.byteLength
    for (const [oldest, { pixels }] of kept) {
      if (bytes <= keepBytes || oldest === key) break
      kept.delete(oldest)
      bytes -= pixels.byteLength
    }
    return made
  }
  return {
    window: async (left, top, right, bottom) => {
      const width = right - left
      const out = empty(width * (bottom - top) * bands)
      for (let row = Math.floor(top / image.blockHeight); row * image.blockHeight < bottom; row++) {
        for (let column = Math.floor(left / image.blockWidth); column * image.blockWidth < right; column++) {
          const { block, pixels } = await at(column, row)
          const fromX = Math.max(left, block.left)
          const toX = Math.min(right, block.left + block.width)
          for (let y = Math.max(top, block.top); y < Math.min(bottom, block.top + block.height); y++) {
            const source = ((y - block.top) * block.width + (fromX - block.left)) * bands
            out.set(
              pixels.subarray(source, source + (toX - fromX) * bands) as never,
              ((y - top) * width + (fromX - left)) * bands,
            )
          }
        }
      }
      return out
    },
  }
}
