/** Open-Meteo, https://open-meteo.com/en/docs: no key; 10,000 calls a day for use that is not commercial. */
import type { WeatherHour } from '@greensward/domain'
import { z } from 'zod'
import { fault, isPlace, type Provider, readingOf, shapeFault, unitFault } from './provider.ts'

const HOURLY = {
  temperature_2m: '°C',
  dew_point_2m: '°C',
  precipitation: 'mm',
  wind_speed_10m: 'm/s',
  et0_fao_evapotranspiration: 'mm',
  soil_temperature_6cm: '°C',
} as const

const series = z.array(z.number().nullable()).max(1_000).optional()
const answer = z.object({
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.object({
    time: z.array(z.number().int().min(0).max(10_000_000_000)).min(1).max(1_000),
    temperature_2m: series,
    dew_point_2m: series,
    precipitation: series,
    wind_speed_10m: series,
    et0_fao_evapotranspiration: series,
    soil_temperature_6cm: series,
  }),
})

export const openMeteo: Provider = {
  leastGapS: 60,
  ask: ({ address }, secret, place) => {
    if (!isPlace(place)) return fault('noPlace')
    const url = new URL(address === '' ? 'https://api.open-meteo.com/v1/forecast' : address)
    const query = {
      latitude: place.lat.toFixed(4),
      longitude: place.lon.toFixed(4),
      hourly: Object.keys(HOURLY).join(','),
      wind_speed_unit: 'ms',
      temperature_unit: 'celsius',
      precipitation_unit: 'mm',
      timeformat: 'unixtime',
      timezone: 'GMT',
      // Yesterday as well, so that an hour in which the server was off is not missing.
      past_days: '1',
      forecast_days: '3',
      // Of a paid account, at its own address.
      ...(secret === undefined ? {} : { apikey: secret }),
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return { address: url.href }
  },
  understand: (json, nowMs) => {
    const read = answer.safeParse(json)
    if (!read.success) return shapeFault(read.error)
    const { hourly, hourly_units } = read.data
    const wrong = unitFault(hourly_units, { ...HOURLY, time: 'unixtime' })
    if (wrong !== undefined) return wrong
    const hours = hourly.time.map(
      (time, index): WeatherHour => ({
        from: new Date(time * 1_000).toISOString(),
        temperatureC: hourly.temperature_2m?.[index] ?? null,
        dewPointC: hourly.dew_point_2m?.[index] ?? null,
        windMps: hourly.wind_speed_10m?.[index] ?? null,
        soilTemperatureC: hourly.soil_temperature_6cm?.[index] ?? null,
        // Sums are those of the hour before their time.
        rainMm: hourly.precipitation?.[index + 1] ?? null,
        et0Mm: hourly.et0_fao_evapotranspiration?.[index + 1] ?? null,
      }),
    )
    return readingOf('openMeteo', { at: new Date(nowMs).toISOString(), isObserved: false, now: {}, hours }, nowMs)
  },
}
