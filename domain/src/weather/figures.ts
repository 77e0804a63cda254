/** The figures of weather in SI units, and what of them is believed. */
import { z } from 'zod'

export const weatherFigure = z.enum(['rainMmPerH', 'temperatureC', 'dewPointC', 'windMps', 'et0Mm', 'soilTemperatureC'])
export type WeatherFigure = z.infer<typeof weatherFigure>

/**
 * The least and the most that is believed. Outside of it is what no place on Earth has had (https://wmo.int/asu-map, rounded up),
 * so that kelvins, tenths, or -999 for a broken sensor are noticed. Evapotranspiration is for one hour.
 */
export const FIGURE_LIMITS: Readonly<Record<WeatherFigure, readonly [number, number]>> = {
  rainMmPerH: [0, 1_000],
  temperatureC: [-60, 60],
  dewPointC: [-70, 40],
  windMps: [0, 120],
  et0Mm: [0, 3],
  soilTemperatureC: [-40, 70],
}

export type Figures = { readonly [F in WeatherFigure]?: number | null | undefined }

/** The first figure that cannot be believed, with its value; undefined where all can. What is absent is unknown and no fault. */
export const unbelievable = (figures: Figures): { name: WeatherFigure; value: number } | undefined => {
  for (const name of weatherFigure.options) {
    const value = figures[name]
    if (value === undefined || value === null) continue
    const [least, most] = FIGURE_LIMITS[name]
    if (!(value >= least && value <= most)) return { name, value }
  }
  return undefined
}

/** One hour: rain and evapotranspiration are sums in it, the rest holds at its start. */
export interface WeatherHour {
  /** ISO 8601. */
  readonly from: string
  readonly rainMm?: number | null | undefined
  readonly temperatureC?: number | null | undefined
  readonly dewPointC?: number | null | undefined
  readonly windMps?: number | null | undefined
  readonly et0Mm?: number | null | undefined
  readonly soilTemperatureC?: number | null | undefined
}

/**
 * The temperature to which air has to cool for dew, by the formula of Magnus with the constants of Alduchov and Eskridge (1996).
 * Undefined without moisture.
 */
export const dewPointC = (temperatureC: number, humidityPercent: number): number | undefined => {
  if (!(humidityPercent > 0 && humidityPercent <= 100)) return undefined
  const gamma = Math.log(humidityPercent / 100) + (17.625 * temperatureC) / (243.04 + temperatureC)
  return Math.round(((243.04 * gamma) / (17.625 - gamma)) * 100) / 100
}

/** Relative humidity in percent, by the same formula and constants as `dewPointC`. */
export const humidityPercent = (temperatureC: number, dewPointC: number): number => {
  const exponent = (degreesC: number): number => (17.625 * degreesC) / (243.04 + degreesC)
  return 100 * Math.exp(exponent(dewPointC) - exponent(temperatureC))
}
