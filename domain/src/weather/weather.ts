/**
 * The weather as another program reports it, and what follows from it: rain mode is proposed to people and never switched, and
 * the ground counts as wet for as long as rain and its drying last.
 */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { id, instant } from '../common/text.ts'
import { spansMeet, type TimeSpan } from '../schedule/timetable.ts'

const moment = z.iso.datetime({ offset: true })
const millimetres = z.number().min(0).max(1_000)

/** The answer of a weather source; unknown keys are ignored. docs/weather.md describes it. */
export const weatherReport = z.object({
  /** When it was measured. */
  at: moment,
  /** Rain that falls at this moment, in millimetres an hour. */
  rainMmPerH: millimetres,
  forecast: z
    .array(
      z
        .object({ from: moment, to: moment, rainMmPerH: millimetres })
        .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
          path: ['to'],
          message: fieldFault('notAfterFrom'),
        }),
    )
    .max(500)
    .default([]),
})
export type WeatherReport = z.infer<typeof weatherReport>

/** Without a name and a password before the host: those would be read in logs. */
const PLAIN_ADDRESS = /^https?:\/\/[^/?#@]+([/?#]|$)/i

export const weatherSettings = z.strictObject({
  enabled: z.boolean(),
  /** Where the report is, as JSON; empty while nobody has said it. */
  address: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/ })
      .max(500)
      .regex(PLAIN_ADDRESS, fieldFault('nameInAddress')),
  ]),
  /** The token itself goes in and never comes out. */
  hasToken: z.boolean(),
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
  address: '',
  hasToken: false,
  everyMin: 15,
  wetFromMmPerH: 0.5,
  aheadH: 3,
  dryingH: 2,
  catchUpDays: 3,
}

export const weatherSettingsChange = weatherSettings
  .omit({ hasToken: true })
  .extend({
    /** Sent as a bearer token; empty takes the stored one away. */
    token: z
      .string()
      .max(500)
      .regex(/^[\x21-\x7e]*$/, fieldFault('asciiWithoutSpaces')),
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

export const weatherState = z.strictObject({
  /** When the source was asked last. */
  triedAt: instant.nullable(),
  problem: weatherProblem.nullable(),
  /** More about it, in English; empty where nothing is wrong. */
  detail: z.string(),
  report: weatherReport.nullable(),
  /** How long restricted ground counts as wet while rain mode is on; null when it is not known to be. */
  wetUntil: instant.nullable(),
  /** The newest one. */
  proposal: rainProposal.nullable(),
})
export type WeatherState = z.infer<typeof weatherState>

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
