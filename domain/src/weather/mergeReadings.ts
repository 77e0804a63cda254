/** One weather of several sources: what was measured beats what was forecast. */
import { type Figures, type WeatherFigure, type WeatherHour, weatherFigure } from './figures.ts'
import type { FigureNow, WeatherReport } from './weather.ts'

const HOUR_MS = 3_600_000
/** What was measured longer ago says nothing about this moment any more. */
export const OBSERVED_FRESH_MS = 30 * 60_000
/** A forecast that was read longer ago is too old for decisions. */
export const FORECAST_FRESH_MS = 3 * HOUR_MS

/** The last answer of one source. */
export interface SourceReading {
  readonly source: string
  /** When it was measured; of a forecast, when it was read. ISO 8601. */
  readonly at: string
  /** Whether `now` was measured. */
  readonly isObserved: boolean
  readonly now: Figures
  /** When figures of `now` were measured, where not at `at`: the sensors of a station report apart. ISO 8601. */
  readonly moments?: Readonly<Partial<Record<WeatherFigure, string>>>
  readonly forecast: WeatherReport['forecast']
  readonly hours: readonly WeatherHour[]
}

export interface MergedWeather {
  /** Null while no source says whether it rains. */
  readonly report: WeatherReport | null
  readonly figures: readonly FigureNow[]
}

type Slot = WeatherReport['forecast'][number]

/** Periods of a report from hours; an hour whose rain is unknown is none. */
export const forecastOf = (hours: readonly WeatherHour[], nowMs: number): Slot[] =>
  hours.flatMap(({ from, rainMm, ...figures }) => {
    const fromMs = Date.parse(from)
    if (rainMm === undefined || rainMm === null || fromMs + HOUR_MS <= nowMs) return []
    return [{ from, to: new Date(fromMs + HOUR_MS).toISOString(), rainMmPerH: rainMm, ...figures }]
  })

const ageMs = ({ at }: SourceReading, nowMs: number): number => nowMs - Date.parse(at)

const ofHour = (reading: SourceReading, name: WeatherFigure, nowMs: number): FigureNow | undefined => {
  const isNow = (from: string): boolean => Date.parse(from) <= nowMs && nowMs < Date.parse(from) + HOUR_MS
  const hour = reading.hours.find(({ from }) => isNow(from))
  const value = name === 'rainMmPerH' ? hour?.rainMm : hour?.[name]
  if (hour === undefined || value === undefined || value === null) return undefined
  return { name, value, source: reading.source, isObserved: false, at: new Date(hour.from).toISOString() }
}

/** When a figure of `now` was measured, or read. */
export const momentOfFigure = ({ at, moments }: SourceReading, name: WeatherFigure): string => moments?.[name] ?? at

/** @param sinceMs a figure from before counts no more */
const ofNow = (reading: SourceReading, name: WeatherFigure, sinceMs: number): FigureNow | undefined => {
  const value = reading.now[name]
  const at = new Date(momentOfFigure(reading, name))
  if (value === undefined || value === null || at.getTime() < sinceMs) return undefined
  const { source, isObserved } = reading
  return { name, value, source, isObserved, at: at.toISOString() }
}

/** @param readings the last answers, a station before a forecast */
export const mergeReadings = (readings: readonly SourceReading[], nowMs: number): MergedWeather => {
  const usable = readings.filter(
    reading => ageMs(reading, nowMs) <= (reading.isObserved ? OBSERVED_FRESH_MS : FORECAST_FRESH_MS),
  )
  // An own source measures seldom: what it measured within three hours counts where nothing else is known.
  const older = readings.filter(reading => !usable.includes(reading) && ageMs(reading, nowMs) <= FORECAST_FRESH_MS)
  const figures = weatherFigure.options.flatMap(name => {
    const measured = usable
      .filter(({ isObserved }) => isObserved)
      .map(reading => ofNow(reading, name, nowMs - OBSERVED_FRESH_MS))
    const hourly = [...usable, ...older].map(reading => ofHour(reading, name, nowMs))
    const rest = [...usable, ...older].map(reading => ofNow(reading, name, nowMs - FORECAST_FRESH_MS))
    return [...measured, ...hourly, ...rest].find(found => found !== undefined) ?? []
  })
  const rain = figures.find(({ name }) => name === 'rainMmPerH')
  if (rain === undefined) return { report: null, figures }
  const ahead = [...usable, ...older].find(({ forecast }) => forecast.length > 0)
  const measuredMs = rain.isObserved && ahead !== undefined && ahead.source !== rain.source ? Date.parse(rain.at) : 0
  const figureOf = (name: WeatherFigure): number | undefined => figures.find(figure => figure.name === name)?.value
  const [temperatureC, dewPointC, windMps, soilTemperatureC] = (
    ['temperatureC', 'dewPointC', 'windMps', 'soilTemperatureC'] as const
  ).map(figureOf)
  return {
    figures,
    report: {
      at: rain.isObserved ? rain.at : new Date(nowMs).toISOString(),
      rainMmPerH: rain.value,
      temperatureC,
      dewPointC,
      windMps,
      soilTemperatureC,
      // A period that has begun is what the station measures.
      forecast: (ahead?.forecast ?? []).filter(({ from }) => Date.parse(from) > measuredMs),
    },
  }
}
