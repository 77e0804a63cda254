/** The interface of all services that answer with weather: what to ask them, and what their answer means. */
import {
  forecastOf,
  OBSERVED_FRESH_MS,
  type SourceReading,
  unbelievable,
  type WeatherProblem,
} from '@greensward/domain'
import type { z } from 'zod'
import type { WeatherCounters } from '../../../platform/db/schema/weather.ts'
import type { Place, StoredWeatherSettings } from '../weatherStore.ts'

export interface Question {
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ProviderFault {
  readonly ok: false
  readonly problem: WeatherProblem
  readonly detail: string
}

export interface Understood {
  readonly ok: true
  readonly reading: SourceReading
  readonly counters?: WeatherCounters
}

export interface Provider {
  /** Seconds between two questions that its limits of use allow. */
  readonly leastGapS: number
  /** The question, or what is missing for one. */
  ask(settings: StoredWeatherSettings, secret: string | undefined, place: Place | undefined): Question | ProviderFault
  /** @param json the parsed answer of status 200 */
  understand(json: unknown, nowMs: number): Understood | ProviderFault
}

/** Stations whose clock runs a little ahead. */
export const AHEAD_MS = 5 * 60_000

/** Whether what was measured then says what the weather is now. */
export const isOfNow = (atMs: number, nowMs: number): boolean =>
  nowMs - atMs <= OBSERVED_FRESH_MS && atMs - nowMs <= AHEAD_MS

export const fault = (problem: WeatherProblem, detail = ''): ProviderFault => ({ ok: false, problem, detail })

/** What of an answer does not have the shape that its service documents. */
export const shapeFault = (error: z.ZodError): ProviderFault => {
  const [issue] = error.issues
  return fault('notUnderstood', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, 300))
}

/** Units that an answer names, against those that were asked for. */
export const unitFault = (
  found: Readonly<Record<string, string | undefined>>,
  wanted: Readonly<Record<string, string>>,
): ProviderFault | undefined => {
  for (const [name, unit] of Object.entries(wanted))
    if (found[name] !== undefined && found[name] !== unit)
      return fault('wrongUnits', `${name} is in ${found[name]} and not in ${unit}`.slice(0, 300))
  return undefined
}

/** A reading of forecasts, unless a figure of it is one that no place on Earth has. */
export const readingOf = (
  source: string,
  { now, hours, ...dated }: Pick<SourceReading, 'at' | 'isObserved' | 'now' | 'moments' | 'hours'>,
  nowMs: number,
): Understood | ProviderFault => {
  const wrong =
    unbelievable(now) ??
    hours
      .map(({ rainMm, from: _, ...figures }) => unbelievable({ ...figures, rainMmPerH: rainMm }))
      .find(found => found !== undefined)
  if (wrong !== undefined) return fault('implausible', `${wrong.name} is ${wrong.value}`)
  return { ok: true, reading: { source, ...dated, now, hours, forecast: forecastOf(hours, nowMs) } }
}

export const isPlace = (place: Place | undefined): place is Place =>
  place !== undefined && !(place.lon === 0 && place.lat === 0)

export const fahrenheit = (value: number | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Math.round(((value - 32) / 1.8) * 100) / 100

export const INCH_MM = 25.4
export const MPH_MPS = 0.44704

/** A number that is there times a factor, without digits that its unit does not carry. */
export const times = (value: number | null | undefined, factor: number): number | undefined =>
  value === null || value === undefined ? undefined : Math.round(value * factor * 1_000) / 1_000
