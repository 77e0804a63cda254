/** Pictures of a ground's height: hillshade and slope. Pure: heights in, pixels out. */

import { type Colour, SLOPE_COLOURS, STEEPEST } from './slopeColours.ts'

/** Heights of a window with one row and column more on every side, so that edges know their neighbours. */
export interface Heights {
  /** NaN where there is none. */
  readonly values: ArrayLike<number>
  /** Without the margin. */
  readonly width: number
  readonly height: number
  /** Ground metres from one value to the next. */
  readonly cellM: number
}

export type Shading = 'hillshade' | 'slope'

const SUN_AZIMUTH = (315 * Math.PI) / 180
const SUN_HEIGHT = (45 * Math.PI) / 180
/** A golf course is flat to a hillside's eye: relief is drawn three times as steep. */
const EXAGGERATION = 3

const GROUND: Colour = [140, 158, 128]

const mixed = (a: number, b: number, share: number): number => a + (b - a) * share

/** Red, green, blue, opacity of `width` times `height`; places without a height stay clear. */
export const shade = (heights: Heights, shading: Shading): Uint8Array => {
  const { values, width, height, cellM } = heights
  const stride = width + 2
  const pixels = new Uint8Array(width * height * 4)
  const clamp = (value: number): number => Math.min(255, Math.max(0, value))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row + 1) * stride + column + 1
      const here = values[at] ?? Number.NaN
      if (Number.isNaN(here)) continue
      const known = (value: number | undefined): number => (value === undefined || Number.isNaN(value) ? here : value)
      const dx = (known(values[at + 1]) - known(values[at - 1])) / (2 * cellM)
      const dy = (known(values[at + stride]) - known(values[at - stride])) / (2 * cellM)
      const slope = Math.hypot(dx, dy)
      const steepness = Math.atan(slope * EXAGGERATION)
      const facing = Math.atan2(-dx, dy)
      const light = Math.max(
        0,
        Math.sin(SUN_HEIGHT) * Math.cos(steepness) +
          Math.cos(SUN_HEIGHT) * Math.sin(steepness) * Math.cos(SUN_AZIMUTH - facing),
      )
      const pixel = (row * width + column) * 4
      if (shading === 'slope') {
        const place = Math.min(0.999, slope / STEEPEST) * (SLOPE_COLOURS.length - 1)
        const index = Math.floor(place)
        const from = SLOPE_COLOURS[index] ?? GROUND
        const to = SLOPE_COLOURS[index + 1] ?? GROUND
        const dark = 1 - (1 - light) * 0.25
        for (let band = 0; band < 3; band++) {
          pixels[pixel + band] = clamp(mixed(from[band] ?? 0, to[band] ?? 0, place - index) * dark)
        }
      } else {
        for (let band = 0; band < 3; band++) pixels[pixel + band] = clamp((GROUND[band] ?? 0) * light * 1.35)
      }
      pixels[pixel + 3] = 255
    }
  }
  return pixels
}
