/**
 * Davis WeatherLink v2: https://weatherlink.github.io/v2-api/. The key is in the query, the secret in a header and never in the
 * query. 1,000 calls an hour. Temperatures are in °F, wind in mph, evapotranspiration in inches; rain also in millimetres.
 */
import { z } from 'zod'
import { fahrenheit, fault, INCH_MM, MPH_MPS, type Provider, readingOf, shapeFault, times } from './provider.ts'

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
const soilRecord = z.object({ temp_1: amount })

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
    const outside: z.infer<typeof record>[] = []
    let soilF: number | null | undefined
    for (const { data_structure_type: type = 0, data } of read.data.sensors)
      for (const one of data) {
        if (SOIL.has(type)) soilF ??= soilRecord.safeParse(one).data?.temp_1
        if (type === AIR_QUALITY) continue
        const found = record.safeParse(one)
        if (found.success) outside.push(found.data)
      }
    const first = (...names: (keyof z.infer<typeof record>)[]): number | undefined => {
      for (const name of names) for (const one of outside) if (typeof one[name] === 'number') return one[name]
      return undefined
    }
    const temperatureC = fahrenheit(first('temp_out', 'temp'))
    const rainMmPerH = first('rain_rate_last_mm', 'rain_rate_mm')
    if (temperatureC === undefined && rainMmPerH === undefined)
      return fault('notUnderstood', 'No sensor of this station measures rain or the temperature outside')
    const now = {
      rainMmPerH,
      temperatureC,
      dewPointC: fahrenheit(first('dew_point')),
      windMps: times(first('wind_speed_avg_last_10_min', 'wind_speed_last', 'wind_speed'), MPH_MPS),
      soilTemperatureC: fahrenheit(first('temp_soil_1') ?? soilF),
    }
    const atS = Math.max(...outside.map(({ ts }) => ts))
    const made = readingOf(
      'weatherLink',
      { at: new Date(atS * 1_000).toISOString(), isObserved: true, now, hours: [] },
      nowMs,
    )
    const rainMm = first('rainfall_day_mm', 'rainfall_daily_mm', 'rain_day_mm')
    const et0Mm = times(first('et_day'), INCH_MM)
    return made.ok
      ? {
          ...made,
          counters: { ...(rainMm === undefined ? {} : { rainMm }), ...(et0Mm === undefined ? {} : { et0Mm }) },
        }
      : made
  },
}
