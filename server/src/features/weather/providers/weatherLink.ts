/**
 * Davis WeatherLink v2: https://weatherlink.github.io/v2-api/. The key is in the query, the secret in a header and never in the
 * query. 1,000 calls an hour. Temperatures are in °F, wind in mph, evapotranspiration in inches; rain also in millimetres.
 */
import { z } from 'zod'
import type { WeatherCounters } from '../../../platform/db/schema/weather.ts'
import {
  fahrenheit,
  fault,
  INCH_MM,
  isOfNow,
  MPH_MPS,
  type Provider,
  readingOf,
  shapeFault,
  times,
} from './provider.ts'

const SECOND_MS = 1_000

/** Sensors of one station have records of many shapes; each figure has one name for each generation of the devices. */
const amount = z.number().nullish()
const record = z.object({
  ts: z.number().int().min(0).max(10_000_000_000),
  temp: amount,
  temp_out: amount,
  dew_point: amount,
  wind_speed_avg_last_10_min: amount,
  wind_speed_last: amount,
  wind_speed: amount,
  rain_rate_last_mm: amount,
  rain_rate_mm: amount,
  rainfall_day_mm: amount,
  rainfall_daily_mm: amount,
  rain_day_mm: amount,
  et_day: amount,
  temp_soil_1: amount,
  temp_1: amount,
})
const answer = z.object({
  sensors: z
    .array(z.object({ data_structure_type: z.number().optional(), data: z.array(z.unknown()).max(100) }))
    .max(200),
})

/** AirLink: a sensor of air quality, as often in a room as not. Inside sensors of other kinds have names of their own. */
const AIR_QUALITY = 16
/** Leaf and soil stations: `temp_1` is in the soil. */
const SOIL = new Set([3, 12])

type Fields = z.infer<typeof record>

/** A number as it was sent, and when it was measured. */
interface Measured {
  readonly value: number
  readonly atMs: number
}

/** Records of the sensors outside. */
const outsideOf = (sensors: z.infer<typeof answer>['sensors']): Fields[] =>
  sensors.flatMap(({ data_structure_type: type = 0, data }) =>
    type === AIR_QUALITY
      ? []
      : data.flatMap(one => {
          const found = record.safeParse(one)
          if (!found.success) return []
          return SOIL.has(type) ? [found.data] : [{ ...found.data, temp_1: undefined }]
        }),
  )

/** What some records measure: of each figure the first record that has it, with the moment of that record. */
const measuredIn = (records: readonly Fields[]) => {
  const first = (...names: (keyof Fields)[]): Measured | undefined => {
    for (const name of names)
      for (const one of records) {
        const value = one[name]
        if (typeof value === 'number') return { value, atMs: one.ts * SECOND_MS }
      }
    return undefined
  }
  return {
    figures: {
      rainMmPerH: first('rain_rate_last_mm', 'rain_rate_mm'),
      temperatureC: first('temp_out', 'temp'),
      dewPointC: first('dew_point'),
      windMps: first('wind_speed_avg_last_10_min', 'wind_speed_last', 'wind_speed'),
      soilTemperatureC: first('temp_soil_1', 'temp_1'),
    },
    rainMm: first('rainfall_day_mm', 'rainfall_daily_mm', 'rain_day_mm'),
    et0Inches: first('et_day'),
  }
}
type MeasuredIn = ReturnType<typeof measuredIn>

const countersOf = ({ rainMm, et0Inches }: MeasuredIn): WeatherCounters | undefined => {
  const counted = [rainMm, et0Inches].filter(found => found !== undefined)
  if (counted.length === 0) return undefined
  const et0Mm = times(et0Inches?.value, INCH_MM)
  return {
    at: new Date(Math.min(...counted.map(({ atMs }) => atMs))).toISOString(),
    ...(rainMm === undefined ? {} : { rainMm: rainMm.value }),
    ...(et0Mm === undefined ? {} : { et0Mm }),
  }
}

export const weatherLink: Provider = {
  leastGapS: 60,
  ask: ({ stationAddress, stationKey, stationId }, secret) => {
    if (stationKey === '' || stationId === '' || secret === undefined) return fault('incomplete')
    const base = stationAddress === '' ? 'https://api.weatherlink.com/v2' : stationAddress.replace(/\/$/, '')
    const url = new URL(`${base}/current/${encodeURIComponent(stationId)}`)
    url.searchParams.set('api-key', stationKey)
    return { address: url.href, headers: { 'x-api-secret': secret } }
  },
  understand: (json, nowMs) => {
    const read = answer.safeParse(json)
    if (!read.success) return shapeFault(read.error)
    const outside = outsideOf(read.data.sensors)
    const known = measuredIn(outside).figures
    const main = [known.temperatureC, known.rainMmPerH].filter(found => found !== undefined)
    if (main.length === 0)
      return fault('notUnderstood', 'No sensor of this station measures rain or the temperature outside')
    // The last record of a sensor that is lost stays in the answer, beside new ones of the barometer and of rooms.
    const measured = measuredIn(outside.filter(({ ts }) => isOfNow(ts * SECOND_MS, nowMs)))
    const { rainMmPerH, temperatureC, dewPointC, windMps, soilTemperatureC } = measured.figures
    if (temperatureC === undefined && rainMmPerH === undefined) {
      const lastMs = Math.max(...main.map(({ atMs }) => atMs))
      return fault('tooOld', `What is measured outside is dated ${new Date(lastMs).toISOString()}`)
    }
    const moments = Object.fromEntries(
      Object.entries(measured.figures).flatMap(([name, found]) =>
        found === undefined ? [] : [[name, new Date(Math.min(found.atMs, nowMs)).toISOString()]],
      ),
    )
    const now = {
      rainMmPerH: rainMmPerH?.value,
      temperatureC: fahrenheit(temperatureC?.value),
      dewPointC: fahrenheit(dewPointC?.value),
      windMps: times(windMps?.value, MPH_MPS),
      soilTemperatureC: fahrenheit(soilTemperatureC?.value),
    }
    const at = Object.values(moments).toSorted().at(-1) ?? new Date(nowMs).toISOString()
    const made = readingOf('weatherLink', { at, isObserved: true, now, moments, hours: [] }, nowMs)
    const counters = countersOf(measured)
    return made.ok && counters !== undefined ? { ...made, counters } : made
  },
}
