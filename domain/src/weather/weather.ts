/**
 * The weather as other programs report it, and what follows from it: rain mode is proposed to people and never switched, and
 * the ground counts as wet for as long as rain and its drying last.
 */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { id, instant, outgoingAddress } from '../common/text.ts'
import { spansMeet, type TimeSpan } from '../schedule/timetable.ts'
import { FIGURE_LIMITS, weatherFigure } from './figures.ts'

const moment = z.iso.datetime({ offset: true })
const millimetres = z.number().min(0).max(1_000)
const figure = (name: keyof typeof FIGURE_LIMITS) =>
  z.number().min(FIGURE_LIMITS[name][0]).max(FIGURE_LIMITS[name][1]).nullish()

/** The answer of a weather source; unknown keys are ignored. docs/weather.md describes it. */
export const weatherReport = z.object({
  /** When it was measured. */
  at: moment,
  /** Rain that falls at this moment, in millimetres an hour. */
  rainMmPerH: millimetres,
  temperatureC: figure('temperatureC'),
  dewPointC: figure('dewPointC'),
  windMps: figure('windMps'),
  soilTemperatureC: figure('soilTemperatureC'),
  forecast: z
    .array(
      z
        .object({
          from: moment,
          to: moment,
          rainMmPerH: millimetres,
          temperatureC: figure('temperatureC'),
          dewPointC: figure('dewPointC'),
          windMps: figure('windMps'),
          et0Mm: figure('et0Mm'),
          soilTemperatureC: figure('soilTemperatureC'),
        })
        .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
          path: ['to'],
          message: fieldFault('notAfterFrom'),
        }),
    )
    .max(500)
    .default([]),
})
export type WeatherReport = z.infer<typeof weatherReport>

const address = z.union([z.literal(''), outgoingAddress])
const ascii = z.string().regex(/^[\x21-\x7e]*$/, fieldFault('asciiWithoutSpaces'))

/** Where forecasts are read; `json` is the report of docs/weather.md at an address of one's own. */
export const weatherProvider = z.enum(['none', 'json', 'openMeteo', 'metNorway', 'openWeather'])
export type WeatherProvider = z.infer<typeof weatherProvider>

/** Where measured weather is from; a station of kind `push` sends it by itself. */
export const weatherStation = z.enum(['none', 'weatherLink', 'push'])
export type WeatherStation = z.infer<typeof weatherStation>

export const weatherSettings = z.strictObject({
  enabled: z.boolean(),
  provider: weatherProvider,
  /** Where the report is, as JSON; for a named service only what replaces its own address. */
  address,
  /** The token itself goes in and never comes out. */
  hasToken: z.boolean(),
  /** An e-mail address or a web page, by which MET Norway reaches who asks. */
  contact: ascii.max(200),
  station: weatherStation,
  stationAddress: address,
  stationKey: ascii.max(200),
  stationId: ascii.max(100),
  hasStationSecret: z.boolean(),
  /** Whether the secret address exists to which a station sends. */
  hasPushKey: z.boolean(),
  everyMin: z.number().int().min(5).max(240),
  /** From this many millimetres an hour on it counts as rain. */
  wetFromMmPerH: z.number().min(0.1).max(50),
  /** Rain that is forecast to start within this many hours is reported as well. */
  aheadH: z.number().int().min(0).max(48),
  /** Hours that the ground takes to dry. */
  dryingH: z.number().int().min(0).max(72),
  /** A mission on a wet area is moved to one of this many following days; 0 moves nothing. */
  catchUpDays: z.number().int().min(0).max(14),
})
export type WeatherSettings = z.infer<typeof weatherSettings>

export const DEFAULT_WEATHER_SETTINGS: WeatherSettings = {
  enabled: false,
  provider: 'json',
  address: '',
  hasToken: false,
  contact: '',
  station: 'none',
  stationAddress: '',
  stationKey: '',
  stationId: '',
  hasStationSecret: false,
  hasPushKey: false,
  everyMin: 15,
  wetFromMmPerH: 0.5,
  aheadH: 3,
  dryingH: 2,
  catchUpDays: 3,
}

export const weatherSettingsChange = weatherSettings
  .omit({ hasToken: true, hasStationSecret: true, hasPushKey: true })
  .extend({
    /** A bearer token, or the key of a service; empty takes the stored one away. */
    token: ascii.max(500),
    stationSecret: ascii.max(500),
  })
  .partial()
export type WeatherSettingsChange = z.infer<typeof weatherSettingsChange>

/** Why a source could not be read. */
export const weatherProblem = z.enum([
  'notReached',
  'tooSlow',
  'forbiddenAddress',
  'httpStatus',
  'tooLarge',
  'notUnderstood',
  'tooOld',
  'wrongUnits',
  'implausible',
  'keyRefused',
  'rateLimited',
  'noPlace',
  'incomplete',
  'sealBroken',
])
export type WeatherProblem = z.infer<typeof weatherProblem>

export const rainProposalKind = z.enum(['rainModeOn', 'rainModeOff'])
export type RainProposalKind = z.infer<typeof rainProposalKind>

export const rainProposalReason = z.enum(['raining', 'rainAhead', 'dry'])

export const rainProposal = z.strictObject({
  id,
  at: instant,
  kind: rainProposalKind,
  reason: rainProposalReason,
  rainMmPerH: z.number(),
  /** When the rain begins, or began. */
  from: instant.nullable(),
  /** When the ground is dry again, as far as the source knows. */
  until: instant.nullable(),
  /** `lapsed` when the weather changed before anybody answered. */
  state: z.enum(['open', 'accepted', 'declined', 'lapsed']),
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
})
export type RainProposal = z.infer<typeof rainProposal>

export const weatherRole = z.enum(['forecast', 'station'])
export type WeatherRole = z.infer<typeof weatherRole>

export const weatherSource = z.strictObject({
  role: weatherRole,
  /** When the source was asked last, or sent last. */
  triedAt: instant.nullable(),
  /** When it last gave what could be used. */
  answeredAt: instant.nullable(),
  /** The service does not want to be asked before. */
  notBefore: instant.nullable(),
  problem: weatherProblem.nullable(),
  /** More about it, in English; empty where nothing is wrong. */
  detail: z.string(),
})
export type WeatherSource = z.infer<typeof weatherSource>

/** One figure of this moment with its source. */
export const figureNow = z.strictObject({
  name: weatherFigure,
  value: z.number(),
  source: z.string(),
  isObserved: z.boolean(),
  /** When it was measured, or the start of the hour that it was forecast for. */
  at: instant,
})
export type FigureNow = z.infer<typeof figureNow>

/** The temperature of one day of the course. */
export const weatherDay = z.strictObject({
  day: z.string(),
  meanTemperatureC: z.number().nullable(),
  rainMm: z.number().nullable(),
  et0Mm: z.number().nullable(),
  /** Hours with a temperature, and those of them that a station measured. */
  hours: z.number().int(),
  observedHours: z.number().int(),
})
export type WeatherDay = z.infer<typeof weatherDay>

export const weatherState = z.strictObject({
  sources: z.array(weatherSource),
  figures: z.array(figureNow),
  /** Today and the days before it, the newest first. */
  days: z.array(weatherDay),
  /** What rain mode follows: measured rain before forecast rain. */
  report: weatherReport.nullable(),
  /** How long restricted ground counts as wet while rain mode is on; null when it is not known to be. */
  wetUntil: instant.nullable(),
  /** The newest one. */
  proposal: rainProposal.nullable(),
})
export type WeatherState = z.infer<typeof weatherState>

/** What a source answers to a test, of which nothing is stored. */
export const weatherTrial = z.strictObject({
  problem: weatherProblem.nullable(),
  detail: z.string(),
  figures: z.array(figureNow),
  /** Hours that it forecasts. */
  hours: z.number().int(),
})
export type WeatherTrial = z.infer<typeof weatherTrial>

const HOUR_MS = 3_600_000

/** A source that reports a moment this long ago has stopped working. */
export const OLD_REPORT_MS = 3 * HOUR_MS

export type RainJudgement = Pick<RainProposal, 'kind' | 'reason' | 'rainMmPerH' | 'from' | 'until'>

/** Rain from one moment to another and the drying after it, joined where one begins before the other is dry. */
const wetSpans = (report: WeatherReport, settings: WeatherSettings): (TimeSpan & { readonly mmPerH: number })[] => {
  const measuredMs = Date.parse(report.at)
  const forecasts = [
    // Rain now is assumed to last an hour; the source reports again within that time.
    { from: measuredMs, to: measuredMs + HOUR_MS, mmPerH: report.rainMmPerH },
    ...report.forecast.map(({ from, to, rainMmPerH }) => ({
      from: Date.parse(from),
      to: Date.parse(to),
      mmPerH: rainMmPerH,
    })),
  ]
  const spans: { from: number; to: number; mmPerH: number }[] = []
  for (const { from, to, mmPerH } of forecasts
    .filter(each => each.mmPerH >= settings.wetFromMmPerH)
    .sort((a, b) => a.from - b.from)) {
    const dryAt = to + settings.dryingH * HOUR_MS
    const last = spans.at(-1)
    if (last === undefined || from > last.to) spans.push({ from, to: dryAt, mmPerH })
    else {
      last.to = Math.max(last.to, dryAt)
      last.mmPerH = Math.max(last.mmPerH, mmPerH)
    }
  }
  return spans
}

/** The end of the wet time that holds now or begins soon; undefined where none does. */
export const judgeWeather = (
  report: WeatherReport,
  settings: WeatherSettings,
  nowMs: number,
): { readonly wet: (TimeSpan & { readonly mmPerH: number }) | undefined; readonly isRaining: boolean } => {
  const soon: TimeSpan = { from: nowMs, to: nowMs + settings.aheadH * HOUR_MS + 1 }
  const wet = wetSpans(report, settings).find(span => spansMeet(span, soon))
  return { wet, isRaining: report.rainMmPerH >= settings.wetFromMmPerH }
}

/** The proposal to show to people; undefined if no change is needed. */
export const rainProposalFor = (
  report: WeatherReport,
  settings: WeatherSettings,
  rainMode: boolean,
  nowMs: number,
): RainJudgement | undefined => {
  const { wet, isRaining } = judgeWeather(report, settings, nowMs)
  if (wet === undefined)
    return rainMode
      ? { kind: 'rainModeOff', reason: 'dry', rainMmPerH: report.rainMmPerH, from: null, until: null }
      : undefined
  if (rainMode) return undefined
  return {
    kind: 'rainModeOn',
    reason: isRaining || wet.from <= nowMs ? 'raining' : 'rainAhead',
    rainMmPerH: wet.mmPerH,
    from: new Date(wet.from).toISOString(),
    until: new Date(wet.to).toISOString(),
  }
}
