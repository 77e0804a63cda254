/** Decodes a block of a file: colours as red, green, blue and opacity, or heights in metres. */
import { Fault } from './fault.ts'
import type { HeightValues } from './heightValues.ts'
import type { Block, SourceImage } from './source.ts'

const WHITE_IS_ZERO = 0
const BLACK_IS_ZERO = 1
const RGB = 2
const PALETTE = 3
const CMYK = 5
const YCBCR = 6

/** How values of more than eight bits become eight. */
export interface Stretch {
  readonly low: number
  readonly high: number
}

const COLOUR_BANDS: ReadonlyMap<number, number> = new Map([
  [WHITE_IS_ZERO, 1],
  [BLACK_IS_ZERO, 1],
  [RGB, 3],
  [PALETTE, 1],
  [CMYK, 4],
  [YCBCR, 3],
])

/** How many of the bands are colours. @throws Fault for a picture whose colours are not understood */
export const colourBands = (image: SourceImage): number => {
  // Some programs write three bands and call them shades of grey.
  const said =
    image.photometric === BLACK_IS_ZERO && image.bands - image.extraBands.length >= 3 ? RGB : image.photometric
  const count = COLOUR_BANDS.get(said)
  if (count === undefined || image.bands < count) {
    throw new Fault('unsupported', { photometric: image.photometric })
  }
  return count
}

export const needsStretch = (image: SourceImage): boolean =>
  image.photometric !== PALETTE && (image.bits > 8 || image.format !== 1)

/** Kinds of an extra band. Source: TIFF 6.0, ExtraSamples. */
const ASSOCIATED_ALPHA = 1
const UNASSOCIATED_ALPHA = 2

/** The band that says how opaque a pixel is; -1 where none does. */
const opacityBandOf = (image: SourceImage, colours: number): number => {
  const opacityBand = image.extraBands.findIndex(kind => kind === ASSOCIATED_ALPHA || kind === UNASSOCIATED_ALPHA)
  return opacityBand < 0 ? -1 : colours + opacityBand
}

/**
 * What the colours of a pixel are multiplied by to undo their multiplication by its opacity: otherwise the edge of a flight is dark.
 * @param from where the values of the pixel start
 * @param most the value of an opaque pixel
 */
const undoOpacity = (values: Block['values'], from: number, colours: number, alphaAt: number, most: number): number => {
  const alpha = values[from + alphaAt] ?? most
  if (!(alpha > 0 && alpha < most)) return 1
  // Some programs say that they multiplied and did not: no colour would be above the opacity.
  for (let band = 0; band < colours; band++) if ((values[from + band] ?? 0) > alpha) return 1
  return most / alpha
}

/** Red, green, blue and opacity of each pixel. */
export const colourDecoder = (image: SourceImage, stretch: Stretch | null): ((block: Block) => Uint8Array) => {
  const { bands, photometric, palette, noData } = image
  const colours = colourBands(image)
  const alphaAt = opacityBandOf(image, colours)
  const isMultiplied = image.extraBands[alphaAt - colours] === ASSOCIATED_ALPHA
  const most = image.format === 1 ? 2 ** image.bits - 1 : 1
  const shadeScale = image.bits < 8 && photometric !== PALETTE ? 255 / most : 1
  const scaled = (value: number): number =>
    stretch === null ? value * shadeScale : ((value - stretch.low) / (stretch.high - stretch.low)) * 255
  const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5)
  const paletteSide = palette === undefined ? 0 : palette.length / 3
  return ({ values, width, height }) => {
    const out = new Uint8Array(width * height * 4)
    for (let i = 0; i < width * height; i++) {
      const from = i * bands
      const to = i * 4
      const a = values[from] ?? 0
      let isThere = !Number.isNaN(a)
      if (noData !== null && isThere) {
        let same = true
        for (let band = 0; band < colours; band++) if (values[from + band] !== noData) same = false
        isThere = !same
      }
      if (!isThere) continue
      let opacity = 255
      if (alphaAt >= 0) opacity = clamp(((values[from + alphaAt] ?? most) / most) * 255)
      switch (photometric) {
        case PALETTE:
          out[to] = (palette?.[a] ?? 0) >> 8
          out[to + 1] = (palette?.[a + paletteSide] ?? 0) >> 8
          out[to + 2] = (palette?.[a + 2 * paletteSide] ?? 0) >> 8
          break
        case CMYK: {
          const light = 255 - (values[from + 3] ?? 0)
          for (let band = 0; band < 3; band++) {
            out[to + band] = ((255 - (values[from + band] ?? 0)) * light) / 255 + 0.5
          }
          break
        }
        case YCBCR: {
          const blue = (values[from + 1] ?? 128) - 128
          const red = (values[from + 2] ?? 128) - 128
          out[to] = clamp(a + 1.402 * red)
          out[to + 1] = clamp(a - 0.344136 * blue - 0.714136 * red)
          out[to + 2] = clamp(a + 1.772 * blue)
          break
        }
        default: {
          const times = isMultiplied ? undoOpacity(values, from, colours, alphaAt, most) : 1
          if (colours === 1) {
            const grey = clamp(scaled(a * times))
            const shown = photometric === WHITE_IS_ZERO ? 255 - grey : grey
            out[to] = shown
            out[to + 1] = shown
            out[to + 2] = shown
          } else {
            out[to] = clamp(scaled(a * times))
            out[to + 1] = clamp(scaled((values[from + 1] ?? 0) * times))
            out[to + 2] = clamp(scaled((values[from + 2] ?? 0) * times))
          }
        }
      }
      out[to + 3] = opacity
    }
    return out
  }
}

/** No ground is beyond these, in metres; values of a file beyond them mean nothing. */
const LOWEST_M = -1_000
const HIGHEST_M = 9_500

/**
 * Metres above sea level of each pixel, NaN where there is none.
 * @param otherwiseToMetres factor of the heights where the file says their unit only with its projection, or not at all
 */
export const heightDecoder =
  (image: SourceImage, { scale, offset, toMetres }: HeightValues, otherwiseToMetres: number) =>
  ({ values, width, height }: Block): Float32Array => {
    const out = new Float32Array(width * height)
    for (let i = 0; i < width * height; i++) {
      const value = values[i * image.bands] ?? Number.NaN
      const metres = (value * scale + offset) * (toMetres ?? otherwiseToMetres)
      const isThere = value !== image.noData && metres > LOWEST_M && metres < HIGHEST_M
      out[i] = isThere ? metres : Number.NaN
    }
    return out
  }

/** How many blocks are looked at for the stretch of a picture's values. */
const BLOCKS_LOOKED_AT = 40
const SHARE_LEFT_OUT = 0.02

/**
 * From the second to the ninety-eighth hundredth of the values, so that a glare or a shadow darkens nothing else. Clear pixels count for
 * nothing: they are often black, and as many as the rest.
 */
export const findStretch = async (image: SourceImage): Promise<Stretch> => {
  const across = Math.ceil(image.width / image.blockWidth)
  const down = Math.ceil(image.height / image.blockHeight)
  const step = Math.max(1, Math.floor((across * down) / BLOCKS_LOOKED_AT))
  const colours = colourBands(image)
  const alphaAt = opacityBandOf(image, colours)
  const seen: number[] = []
  for (let index = Math.floor(step / 2); index < across * down; index += step) {
    const { values } = await image.block(index % across, Math.floor(index / across))
    const stride = Math.max(1, Math.floor(values.length / image.bands / 5_000))
    for (let pixel = 0; pixel < values.length / image.bands; pixel += stride) {
      if (alphaAt >= 0 && values[pixel * image.bands + alphaAt] === 0) continue
      for (let band = 0; band < colours; band++) {
        const value = values[pixel * image.bands + band]
        if (value !== undefined && value !== image.noData && Number.isFinite(value)) seen.push(value)
      }
    }
  }
  seen.sort((a, b) => a - b)
  const low = seen[Math.floor(seen.length * SHARE_LEFT_OUT)] ?? 0
  const high = seen[Math.floor(seen.length * (1 - SHARE_LEFT_OUT))] ?? 1
  return high > low ? { low, high } : { low: Math.min(0, low), high: Math.max(1, high) }
}
