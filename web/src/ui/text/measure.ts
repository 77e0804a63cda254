/** Figures in the units a person chose: metric or imperial. The wire is always metric. */
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

export type Units = 'metric' | 'imperial'

const ENTRY = 'units'
const listeners = new Set<() => void>()

const read = (): Units => (localStorage.getItem(ENTRY) === 'imperial' ? 'imperial' : 'metric')

export function useUnits(): [Units, (units: Units) => void] {
  const units = useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
  return [
    units,
    chosen => {
      localStorage.setItem(ENTRY, chosen)
      for (const listener of listeners) listener()
    },
  ]
}

export interface Measure {
  /** 12.4 m, 41 ft */
  readonly length: (metres: number) => string
  /** 1.52 m, 4.99 ft: of what was built to measure */
  readonly width: (metres: number) => string
  /** 103.4 m, 339.2 ft: of the ground above the sea */
  readonly height: (metres: number) => string
  /** 183.4° */
  readonly angle: (degrees: number) => string
  /** 4.2 %: rise over run */
  readonly slope: (rise: number) => string
  /** 1.61 ha, 3.98 ac; small areas in m² or ft² */
  readonly area: (squareMetres: number) => string
  /** 513,204 m²: where the unit is given */
  readonly squareMetres: (squareMetres: number) => string
  /** 2.4 m/s, 5.4 mph */
  readonly speed: (metresPerSecond: number) => string
  /** 1,204 km, 748 mi; below a kilometre in metres */
  readonly distance: (kilometres: number) => string
  /** The distance of a machine, always in the unit that its table's title names: 0.03 km, 1,204 km, 748 mi */
  readonly driven: (kilometres: number) => string
  /** 55 min, 1 h 20 min, < 1 min */
  readonly duration: (seconds: number) => string
  /** 48 %, with this number of decimals; 99.7 % with one */
  readonly share: (part: number, digits?: number) => string
}

export function makeMeasure(units: Units, language: string): Measure {
  // A format takes longer to make than to use, and live figures are written several times a second.
  const formats = new Map<string, Intl.NumberFormat>()
  const figure = (value: number, digits: number, least = 0): string => {
    const key = `${digits} ${least}`
    const format =
      formats.get(key) ??
      new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: digits })
    formats.set(key, format)
    return format.format(value)
  }
  const metric = units === 'metric'
  const exact = (value: number): string => figure(value, 1, 1)
  return {
    length: m => (metric ? `${figure(m, m < 100 ? 1 : 0)} m` : `${figure(m / 0.3048, m < 30 ? 1 : 0)} ft`),
    width: m => (metric ? `${figure(m, 2)} m` : `${figure(m / 0.3048, 2)} ft`),
    height: m => (metric ? `${exact(m)} m` : `${exact(m / 0.3048)} ft`),
    angle: degrees => `${figure(degrees, 2)}°`,
    slope: rise => `${exact(rise * 100)} %`,
    area: m2 =>
      metric
        ? m2 < 1_000
          ? `${figure(m2, 0)} m²`
          : `${figure(m2 / 10_000, 2)} ha`
        : m2 < 1_000
          ? `${figure(m2 / 0.09290304, 0)} ft²`
          : `${figure(m2 / 4_046.8564224, 2)} ac`,
    squareMetres: m2 => `${figure(m2, 0)} m²`,
    speed: mps => (metric ? `${figure(mps, 1)} m/s` : `${figure(mps / 0.44704, 1)} mph`),
    distance: km =>
      metric && km < 1
        ? `${figure(km * 1_000, 0)} m`
        : metric
          ? `${figure(km, km < 100 ? 1 : 0)} km`
          : `${figure(km / 1.609344, km < 160 ? 1 : 0)} mi`,
    driven: km =>
      metric
        ? `${figure(km, km < 10 ? 2 : km < 100 ? 1 : 0)} km`
        : `${figure(km / 1.609344, km < 16 ? 2 : km < 160 ? 1 : 0)} mi`,
    duration: seconds => {
      const minutes = Math.round(seconds / 60)
      if (seconds > 0 && minutes === 0) return '< 1 min'
      return minutes < 60
        ? `${minutes} min`
        : `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
    },
    share: (part, digits = 0) => `${figure(part * 100, digits)} %`,
  }
}

let last: { readonly units: Units; readonly language: string; readonly measure: Measure } | undefined

/** All of a page have the same units and language: they share one. */
function sharedMeasure(units: Units, language: string): Measure {
  if (last?.units !== units || last.language !== language)
    last = { units, language, measure: makeMeasure(units, language) }
  return last.measure
}

export function useMeasure(): Measure {
  const [units] = useUnits()
  const { i18n } = useTranslation()
  return sharedMeasure(units, i18n.language)
}
