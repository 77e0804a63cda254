/**
 * Dew and frost on the grass of a morning, from temperature, dew point and wind. Dew is judged hour by hour with the CART/SLD model
 * (M. L. Gleason and others, Plant Disease 78:1011, 1994; K. S. Kim and others, Plant Disease 86:179, 2002), with the wind at 0.3 m
 * as the latter corrects it. No source gives cloud or radiation, so a cloudy night may stay drier than is said here.
 */
import { z } from 'zod'
import { instant } from '../common/text.ts'
import { courseDay } from '../schedule/repeats.ts'
import { humidityPercent, type WeatherFigure, weatherFigure } from './figures.ts'

/** Of the clock of the course: the hours of a morning in which grass is cut. */
export const MORNING_HOURS = { from: 4, until: 12 } as const
/** The hour of the course at which the proposal for a day is kept, to be compared with what came. */
export const KEPT_AT_HOUR = 5
/** What was proposed and seen is kept for this long. */
export const MORNINGS_KEPT_DAYS = 14

const HOUR_MS = 3_600_000
/** Between two hours, figures change evenly; times are given in such steps. */
const STEP_MS = 600_000

/** Grass of 0.12 m, by R. G. Allen and others, FAO Irrigation and Drainage Paper 56 (1998), equation 47: 0.08 m and 0.0148 m. */
const DISPLACEMENT_M = (2 / 3) * 0.12
const ROUGHNESS_M = 0.123 * 0.12
const WIND_MEASURED_M = 10
const WIND_OF_DEW_M = 0.3

/** Wind at a height over grass, from wind at 10 m, in metres a second. */
export const windAtHeight = (windMps: number, heightM: number): number =>
  (windMps * Math.log((heightM - DISPLACEMENT_M) / ROUGHNESS_M)) /
  Math.log((WIND_MEASURED_M - DISPLACEMENT_M) / ROUGHNESS_M)

/** Air this much warmer than its dew point leaves no dew, in kelvins. */
const DEPRESSION_LIMIT = 3.7

export interface DewFigures {
  readonly temperatureC: number
  /** Temperature less dew point, in kelvins. */
  readonly depression: number
  readonly humidityPercent: number
  /** At 0.3 m. */
  readonly windMps: number
}

/** Whether grass is wet with dew, by the classes and inequalities of CART/SLD. Below 0 °C the model does not apply. */
export const hasDew = ({ temperatureC: t, depression, humidityPercent: rh, windMps: wind }: DewFigures): boolean => {
  if (t < 0 || depression >= DEPRESSION_LIMIT) return false
  if (wind < 2.5)
    return (
      1.6064 * Math.sqrt(t) + 0.0036 * t ** 2 + 0.1531 * rh - 0.4599 * wind * depression - 0.0035 * t * rh > 14.4674
    )
  if (rh < 87.8) return false
  return 0.7921 * Math.sqrt(t) + 0.0046 * rh - 2.3889 * wind - 0.039 * t * wind + 1.0613 * wind * depression > 37
}

/** A frost advisory of the US National Weather Service starts at 36 °F at the height of a thermometer. */
const FROST_BELOW_C = ((36 - 32) * 5) / 9
/** The top of a light breeze (Beaufort 2), in metres a second at 10 m: more wind mixes warmer air down to the grass. */
const LIGHT_WIND_MPS = 3.3

/**
 * Whether grass can be frozen: the air is moist enough for grass that is some kelvins colder than it, and is below 0 °C, or within
 * what a calm night takes from it.
 */
export const hasFrost = (temperatureC: number, depression: number, windMps: number): boolean =>
  depression < DEPRESSION_LIMIT && (temperatureC <= 0 || (temperatureC <= FROST_BELOW_C && windMps <= LIGHT_WIND_MPS))

const NEEDED = ['temperatureC', 'dewPointC', 'windMps'] as const satisfies readonly WeatherFigure[]

/** The figures of one hour that dew and frost are judged by; null is unknown. */
export const morningHour = z.strictObject({
  /** The start of the hour. */
  at: instant,
  /** Measured figures are the mean of their hour, forecast ones are of its start. */
  isObserved: z.boolean(),
  temperatureC: z.number().nullable(),
  dewPointC: z.number().nullable(),
  /** At 10 m. */
  windMps: z.number().nullable(),
})
export type MorningHour = z.infer<typeof morningHour>

export const morningGrass = z.strictObject({
  /** Figures that an hour of the morning lacks: then nothing is said of dew and frost. */
  missing: z.array(weatherFigure),
  /** When the last frost of the morning is gone; null without frost. */
  frostUntil: instant.nullable(),
  /** When the last dew of the morning is gone; null without dew. */
  dewUntil: instant.nullable(),
  /** It is still there when the morning ends. */
  isLasting: z.boolean(),
  hours: z.array(morningHour),
})
export type MorningGrass = z.infer<typeof morningGrass>

/** What a person saw on the grass. */
export const seenGrass = z.enum(['dry', 'dew', 'frost'])
export type SeenGrass = z.infer<typeof seenGrass>

/** One morning: what is or was proposed, and what came of it. */
export const morning = z.strictObject({
  day: courseDay,
  /** By the weather as it is known now; null once the day is over. */
  now: morningGrass.nullable(),
  /** As it was proposed at five o'clock of the course, or last before it. */
  proposed: z.strictObject({ at: instant, grass: morningGrass }).nullable(),
  /** By what a station measured; null before the morning is over. */
  measured: morningGrass.nullable(),
  seen: z.strictObject({ grass: seenGrass, until: instant.nullable(), by: z.string(), at: instant }).nullable(),
})
export type Morning = z.infer<typeof morning>

interface Sample {
  readonly atMs: number
  readonly temperatureC: number
  readonly dewPointC: number
  readonly windMps: number
}

const sampleOf = ({ at, isObserved, temperatureC, dewPointC, windMps }: MorningHour): Sample[] =>
  temperatureC === null || dewPointC === null || windMps === null
    ? []
    : [{ atMs: Date.parse(at) + (isObserved ? HOUR_MS / 2 : 0), temperatureC, dewPointC, windMps }]

/** Between two samples their even change; before the first and after the last, that one. */
const figuresAt = (samples: readonly Sample[], atMs: number): Sample | undefined => {
  const after = samples.find(sample => sample.atMs >= atMs)
  const before = samples.findLast(sample => sample.atMs <= atMs)
  if (before === undefined || after === undefined || before === after) return before ?? after
  const share = (atMs - before.atMs) / (after.atMs - before.atMs)
  const between = (name: (typeof NEEDED)[number]): number => before[name] + (after[name] - before[name]) * share
  return {
    atMs,
    temperatureC: between('temperatureC'),
    dewPointC: between('dewPointC'),
    windMps: between('windMps'),
  }
}

const onGrass = ({ temperatureC, dewPointC, windMps }: Sample): SeenGrass => {
  // A sensor of moisture may read a little above saturation.
  const depression = Math.max(0, temperatureC - dewPointC)
  if (hasFrost(temperatureC, depression, windMps)) return 'frost'
  const humidity = Math.min(100, humidityPercent(temperatureC, dewPointC))
  const dew = { temperatureC, depression, humidityPercent: humidity, windMps: windAtHeight(windMps, WIND_OF_DEW_M) }
  return hasDew(dew) ? 'dew' : 'dry'
}

/**
 * Dew and frost from one moment to another.
 * @param known hours in any order, each once; the one that begins at the end is used where it is there
 */
export const judgeMorning = (known: readonly MorningHour[], fromMs: number, untilMs: number): MorningGrass => {
  const firstMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS
  const hours = known
    .filter(({ at }) => Date.parse(at) >= firstMs && Date.parse(at) <= untilMs)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const missing = new Set<WeatherFigure>()
  for (let ms = firstMs; ms < untilMs; ms += HOUR_MS) {
    const hour = hours.find(({ at }) => Date.parse(at) === ms)
    for (const name of NEEDED) if ((hour?.[name] ?? null) === null) missing.add(name)
  }
  const nothing = { frostUntil: null, dewUntil: null, isLasting: false, hours }
  if (missing.size > 0) return { missing: NEEDED.filter(name => missing.has(name)), ...nothing }
  const samples = hours.flatMap(sampleOf).toSorted((a, b) => a.atMs - b.atMs)
  const ends: Record<SeenGrass, number | null> = { dry: null, dew: null, frost: null }
  for (let ms = fromMs; ms < untilMs; ms += STEP_MS) {
    const figures = figuresAt(samples, ms)
    if (figures !== undefined) ends[onGrass(figures)] = ms + STEP_MS
  }
  const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
  return {
    missing: [],
    frostUntil: moment(ends.frost),
    dewUntil: moment(ends.dew),
    isLasting: Math.max(ends.dew ?? 0, ends.frost ?? 0) >= untilMs,
    hours,
  }
}
