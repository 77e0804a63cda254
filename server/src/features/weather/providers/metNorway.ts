/**
 * MET Norway, Locationforecast 2.0 complete: https://api.met.no/weatherapi/locationforecast/2.0/documentation. Its terms
 * (https://api.met.no/doc/TermsOfService) ask for a User-Agent with a contact, at most four decimals, If-Modified-Since, and no
 * question before `Expires`; the watch keeps the last two.
 */
import { dewPointC, type WeatherHour } from '@greensward/domain'
import { z } from 'zod'
import { VERSION } from '../../../platform/version.ts'
import { fault, isPlace, type Provider, readingOf, shapeFault, unitFault } from './provider.ts'

const UNITS = {
  air_temperature: 'celsius',
  dew_point_temperature: 'celsius',
  precipitation_amount: 'mm',
  relative_humidity: '%',
  wind_speed: 'm/s',
} as const

const amount = z.number().nullish()
const answer = z.object({
  properties: z.object({
    meta: z.object({ units: z.record(z.string(), z.string()) }),
    timeseries: z
      .array(
        z.object({
          time: z.iso.datetime({ offset: true }),
          data: z.object({
            instant: z.object({
              details: z.object({
                air_temperature: amount,
                dew_point_temperature: amount,
                relative_humidity: amount,
                wind_speed: amount,
              }),
            }),
            next_1_hours: z.object({ details: z.object({ precipitation_amount: amount }) }).optional(),
          }),
        }),
      )
      .min(1)
      .max(1_000),
  }),
})

type Details = z.infer<typeof answer>['properties']['timeseries'][number]['data']['instant']['details']

/** The compact answer has no dew point, and the humidity that it follows from. */
const dewPointOf = (details: Details): number | null => {
  const { air_temperature: temperature, dew_point_temperature: dewPoint, relative_humidity: humidity } = details
  if (typeof dewPoint === 'number') return dewPoint
  return typeof temperature === 'number' && typeof humidity === 'number'
    ? (dewPointC(temperature, humidity) ?? null)
    : null
}

export const metNorway: Provider = {
  leastGapS: 60,
  ask: ({ address, contact }, _secret, place) => {
    if (!isPlace(place)) return fault('noPlace')
    if (contact === '') return fault('incomplete')
    const url = new URL(address === '' ? 'https://api.met.no/weatherapi/locationforecast/2.0/complete' : address)
    url.searchParams.set('lat', String(Number(place.lat.toFixed(4))))
    url.searchParams.set('lon', String(Number(place.lon.toFixed(4))))
    return { address: url.href, headers: { 'user-agent': `Greensward/${VERSION} ${contact}` } }
  },
  understand: (json, nowMs) => {
    const read = answer.safeParse(json)
    if (!read.success) return shapeFault(read.error)
    const { meta, timeseries } = read.data.properties
    const wrong = unitFault(meta.units, UNITS)
    if (wrong !== undefined) return wrong
    // After two and a half days the steps are six hours long.
    const hours = timeseries.flatMap(({ time, data }): WeatherHour[] => {
      if (data.next_1_hours === undefined) return []
      const { details } = data.instant
      return [
        {
          from: new Date(time).toISOString(),
          temperatureC: details.air_temperature ?? null,
          dewPointC: dewPointOf(details),
          windMps: details.wind_speed ?? null,
          rainMm: data.next_1_hours.details.precipitation_amount ?? null,
        },
      ]
    })
    return readingOf('metNorway', { at: new Date(nowMs).toISOString(), isObserved: false, now: {}, hours }, nowMs)
  },
}
