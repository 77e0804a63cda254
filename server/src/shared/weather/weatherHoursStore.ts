/** The SQL of the weather by hours: what is computed from days and years of weather reads it here. */
import { addDays, type Day, type Figures, startOfDay, type WeatherDay, type WeatherHour } from '@greensward/domain'
import { and, gt, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { weatherHours } from '../../platform/db/schema/index.ts'

const HOUR_MS = 3_600_000
/** A mean of fewer hours leans towards those that happen to be known. */
const LEAST_HOURS = 18

/** What is forecast for hours replaces what was forecast before; what is not known now stays as it was known. */
export const storeForecastHours = async (
  tx: Tx,
  source: string,
  hours: readonly WeatherHour[],
  now: Date,
): Promise<void> => {
  const byHour = new Map(hours.map(hour => [Math.floor(Date.parse(hour.from) / HOUR_MS) * HOUR_MS, hour]))
  if (byHour.size === 0) return
  const kept = (column: string) => sql.raw(`coalesce(excluded.${column}, weather_hours.${column})`)
  await tx
    .insert(weatherHours)
    .values(
      [...byHour].map(([at, { from: _, ...figures }]) => ({
        at: new Date(at),
        isObserved: false,
        source,
        samples: 1,
        updatedAt: now,
        ...figures,
      })),
    )
    .onConflictDoUpdate({
      target: [weatherHours.at, weatherHours.isObserved],
      set: {
        source: sql`excluded.source`,
        updatedAt: now,
        temperatureC: kept('temperature_c'),
        dewPointC: kept('dew_point_c'),
        rainMm: kept('rain_mm'),
        windMps: kept('wind_mps'),
        et0Mm: kept('et0_mm'),
        soilTemperatureC: kept('soil_temperature_c'),
      },
    })
}

/** What a station measured at one moment. */
export interface Measurement {
  readonly at: Date
  readonly source: string
  readonly figures: Figures
  /** Fallen, and evaporated, since the measurement before. */
  readonly rainMm: number | undefined
  readonly et0Mm: number | undefined
}

/**
 * Adds measurements to their hours: temperatures and wind are the mean of an hour's measurements, rain is their sum.
 * @param measurements of different hours
 */
export const addMeasurements = async (tx: Tx, measurements: readonly Measurement[], now: Date): Promise<void> => {
  if (measurements.length === 0) return
  const mean = (column: string) =>
    sql.raw(
      `coalesce(weather_hours.${column} + (excluded.${column} - weather_hours.${column}) / (weather_hours.samples + 1), excluded.${column}, weather_hours.${column})`,
    )
  const sum = (column: string) =>
    sql.raw(
      `case when excluded.${column} is null then weather_hours.${column} else coalesce(weather_hours.${column}, 0) + excluded.${column} end`,
    )
  await tx
    .insert(weatherHours)
    .values(
      measurements.map(({ at, source, figures, rainMm, et0Mm }) => ({
        at: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS),
        isObserved: true,
        source,
        samples: 1,
        updatedAt: now,
        temperatureC: figures.temperatureC ?? null,
        dewPointC: figures.dewPointC ?? null,
        windMps: figures.windMps ?? null,
        soilTemperatureC: figures.soilTemperatureC ?? null,
        rainMm: rainMm ?? null,
        et0Mm: et0Mm ?? null,
      })),
    )
    .onConflictDoUpdate({
      target: [weatherHours.at, weatherHours.isObserved],
      set: {
        source: sql`excluded.source`,
        updatedAt: now,
        samples: sql`weather_hours.samples + 1`,
        temperatureC: mean('temperature_c'),
        dewPointC: mean('dew_point_c'),
        windMps: mean('wind_mps'),
        soilTemperatureC: mean('soil_temperature_c'),
        rainMm: sum('rain_mm'),
        et0Mm: sum('et0_mm'),
      },
    })
}

export type HourRow = Pick<
  typeof weatherHours.$inferSelect,
  'at' | 'isObserved' | 'temperatureC' | 'dewPointC' | 'windMps' | 'updatedAt'
>

/** Measured and forecast hours that start after one moment, and up to another. */
export const readHours = (reader: Reader, after: Date, until: Date): Promise<HourRow[]> => {
  const { at, isObserved, temperatureC, dewPointC, windMps, updatedAt } = weatherHours
  return reader
    .select({ at, isObserved, temperatureC, dewPointC, windMps, updatedAt })
    .from(weatherHours)
    .where(and(gt(at, after), lte(at, until)))
}

/**
 * The days from `first` to `last` of the course that have weather, the newest first. Of each hour, what was measured counts before
 * what was forecast. A mean needs 18 hours of its day.
 */
export const readWeatherDays = async (reader: Reader, first: Day, last: Day, zone: string): Promise<WeatherDay[]> => {
  const { rows } = await reader.execute<{
    day: string
    temperature: number | null
    hours: number
    observed: number
    rain: number | null
    et0: number | null
  }>(sql`
    select
      to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day,
      avg(temperature) as temperature,
      count(temperature)::int as hours,
      count(*) filter (where is_measured)::int as observed,
      sum(rain) as rain,
      sum(et0) as et0
    from (
      select
        at,
        bool_or(is_observed and temperature_c is not null) as is_measured,
        coalesce(max(temperature_c) filter (where is_observed), max(temperature_c)) as temperature,
        coalesce(max(rain_mm) filter (where is_observed), max(rain_mm)) as rain,
        coalesce(max(et0_mm) filter (where is_observed), max(et0_mm)) as et0
      from ${weatherHours}
      where at >= ${startOfDay(first, zone).toISOString()}::timestamptz
        and at < ${startOfDay(addDays(last, 1), zone).toISOString()}::timestamptz
      group by at
    ) as hours
    group by day
    order by day desc`)
  const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
  return rows.map(({ day, temperature, hours, observed, rain, et0 }) => ({
    day,
    meanTemperatureC: hours < LEAST_HOURS ? null : rounded(temperature),
    rainMm: rounded(rain),
    et0Mm: rounded(et0),
    hours,
    observedHours: observed,
  }))
}
