/**
 * What a station sends by itself, in the protocol of Ecowitt (a form by POST) or of Weather Underground (the query of a GET):
 * both have °F, mph and inches. A station that knows no dew point sends the humidity, from which it follows.
 */
import { dewPointC } from '@greensward/domain'
import {
  fahrenheit,
  fault,
  INCH_MM,
  isOfNow,
  MPH_MPS,
  type ProviderFault,
  readingOf,
  times,
  type Understood,
} from './provider.ts'

type Fields = Readonly<Record<string, unknown>>

/** Stations send -9999 or nothing for a sensor that is absent. */
const number = (fields: Fields, ...names: readonly string[]): number | undefined => {
  for (const name of names) {
    const text = fields[name]
    if (typeof text !== 'string' || text.trim() === '') continue
    const value = Number(text)
    if (Number.isFinite(value) && value > -999) return value
  }
  return undefined
}

/** `2026-11-25 23:00:00`, in UTC, or `now`. */
const momentOf = (text: unknown, nowMs: number): number | undefined => {
  if (text === undefined || text === '' || text === 'now') return nowMs
  if (typeof text !== 'string' || !/^\d{4}-\d\d?-\d\d?[ T+]\d\d?:\d\d?:\d\d?$/.test(text)) return undefined
  const [date = '', clock = ''] = text.split(/[ T+]/)
  const padded = (part: string, by: string): string =>
    part
      .split(by)
      .map(each => each.padStart(2, '0'))
      .join(by)
  const at = Date.parse(`${padded(date, '-')}T${padded(clock, ':')}Z`)
  return Number.isNaN(at) ? undefined : at
}

export const understandPushed = (fields: Fields, nowMs: number): Understood | ProviderFault => {
  const atMs = momentOf(fields.dateutc, nowMs)
  if (atMs === undefined) return fault('notUnderstood', 'dateutc is not a moment')
  if (!isOfNow(atMs, nowMs)) return fault('tooOld', `It is dated ${new Date(atMs).toISOString()}`)
  const temperatureC = fahrenheit(number(fields, 'tempf'))
  const humidity = number(fields, 'humidity')
  // Of the last hour, where the station does not send how hard it rains now.
  const rainIn = number(fields, 'rainratein', 'rrain_piezo', 'hourlyrainin', 'rainin')
  const dayIn = number(fields, 'dailyrainin', 'drain_piezo')
  if (temperatureC === undefined && rainIn === undefined) return fault('notUnderstood', 'It has neither tempf nor rain')
  const sentDewPoint = fahrenheit(number(fields, 'dewptf'))
  const now = {
    temperatureC,
    rainMmPerH: times(rainIn, INCH_MM),
    dewPointC:
      sentDewPoint ??
      (temperatureC === undefined || humidity === undefined ? undefined : dewPointC(temperatureC, humidity)),
    windMps: times(number(fields, 'windspeedmph'), MPH_MPS),
    soilTemperatureC: fahrenheit(number(fields, 'tf_ch1', 'soiltempf')),
  }
  const at = new Date(Math.min(atMs, nowMs)).toISOString()
  const made = readingOf('push', { at, isObserved: true, now, hours: [] }, nowMs)
  const rainMm = times(dayIn, INCH_MM)
  return made.ok && rainMm !== undefined ? { ...made, counters: { rainMm } } : made
}
