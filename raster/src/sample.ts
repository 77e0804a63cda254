/** Reads a picture between its pixels: the four around a place, each by its nearness. */

export interface Window<P> {
  readonly pixels: P
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Writes red, green, blue, opacity; places outside the picture stay clear. Clear pixels give no colour. */
export const sampleColours = (
  window: Window<Uint8Array>,
  columns: Float64Array,
  rows: Float64Array,
  picture: { readonly width: number; readonly height: number },
  out: (index: number, red: number, green: number, blue: number, opacity: number) => void,
): void => {
  const { pixels, width, height } = window
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] ?? Number.NaN
    const row = rows[i] ?? Number.NaN
    if (!(column >= 0 && row >= 0 && column <= picture.width && row <= picture.height)) continue
    const x = column - 0.5 - window.left
    const y = row - 0.5 - window.top
    const x0 = Math.max(0, Math.min(width - 1, Math.floor(x)))
    const y0 = Math.max(0, Math.min(height - 1, Math.floor(y)))
    const x1 = Math.min(width - 1, Math.max(0, Math.floor(x) + 1))
    const y1 = Math.min(height - 1, Math.max(0, Math.floor(y) + 1))
    const u = x - Math.floor(x)
    const v = y - Math.floor(y)
    const a = (y0 * width + x0) * 4
    const b = (y0 * width + x1) * 4
    const c = (y1 * width + x0) * 4
    const d = (y1 * width + x1) * 4
    const wa = (1 - u) * (1 - v) * (pixels[a + 3] ?? 0)
    const wb = u * (1 - v) * (pixels[b + 3] ?? 0)
    const wc = (1 - u) * v * (pixels[c + 3] ?? 0)
    const wd = u * v * (pixels[d + 3] ?? 0)
    const opacity = wa + wb + wc + wd
    if (opacity < 0.5) continue
    const mix = (band: number): number =>
      ((pixels[a + band] ?? 0) * wa +
        (pixels[b + band] ?? 0) * wb +
        (pixels[c + band] ?? 0) * wc +
        (pixels[d + band] ?? 0) * wd) /
        opacity +
      0.5
    out(i, mix(0), mix(1), mix(2), opacity + 0.5)
  }
}

/** Heights, NaN where there is none; a place beside a gap takes what its other neighbours have. */
export const sampleHeights = (
  window: Window<Float32Array>,
  columns: Float64Array,
  rows: Float64Array,
  picture: { readonly width: number; readonly height: number },
  out: (index: number, height: number) => void,
): void => {
  const { pixels, width, height } = window
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] ?? Number.NaN
    const row = rows[i] ?? Number.NaN
    if (!(column >= 0 && row >= 0 && column <= picture.width && row <= picture.height)) continue
    const x = column - 0.5 - window.left
    const y = row - 0.5 - window.top
    const nearest =
      pixels[
        Math.max(0, Math.min(height - 1, Math.round(y))) * width + Math.max(0, Math.min(width - 1, Math.round(x)))
      ] ?? Number.NaN
    if (Number.isNaN(nearest)) continue
    let sum = 0
    let weights = 0
    for (let corner = 0; corner < 4; corner++) {
      const cx = Math.floor(x) + (corner & 1)
      const cy = Math.floor(y) + (corner >> 1)
      const weight = (1 - Math.abs(x - cx)) * (1 - Math.abs(y - cy))
      const value = pixels[Math.max(0, Math.min(height - 1, cy)) * width + Math.max(0, Math.min(width - 1, cx))]
      if (value === undefined || Number.isNaN(value)) continue
      sum += value * weight
      weights += weight
    }
    out(i, weights > 0 ? sum / weights : nearest)
  }
}
