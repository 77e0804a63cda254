/** OpenWeather, One Call 3.0: https://openweathermap.org/api/one-call-3. A key; 1,000 calls a day are free. */
import { type WeatherHour, weatherFigure } from '@greensward/domain'
import { z } from 'zod'
import { fault, isOfNow, isPlace, type Provider, readingOf, shapeFault } from './provider.ts'

const step = z.object({
  dt: z.number().int().min(0).max(10_000_000_000),
  temp: z.number(),
  dew_point: z.number().nullish(),
  wind_speed: z.number().nullish(),
  /** Millimetres in an hour; absent while it is dry. */
  rain: z.object({ '1h': z.number().optional() }).optional(),
})
const answer = z.object({ current: step, hourly: z.array(step).min(1).max(1_000) })

const figuresOf = ({ temp, dew_point, wind_speed }: z.infer<typeof step>) => ({
  temperatureC: temp,
  dewPointC: dew_point ?? null,
  windMps: wind_speed ?? null,
})

export const openWeather: Provider = {
  leastGapS: 120,
  ask: ({ address }, secret, place) => {
    if (!isPlace(place)) return fault('noPlace')
    if (secret === undefined) return fault('incomplete')
    const url = new URL(address === '' ? 'https://api.openweathermap.org/data/3.0/onecall' : address)
    url.searchParams.set('lat', place.lat.toFixed(4))
    url.searchParams.set('lon', place.lon.toFixed(4))
    url.searchParams.set('units', 'metric')
    url.searchParams.set('exclude', 'minutely,daily,alerts')
    url.searchParams.set('appid', secret)
    return { address: url.href }
  },
  understand: (json, nowMs) => {
    const read = answer.safeParse(json)
    if (!read.success) return shapeFault(read.error)
    const { current, hourly } = read.data
    const hours = hourly.map(
      (each): WeatherHour => ({
        from: new Date(each.dt * 1_000).toISOString(),
        rainMm: each.rain?.['1h'] ?? 0,
        ...figuresOf(each),
      }),
    )
    const currentMs = current.dt * 1_000
    // A cache on the way may answer with what was current hours ago.
    const now = isOfNow(currentMs, nowMs) ? { rainMmPerH: current.rain?.['1h'] ?? 0, ...figuresOf(current) } : {}
    const currentAt = new Date(Math.min(currentMs, nowMs)).toISOString()
    const moments = Object.fromEntries(weatherFigure.options.map(name => [name, currentAt]))
    return readingOf(
      'openWeather',
      { at: new Date(nowMs).toISOString(), isObserved: false, now, moments, hours },
      nowMs,
    )
  },
}
