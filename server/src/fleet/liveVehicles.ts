/** The vehicles as the map and the dock show them, made of what the fleet knows at this moment. */
import { type Cart, SILENT_TELEMETRY } from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'
import type { VehicleState } from '@greensward/vehicle'
import type { Fleet } from './fleetState.ts'

const stopOf = (state: VehicleState | undefined): LiveVehicle['stop'] => {
  const stop = state?.requestedStop
  if (stop === undefined) return null
  return {
    requestedAt: new Date(stop.at).toISOString(),
    acknowledged: stop.acknowledgedAt !== undefined,
    standingStill: stop.standingAt !== undefined,
  }
}

export const liveMower = (fleet: Fleet, mowerId: string): LiveVehicle => {
  const state = fleet.gateway.state(mowerId)
  const active = fleet.active.get(mowerId)
  return {
    id: mowerId,
    kind: 'mower',
    telemetry: state?.telemetry ?? SILENT_TELEMETRY,
    missionId: active?.id ?? null,
    progress: active?.progress.share ?? null,
    stop: stopOf(state),
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

export const liveMowers = (fleet: Fleet): LiveVehicle[] => [...fleet.mowers.keys()].map(id => liveMower(fleet, id))

/** Mowers as they are now, and carts as they were last published. */
export const liveVehicles = (fleet: Fleet): LiveVehicle[] => {
  const published = new Map(fleet.ctx.live.vehicles().map(vehicle => [vehicle.id, vehicle]))
  return [...liveMowers(fleet), ...[...fleet.carts.values()].map(cart => published.get(cart.id) ?? silentCart(cart))]
}
