import type { LiveVehicle } from '@greensward/contract'
import type { VehicleState } from '@greensward/vehicle'

/** The stop that a mower was sent last; null where it was started since. */
export const stopOf = (state: VehicleState | undefined): LiveVehicle['stop'] => {
  const stop = state?.requestedStop
  if (stop === undefined) return null
  return {
    requestedAt: new Date(stop.at).toISOString(),
    acknowledged: stop.acknowledgedAt !== undefined,
    standingStill: stop.standingAt !== undefined,
  }
}
