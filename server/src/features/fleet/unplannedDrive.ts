/** Mowers that drive, or may drive, without a mission of ours: nothing says where to. */
import type { LiveVehicle } from '@greensward/contract'
import { worksByItself } from '@greensward/domain'

/** Slower it does not count as driven by hand. */
const DRIVES_MPS = 0.2
/** A stop is acknowledged within this, or it did not get through. */
const STOP_SETTLES_MS = 3_000
/** Its own failsafe holds a mower without a link long before this; the checks of its start have seen to that. */
const LOST_DRIVES_MS = 120_000

/**
 * Whether a mower without a driving mission drives all the same: it plans its own path, another ground station or a person
 * drives it, or a stop did not get through to it. One that was never received counts as at rest.
 * @param nowMs wall time
 */
export const drivesUnplanned = (
  { telemetry, activity, foreignDrive, stop }: Pick<LiveVehicle, 'telemetry' | 'activity' | 'foreignDrive' | 'stop'>,
  nowMs: number,
): boolean => {
  const { link, mode, speedMps, ageMs } = telemetry
  if (link === 'never') return false
  if (foreignDrive === true || worksByItself(activity)) return true
  const isStopOpen = stop !== null && !stop.acknowledged
  if (link === 'lost') return isStopOpen && ageMs !== null && ageMs < LOST_DRIVES_MS
  const isMoving = speedMps !== null && speedMps > DRIVES_MPS && mode !== 'hold'
  if (mode !== 'auto') return isMoving
  // Without a missed stop it is at the end of its mission, or becomes a foreign drive within seconds.
  return isMoving && isStopOpen && nowMs - new Date(stop.requestedAt).getTime() > STOP_SETTLES_MS
}
