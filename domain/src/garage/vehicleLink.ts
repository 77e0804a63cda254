/** The link to the vehicles as people set it: corrections, recording, and what a mower's own autopilot does by itself. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { id, instant } from '../common/text.ts'
import { position } from '../course/course.ts'
import { phone } from '../people/people.ts'
import { driveMode, fixType } from './telemetry.ts'

/** Whether a mower is given a fence of its own before a mission: `off`, `wanted` (a failure warns) or `required` (a failure refuses). */
export const fenceMode = z.enum(['off', 'wanted', 'required'])
export type FenceMode = z.infer<typeof fenceMode>

/** `unknown` where the mower has no such parameter or did not report it. */
export const failsafeVerdict = z.enum(['fine', 'poor', 'unknown'])

/** One of the autopilot's own safety nets, by the name of its parameter. */
export const failsafe = z.strictObject({
  name: z.string(),
  value: z.number().nullable(),
  /** The value that one press sets; null if each machine needs its own value. */
  wanted: z.number().nullable(),
  verdict: failsafeVerdict,
  /** Plain English: what it is for. */
  reason: z.string(),
  /** A new value takes effect after a restart of the autopilot. */
  needsReboot: z.boolean().optional(),
})
export type Failsafe = z.infer<typeof failsafe>

/** The values read from a mower's autopilot, with the time of the reading. */
export const autopilotReport = z.strictObject({
  readAt: instant,
  failsafes: z.array(failsafe),
  /** Whether the autopilot knows fences at all; null when it did not report it. */
  hasFence: z.boolean().nullable(),
  /** Something was set that counts once the autopilot was restarted. */
  isRebootDue: z.boolean().optional(),
})
export type AutopilotReport = z.infer<typeof autopilotReport>

/** Settings of a mower's link, besides the machine itself. */
export const mowerAutopilot = z.strictObject({
  mowerId: id,
  fence: fenceMode,
  /** Whom to call when this mower does not stop; null leaves it to the technical numbers. */
  phone: phone.nullable(),
  /** Null until the first message of the mower. */
  report: autopilotReport.nullable(),
  /** Null while nobody has changed anything. */
  updatedAt: instant.nullable(),
})
export type MowerAutopilot = z.infer<typeof mowerAutopilot>

/** A host name or address, as it is looked up: no scheme, no path. */
const host = z.union([
  z.literal(''),
  z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,252}[A-Za-z0-9])?$/, fieldFault('host')),
])

const printable = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\x20-\x7e]*$/, fieldFault('ascii'))

const days = z.number().int().min(1).max(36_500)

export const linkSettings = z.strictObject({
  correctionsEnabled: z.boolean(),
  casterHost: host,
  casterPort: z.number().int().min(1).max(65_535),
  mountpoint: printable(100),
  casterUser: printable(100),
  /** The password itself goes in and never comes out. */
  hasPassword: z.boolean(),
  /** Days that positions of each second are kept; null keeps them for good. */
  secondDays: days.nullable(),
  /** Days that every position is kept, at the rate it came. */
  fullRateDays: days.max(3_660),
  /** A mower that somebody set driving from elsewhere is stopped; otherwise staff are warned. */
  stopsForeignDrives: z.boolean(),
})
export type LinkSettings = z.infer<typeof linkSettings>

export const linkSettingsChange = linkSettings
  .omit({ hasPassword: true })
  .extend({
    /** Empty takes the stored one away, and so does another caster without a password of its own. */
    casterPassword: printable(200),
  })
  .partial()
export type LinkSettingsChange = z.infer<typeof linkSettingsChange>

/** `silent` is connected without corrections coming. */
export const correctionsState = z.enum(['off', 'connecting', 'streaming', 'silent', 'refused', 'lost'])
export type CorrectionsState = z.infer<typeof correctionsState>

/** Why corrections do not come. */
export const correctionsProblem = z.enum([
  'authRefused',
  'mountpointMissing',
  'forbiddenAddress',
  'refused',
  'lost',
  'silent',
])

export const vehicleLinkState = z.strictObject({
  corrections: z.strictObject({
    state: correctionsState,
    problem: correctionsProblem.nullable(),
    /** The same in the system's words; empty where nothing is wrong. */
    detail: z.string(),
    /** When it is tried again; null while it is connected. */
    nextTryAt: instant.nullable(),
    since: instant,
    bytesPerS: z.number().nonnegative(),
    /** Milliseconds since the last correction; null when none has come. */
    ageMs: z.number().nonnegative().nullable(),
    /** Connected mowers, to which they go. */
    mowers: z.number().int(),
  }),
  recording: z.strictObject({
    /** Rows that wait for the database. */
    waiting: z.number().int(),
    /** Positions that were given up since the server started, because the database was away too long. */
    dropped: z.number().int(),
    writtenAt: instant.nullable(),
  }),
})
export type VehicleLinkState = z.infer<typeof vehicleLinkState>

/** One recorded position at its full rate. */
export const telemetrySample = z.strictObject({
  at: instant,
  position,
  headingDeg: z.number().nullable(),
  speedMps: z.number().nullable(),
  accuracyM: z.number().nullable(),
  fixType: fixType.nullable(),
  battery: z.number().nullable(),
  mode: driveMode.nullable(),
  bladeOn: z.boolean().nullable(),
})
export type TelemetrySample = z.infer<typeof telemetrySample>
