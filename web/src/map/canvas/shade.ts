/** Pictures of a ground's height: hillshade, slope, contour lines. Pure: heights in, pixels out. */

/** Heights of a window with one row and column more on every side, so that edges know their neighbours. */
export interface Heights {
  readonly values: ArrayLike<number>
  /** Without the margin. */
  readonly width: number
  readonly height: number
  /** Ground metres from one value to the next. */
  readonly cellM: number
  /** Marks a place without a height. */
  readonly noData: number | null
}

export type Shading = 'hillshade' | 'slope' | 'contour'

const SUN_AZIMUTH = (315 * Math.PI) / 180
const SUN_HEIGHT = (45 * Math.PI) / 180
/** A golf course is flat to a hillside's eye: relief is drawn three times as steep. */
const EXAGGERATION = 3
const CONTOUR_STEP_M = 1

type Colour = readonly [red: number, green: number, blue: number]

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** From flat to steeper than one in four. */
const SLOPE_COLOURS: readonly Colour[] = [
  [74, 120, 84],
  [190, 196, 110],
  [232, 160, 76],
  [190, 74, 60],
]
const GROUND: Colour = [140, 158, 128]

const slopeColour = (slope: number): Colour => {
  const place = Math.min(0.999, slope / 0.25) * (SLOPE_COLOURS.length - 1)
  const index = Math.floor(place)
  return mix(SLOPE_COLOURS[index] ?? GROUND, SLOPE_COLOURS[index + 1] ?? GROUND, place - index)
}

/** RGBA of `width` times `height`; places without a height stay clear. */
export const shade = (heights: Heights, shading: Shading): Uint8ClampedArray<ArrayBuffer> => {
  const { values, width, height, cellM, noData } = heights
  const stride = width + 2
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row + 1) * stride + column + 1
      const here = values[at] ?? Number.NaN
      if (!Number.isFinite(here) || here === noData) continue
      const read = (offset: number): number => {
        const value = values[at + offset] ?? here
        return Number.isFinite(value) && value !== noData ? value : here
      }
      const west = read(-1)
      const east = read(1)
      const north = read(-stride)
      const south = read(stride)
      const dx = (east - west) / (2 * cellM)
      const dy = (south - north) / (2 * cellM)
      const steepness = Math.atan(Math.hypot(dx, dy) * EXAGGERATION)
      const facing = Math.atan2(-dx, dy)
      const light = Math.max(
        0,
        Math.sin(SUN_HEIGHT) * Math.cos(steepness) +
          Math.cos(SUN_HEIGHT) * Math.sin(steepness) * Math.cos(SUN_AZIMUTH - facing),
      )
      let colour: Colour
      if (shading === 'slope') colour = mix(slopeColour(Math.hypot(dx, dy)), [0, 0, 0], (1 - light) * 0.25)
      else colour = [GROUND[0] * light * 1.35, GROUND[1] * light * 1.35, GROUND[2] * light * 1.35]
      if (shading === 'contour') {
        const level = Math.floor(here / CONTOUR_STEP_M)
        const crossed = Math.floor(east / CONTOUR_STEP_M) !== level || Math.floor(south / CONTOUR_STEP_M) !== level
        const highest = Math.max(level, Math.floor(east / CONTOUR_STEP_M), Math.floor(south / CONTOUR_STEP_M))
        colour = mix(colour, [214, 222, 204], 0.55)
        if (crossed) colour = mix(colour, [74, 56, 30], highest % 5 === 0 ? 0.85 : 0.45)
      }
      const pixel = (row * width + column) * 4
      pixels[pixel] = colour[0]
      pixels[pixel + 1] = colour[1]
      pixels[pixel + 2] = colour[2]
      pixels[pixel + 3] = 255
    }
  }
  return pixels
}
