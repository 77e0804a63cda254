/** The telemetry of a vehicle, with its age. Unknown values are null, never 0. */
import { z } from 'zod'
import { headingDeg } from '../common/text.ts'
import { position } from '../course/course.ts'

export const fixType = z.enum(['noGps', 'noFix', 'fix2d', 'fix3d', 'dgps', 'rtkFloat', 'rtkFixed'])
export type FixType = z.infer<typeof fixType>

/** `hold`, `auto` and the rest of ArduPilot Rover's modes that the product acts on; any other is `other`. */
export const driveMode = z.enum(['manual', 'hold', 'auto', 'guided', 'rtl', 'other'])
export type DriveMode = z.infer<typeof driveMode>

/** The autopilot's own checks before arming; `off` where it is set to make none. */
export const preArm = z.enum(['passed', 'failed', 'off'])
export type PreArm = z.infer<typeof preArm>

/** `stale` after 3.5 s without a position, `lost` after 5 s, on a monotonic clock; `never` when none came yet. */
export const linkState = z.enum(['live', 'stale', 'lost', 'never'])
export type LinkState = z.infer<typeof linkState>

export const STALE_AFTER_MS = 3_500
export const LOST_AFTER_MS = 5_000

export const linkStateOf = (ageMs: number | null): LinkState =>
  ageMs === null ? 'never' : ageMs > LOST_AFTER_MS ? 'lost' : ageMs > STALE_AFTER_MS ? 'stale' : 'live'

export const telemetry = z.strictObject({
  position: position.nullable(),
  /** Where the nose points. */
  headingDeg: headingDeg.nullable(),
  speedMps: z.number().nullable(),
  fixType: fixType.nullable(),
  accuracyM: z.number().nullable(),
  /** 0 to 1. */
  battery: z.number().min(0).max(1).nullable(),
  batteryV: z.number().nullable(),
  /** The battery is being charged, as the vehicle says it; null where it says nothing about its charge. */
  charging: z.boolean().nullable(),
  /** The autopilot's battery failsafe has acted since it booted, or its battery monitor has failed. */
  batteryFailsafe: z.boolean().nullable(),
  preArm: preArm.nullable(),
  /** Which of these checks failed, in the autopilot's own words; null when none did, or it has not said. */
  preArmText: z.string().nullable(),
  armed: z.boolean().nullable(),
  mode: driveMode.nullable(),
  /** The blade as the vehicle reports it (its relay). */
  bladeOn: z.boolean().nullable(),
  /** EKF has an absolute horizontal position: ready to drive a mission. */
  ready: z.boolean().nullable(),
  /** Sequence number of the mission item being driven to; null when no mission is loaded. */
  missionSeq: z.number().int().nullable(),
  missionCount: z.number().int().nullable(),
  /** Age of the last position when this was sent. */
  ageMs: z.number().nonnegative().nullable(),
  link: linkState,
})
export type Telemetry = z.infer<typeof telemetry>

/** Nothing is known of a vehicle that never reported. */
export const SILENT_TELEMETRY: Telemetry = {
  position: null,
  headingDeg: null,
  speedMps: null,
  fixType: null,
  accuracyM: null,
  battery: null,
  batteryV: null,
  charging: null,
  batteryFailsafe: null,
  preArm: null,
  preArmText: null,
  armed: null,
  mode: null,
  bladeOn: null,
  ready: null,
  missionSeq: null,
  missionCount: null,
  ageMs: null,
  link: 'never',
}
