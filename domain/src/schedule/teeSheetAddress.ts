/** The address that tee sheets are read from, and how the last reading went. */
import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { instant } from '../common/text.ts'
import { teeSheetFault } from './teeSheet.ts'

/** How often the address is read, and the longest wait after failures in a row. */
export const TEE_SHEET_EVERY_MIN = 5
export const TEE_SHEET_LONGEST_MIN = 60

/** Minutes until the next reading: twice as many after each failure in a row. */
export const minutesToNextReading = (failures: number): number =>
  Math.min(TEE_SHEET_EVERY_MIN * 2 ** Math.min(Math.max(0, failures), 10), TEE_SHEET_LONGEST_MIN)

export const teeSheetProblem = z.enum([
  'notReached',
  'tooSlow',
  'forbiddenAddress',
  'httpStatus',
  'tooLarge',
  /** Neither a calendar nor a table of tee times. */
  'notUnderstood',
  /** It can be read and holds no tee time from today on. */
  'noTeeTimes',
  /** Stored with a key that this server no longer has. */
  'sealBroken',
])
export type TeeSheetProblem = z.infer<typeof teeSheetProblem>

/** Without a name and a password before the host: those would be read in logs. */
const PLAIN_ADDRESS = /^(https?|webcal):\/\/[^/?#@]+([/?#]|$)/i

export const teeSheetAddress = z
  .url({ protocol: /^(https?|webcal)$/ })
  .max(2_000)
  .regex(PLAIN_ADDRESS, fieldFault('nameInAddress'))

/** Calendars are often shared as `webcal:`, which is https. */
export const askedAddress = (address: string): string => address.replace(/^webcal:/i, 'https:')

/** What one reading found. */
export const teeSheetReading = z.strictObject({
  problem: teeSheetProblem.nullable(),
  /** In English, for the person who sets the address up; empty without a problem. */
  detail: z.string(),
  days: z.number().int(),
  teeTimes: z.number().int(),
  /** The first lines that cannot be read. */
  faults: z.array(teeSheetFault),
})
export type TeeSheetReading = z.infer<typeof teeSheetReading>

export const teeSheetAddressState = z.strictObject({
  /** Of the address, which is secret as a whole: it opens the calendar to anybody. Null where there is none. */
  host: z.string().nullable(),
  triedAt: instant.nullable(),
  /** When it could be read last. */
  readAt: instant.nullable(),
  nextAt: instant.nullable(),
  /** Of the last try; null before the first. */
  last: teeSheetReading.nullable(),
  updatedAt: instant.nullable(),
})
export type TeeSheetAddressState = z.infer<typeof teeSheetAddressState>
