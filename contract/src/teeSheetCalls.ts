/** Tee sheets: the tee times of each day, the patterns of days without one, and their import. */
import {
  courseDay,
  instant,
  MOST_PATTERNS,
  MOST_TEE_TIMES,
  teePattern,
  teeSheetFault,
  teeTime,
} from '@greensward/domain'
import { z } from 'zod'
import { call, nothing } from './call.ts'

const byDay = z.strictObject({ day: courseDay })

const teeSheet = z.strictObject({
  day: courseDay,
  /** Where its tee times come from: a pattern where nobody entered any for this day. */
  source: z.enum(['hand', 'import', 'pattern']),
  teeTimes: z.array(teeTime),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
})

const settings = z.strictObject({ patterns: z.array(teePattern).max(MOST_PATTERNS) })

const importing = z.strictObject({
  /** The day of lines without a date. */
  day: courseDay,
  text: z.string().max(500_000),
})
/** What an import replaces, day by day, and what in it cannot be read. */
const imported = z.strictObject({
  days: z.array(
    z.strictObject({
      day: courseDay,
      /** How many tee times the day has now. */
      before: z.number().int(),
      teeTimes: z.array(teeTime),
    }),
  ),
  faults: z.array(teeSheetFault),
})
export type TeeSheetImport = z.infer<typeof imported>

export const teeSheetCalls = {
  teeSheets: {
    get: call({
      method: 'GET',
      path: 'play/days/{day}',
      who: 'operations.read',
      summary: 'The tee times of a day',
      params: byDay,
      result: teeSheet,
    }),
    put: call({
      method: 'PUT',
      path: 'play/days/{day}',
      who: 'missions.plan',
      summary: 'Replace the tee times of a day; an empty list says that nobody plays',
      params: byDay,
      body: z.strictObject({
        teeTimes: z.array(teeTime).max(MOST_TEE_TIMES),
        /** Of the tee sheet that was read; null where the day had none. */
        updatedAt: instant.nullable(),
      }),
      result: teeSheet,
    }),
    remove: call({
      method: 'DELETE',
      path: 'play/days/{day}',
      who: 'missions.plan',
      summary: 'Return a day to the tee times of the patterns',
      params: byDay,
      result: nothing,
    }),
    preview: call({
      method: 'POST',
      path: 'play/import/preview',
      who: 'missions.plan',
      summary: 'Read a table of tee times without storing anything',
      body: importing,
      result: imported,
    }),
    import: call({
      method: 'POST',
      path: 'play/import',
      who: 'missions.plan',
      summary: 'Replace the tee times of each day in a table',
      body: importing,
      result: imported,
    }),
    settings: call({
      method: 'GET',
      path: 'play/settings',
      who: 'operations.read',
      summary: 'The patterns of days without a tee sheet',
      result: settings,
    }),
    update: call({
      method: 'PATCH',
      path: 'play/settings',
      who: 'missions.plan',
      summary: 'Change the patterns of days without a tee sheet',
      body: settings,
      result: settings,
    }),
  },
} as const
