import type { Units } from '../ui/text/measure.ts'

export interface Scale {
  readonly text: string
  readonly widthPx: number
}

const WIDEST_PX = 130

/** The longest round length that fits: 1, 2 or 5 times a power of ten, in metres or feet. */
export const scaleOf = (metresPerPixel: number, units: Units): Scale => {
  const unitM = units === 'metric' ? 1 : 0.3048
  const most = (WIDEST_PX * metresPerPixel) / unitM
  const power = 10 ** Math.floor(Math.log10(most))
  const length = ([5, 2, 1] as const).map(step => step * power).find(value => value <= most) ?? power
  const widthPx = Math.round((length * unitM) / metresPerPixel)
  const text =
    units === 'metric'
      ? length >= 1_000
        ? `${length / 1_000} km`
        : `${length} m`
      : length >= 5_280
        ? `${Math.round((length / 5_280) * 10) / 10} mi`
        : `${length} ft`
  return { text, widthPx }
}
