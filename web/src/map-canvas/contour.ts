/** Contour lines of a ground. Pure: heights in, pixels out. */

/** Heights with one row and column more on every side; NaN where there is none. */
export interface ContourGround {
  readonly values: ArrayLike<number>
  /** Without the margin. */
  readonly side: number
  /** Metres from one line to the next. */
  readonly stepM: number
}

/** Every fifth line is drawn stronger. */
const STRONG_EVERY = 5
const THIN_PX = 0.9
const STRONG_PX = 1.8
/** Ground flatter than this much a pixel has no line that could be placed. */
const LEAST_RISE = 1e-5
const LINE = [74, 48, 18] as const
const GLOW = [255, 255, 255] as const

/** Lines are as far apart as can be read at this size of a pixel on the ground, in metres. */
export const contourStepM = (metresPerPixel: number): number =>
  metresPerPixel < 0.25 ? 0.5 : metresPerPixel < 1 ? 1 : metresPerPixel < 2.5 ? 2 : metresPerPixel < 6 ? 5 : 10

/** Red, green, blue, opacity: brown lines with a pale edge, so that they are seen on light and on dark ground. */
export const contourPixels = ({ values, side, stepM }: ContourGround): Uint8ClampedArray<ArrayBuffer> => {
  const stride = side + 2
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = (row + 1) * stride + column + 1
      const here = values[at] ?? Number.NaN
      const dx = ((values[at + 1] ?? Number.NaN) - (values[at - 1] ?? Number.NaN)) / 2
      const dy = ((values[at + stride] ?? Number.NaN) - (values[at - stride] ?? Number.NaN)) / 2
      const rise = Math.hypot(dx, dy)
      if (!(rise > LEAST_RISE)) continue
      const level = Math.round(here / stepM)
      const distancePx = Math.abs(here - level * stepM) / rise
      const halfPx = (level % STRONG_EVERY === 0 ? STRONG_PX : THIN_PX) / 2
      const line = Math.min(1, Math.max(0, halfPx + 0.5 - distancePx))
      const glow = Math.min(1, Math.max(0, halfPx + 1.5 - distancePx)) * 0.35
      const opacity = Math.max(line, glow)
      if (opacity <= 0) continue
      const share = line / opacity
      const pixel = (row * side + column) * 4
      for (let band = 0; band < 3; band++) {
        pixels[pixel + band] = (LINE[band] ?? 0) * Math.min(1, share) + (GLOW[band] ?? 0) * (1 - Math.min(1, share))
      }
      pixels[pixel + 3] = opacity * 230
    }
  }
  return pixels
}
