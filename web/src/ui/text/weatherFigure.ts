/** Figures of weather in the units that a person chose. */
import type { FigureNow } from '@greensward/domain'

interface Shown {
  readonly unit: string
  readonly digits: number
  readonly of: (value: number) => number
}

const same = (value: number): number => value
const inches = (value: number): number => value / 25.4
const fahrenheit = (value: number): number => value * 1.8 + 32

const METRIC: Readonly<Record<FigureNow['name'], Shown>> = {
  rainMmPerH: { unit: 'mm/h', digits: 1, of: same },
  temperatureC: { unit: '°C', digits: 1, of: same },
  dewPointC: { unit: '°C', digits: 1, of: same },
  windMps: { unit: 'm/s', digits: 1, of: same },
  et0Mm: { unit: 'mm', digits: 2, of: same },
  soilTemperatureC: { unit: '°C', digits: 1, of: same },
}
const IMPERIAL: Readonly<Record<FigureNow['name'], Shown>> = {
  rainMmPerH: { unit: 'in/h', digits: 2, of: inches },
  temperatureC: { unit: '°F', digits: 0, of: fahrenheit },
  dewPointC: { unit: '°F', digits: 0, of: fahrenheit },
  windMps: { unit: 'mph', digits: 0, of: value => value / 0.44704 },
  et0Mm: { unit: 'in', digits: 3, of: inches },
  soilTemperatureC: { unit: '°F', digits: 0, of: fahrenheit },
}

export const weatherFigureText = (
  name: FigureNow['name'],
  value: number,
  units: 'metric' | 'imperial',
  language: string,
): string => {
  const { unit, digits, of } = (units === 'metric' ? METRIC : IMPERIAL)[name]
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(of(value))} ${unit}`
}
