/** Tee sheets: the tee times of each day, the patterns of days without one, and where they are read from. */
import {
  courseDay,
  instant,
  MOST_MARGIN_MINUTES,
  MOST_PATTERNS,
  MOST_TEE_TIMES,
  teePattern,
  teeSheetAddress,
  teeSheetAddressState,
  teeSheetFault,
  teeSheetReading,
  teeTime,
} from '@greensward/domain'
import { z } from 'zod'
import { call, nothing } from './call.ts'

const byDay = z.strictObject({ day: courseDay })

export const teeSheetSource = z.enum(['hand', 'import', 'address', 'pattern'])

const teeSheet = z.strictObject({
  day: courseDay,
  /** Where its tee times come from: a pattern where nothing else gave this day any. */
  source: teeSheetSource,
  teeTimes: z.array(teeTime),
  /** The person, or the host of the address. */
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
})
export type TeeSheet = z.infer<typeof teeSheet>

const settings = {
  patterns: z.array(teePattern).max(MOST_PATTERNS),
  /** A mission should end this long before the next group reaches its field. */
  marginMinutes: z.number().int().min(0).max(MOST_MARGIN_MINUTES),
}
/** Null where nobody has changed them yet. */
const changedAt = { updatedAt: instant.nullable() }

/** An import replaces these days; each with its version, so that nobody's change in between is lost. */
const versions = z.array(z.strictObject({ day: courseDay, updatedAt: instant.nullable() }))

const importedDay = z.strictObject({
  day: courseDay,
  /** How many tee times the day has now, and where those come from. */
  before: z.number().int(),
  source: teeSheetSource,
  updatedAt: instant.nullable(),
  /** What the file has for it. */
  count: z.number().int(),
  firstAt: instant,
  lastAt: instant,
})
/** What an import replaces, day by day, and what in it cannot be read. */
const imported = z.strictObject({
  format: z.enum(['csv', 'ics']),
  days: z.array(importedDay),
  /** The first of them. */
  faults: z.array(teeSheetFault),
  faultCount: z.number().int(),
})
export type TeeSheetImport = z.infer<typeof imported>

/** The text `versions` before the file of an import. */
export const teeSheetVersions = versions

export const teeSheetCalls = {
  teeSheets: {
    get: call({
      method: 'GET',
      path: 'play/days/{day}',
      who: 'operations.read',
      params: byDay,
      result: teeSheet,
    }),
    put: call({
      method: 'PUT',
      path: 'play/days/{day}',
      who: 'missions.plan',
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
      params: byDay,
      /** Of the tee sheet that was read. */
      query: z.strictObject({ updatedAt: instant }),
      result: nothing,
    }),
    preview: call({
      method: 'POST',
      path: 'play/import/preview',
      who: 'missions.plan',
      result: imported,
    }),
    import: call({
      method: 'POST',
      path: 'play/import',
      who: 'missions.plan',
      result: imported,
    }),
    settings: call({
      method: 'GET',
      path: 'play/settings',
      who: 'operations.read',
      result: z.strictObject({ ...settings, ...changedAt }),
    }),
    update: call({
      method: 'PATCH',
      path: 'play/settings',
      who: 'missions.plan',
      body: z.strictObject(settings).partial().extend(changedAt),
      result: z.strictObject({ ...settings, ...changedAt }),
    }),
    address: call({
      method: 'GET',
      path: 'play/address',
      who: 'operations.read',
      result: teeSheetAddressState,
    }),
    changeAddress: call({
      method: 'PUT',
      path: 'play/address',
      who: 'settings.edit',
      body: z.strictObject({ address: teeSheetAddress.nullable(), ...changedAt }),
      result: teeSheetAddressState,
    }),
    testAddress: call({
      method: 'POST',
      path: 'play/address/test',
      who: 'settings.edit',
      body: z.strictObject({ address: teeSheetAddress.nullable() }),
      result: teeSheetReading,
    }),
    readAddress: call({
      method: 'POST',
      path: 'play/address/read',
      who: 'settings.edit',
      result: teeSheetAddressState,
    }),
  },
} as const
