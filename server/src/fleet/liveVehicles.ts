/** The vehicles as the map and the dock show them, made of what the fleet knows at this moment. */
import { type Cart, SILENT_TELEMETRY } from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'
import type { VehicleState } from '@greensward/vehicle'
import { type Fleet, missionAt } from './fleetState.ts'

const stopOf = (state: VehicleState | undefined): LiveVehicle['stop'] => {
  const stop = state?.requestedStop
  if (stop === undefined) return null
  return {
    requestedAt: new Date(stop.at).toISOString(),
    acknowledged: stop.acknowledgedAt !== undefined,
    standingStill: stop.standingAt !== undefined,
  }
}

/** Of another gateway's mower what that gateway told last, older by the time since. */
export const liveMower = (fleet: Fleet, mowerId: string): LiveVehicle => {
  const told = fleet.ownership.holds(mowerId) ? undefined : fleet.elsewhere.vehicle(mowerId)
  if (told !== undefined) return told
  const state = fleet.gateway.state(mowerId)
  const active = missionAt(fleet, mowerId)
  return {
    id: mowerId,
    kind: 'mower',
    telemetry: state?.telemetry ?? SILENT_TELEMETRY,
    missionId: active?.id ?? null,
    progress: active?.progress.share ?? null,
    stop: stopOf(state),
    foreignDrive: fleet.foreignDrives.has(mowerId),
  }
}

const silentCart = (cart: Cart): LiveVehicle => ({
  id: cart.id,
  kind: 'cart',
  telemetry: { ...SILENT_TELEMETRY, position: cart.home },
  missionId: null,
  progress: null,
  stop: null,
})

const liveMowers = (fleet: Fleet): LiveVehicle[] => [...fleet.mowers.keys()].map(id => liveMower(fleet, id))

/** Those that this server speaks to, and tells the others of. */
export const heldMowers = (fleet: Fleet): LiveVehicle[] =>
  [...fleet.mowers.keys()].filter(fleet.ownership.holds).map(id => liveMower(fleet, id))

/** Mowers as they are now, and carts as they were last published. */
export const liveVehicles = (fleet: Fleet): LiveVehicle[] => {
  const published = new Map(fleet.ctx.live.vehicles().map(vehicle => [vehicle.id, vehicle]))
  return [...liveMowers(fleet), ...[...fleet.carts.values()].map(cart => published.get(cart.id) ?? silentCart(cart))]
}
