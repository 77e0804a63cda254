/** Reports: what was mown in a span of days, with what, by whom, at what cost; and the rates of the cost. */

import { costRates, courseDay, direction, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

export const reportBy = z.enum(['mower', 'zoneType', 'hole', 'person'])
export type ReportBy = z.infer<typeof reportBy>

/** Sums over missions that were started in the span. Unknown is null, never 0. */
export const reportFigures = z.strictObject({
  missions: z.number().int(),
  done: z.number().int(),
  /** Cut, each place once a mission. */
  areaM2: z.number(),
  /** Along the recorded paths, with the blade on or off. */
  drivenM: z.number(),
  mownM: z.number(),
  /** Seconds in which mowers drove; stops between two runs are not counted. */
  workS: z.number(),
  /** Seconds of people's jobs; null where a row has none. */
  peopleS: z.number().nullable(),
  /** From the metres, by what each mower was learned to use; null where no capacity is entered. */
  kWh: z.number().nullable(),
  litres: z.number().nullable(),
  /** In the currency of the rates; null while no rate is set. */
  cost: z.number().nullable(),
  /** Whole cuts of zones that have an interval or grow; half a zone is half a cut. Null for rows without such zones. */
  cuts: z.number().nullable(),
  /** Cuts that these zones ask for: by growth where their type grows and the weather is known, else by their fixed interval. */
  targetCuts: z.number().nullable(),
  /** Those of the target cuts that growth asks for. */
  growthCuts: z.number().nullable(),
  /** Area cut by direction, largest first; without what was cut in an unknown one. A zone type has those too that it allows, with 0. */
  directions: z.array(z.strictObject({ direction, areaM2: z.number() })),
  /** Planned and driven seconds of the missions that are done. */
  plannedS: z.number(),
  actualS: z.number(),
  /** Stops on the way. */
  interruptions: z.number().int(),
  /** Missions that ended before the first group of their day and after it; those on no hole, or without groups, are in neither. */
  aheadOfPlay: z.number().int(),
  behindPlay: z.number().int(),
})
export type ReportFigures = z.infer<typeof reportFigures>

export const reportRow = z.strictObject({
  /** `none` has no mower, zone type, hole or account; `jobs` are jobs of people that belong to no row. */
  kind: z.enum(['item', 'none', 'jobs']),
  /** Of the mower, type, hole or account. */
  key: z.string(),
  /** Null where it is not known any more. */
  name: z.string().nullable(),
  figures: reportFigures,
})
export type ReportRow = z.infer<typeof reportRow>

const span = { from: courseDay, to: courseDay, by: reportBy }

export const report = z.strictObject({
  rows: z.array(reportRow),
  total: reportFigures,
  /** Days on which a mission was started, earliest first. */
  days: z.array(
    z.strictObject({
      day: courseDay,
      areaM2: z.number(),
      drivenM: z.number(),
      mownM: z.number(),
      workS: z.number(),
    }),
  ),
  /** Why missions were stopped, most often first. */
  causes: z.array(
    z.strictObject({
      /** Null where only the English text was kept. */
      why: saidShape.nullable(),
      text: z.string(),
      count: z.number().int(),
    }),
  ),
  rates: costRates,
})
export type Report = z.infer<typeof report>

export const reportCalls = {
  reports: {
    get: call({
      method: 'GET',
      path: 'reports',
      who: 'reports.read',
      query: z.strictObject(span),
      result: report,
    }),
    /** Answers a bare file, without the envelope. */
    export: call({
      method: 'GET',
      path: 'reports/export',
      who: 'reports.read',
      query: z.strictObject({ ...span, format: z.enum(['csv', 'xlsx']) }),
      result: z.unknown(),
    }),
    rates: call({
      method: 'GET',
      path: 'reports/rates',
      who: 'reports.read',
      result: costRates,
    }),
    changeRates: call({
      method: 'PUT',
      path: 'reports/rates',
      who: 'settings.edit',
      body: costRates,
      result: costRates,
    }),
  },
} as const
