/** The vehicles as the map and the dock show them, made of what the fleet knows at this moment. */

import type { LiveVehicle } from '@greensward/contract'
import { type Cart, SILENT_TELEMETRY } from '@greensward/domain'
import type { VehicleState } from '@greensward/vehicle'
import type { FleetParts } from './fleetParts.ts'
import { stopOf } from './requestedStop.ts'

type LiveParts = Pick<
  FleetParts,
  'ctx' | 'gateway' | 'ownership' | 'registry' | 'remoteMowers' | 'view' | 'garage' | 'energyPromises'
>

/** @param state as the gateway has just reported it */
export const liveMower = (
  { registry, view, energyPromises }: Pick<LiveParts, 'registry' | 'view' | 'energyPromises'>,
  mowerId: string,
  state: VehicleState | undefined,
): LiveVehicle => {
  const mission = view.missionOf(mowerId)
  return {
    id: mowerId,
    kind: 'mower',
    telemetry: state?.telemetry ?? SILENT_TELEMETRY,
    missionId: mission?.id ?? null,
    progress: mission?.progress.share ?? null,
    stop: stopOf(state),
    energyShort: energyPromises.of(mowerId),
    foreignDrive: registry.get(mowerId)?.state === 'foreignDrive',
    ...(state?.activity === undefined ? {} : { activity: state.activity }),
    ...(state?.ownState === undefined ? {} : { ownState: state.ownState }),
  }
}

/** Of another gateway's mower what that gateway reported last, older by the time since. */
export const mowerNow = (parts: LiveParts, mowerId: string): LiveVehicle => {
  const reported = parts.ownership.holds(mowerId) ? undefined : parts.remoteMowers.vehicle(mowerId)
  return reported ?? liveMower(parts, mowerId, parts.gateway.state(mowerId))
}

const silentCart = (cart: Cart): LiveVehicle => ({
  id: cart.id,
  kind: 'cart',
  telemetry: { ...SILENT_TELEMETRY, position: cart.home },
  missionId: null,
  progress: null,
  stop: null,
})

/** Those that this server controls, and reports to the others. */
export const heldMowers = (parts: LiveParts): LiveVehicle[] =>
  [...parts.garage.mowers.keys()].filter(parts.ownership.holds).map(id => mowerNow(parts, id))

/** Mowers as they are now, and carts as they were last published. */
export const liveVehicles = (parts: LiveParts): LiveVehicle[] => {
  const { ctx, garage } = parts
  const published = new Map(ctx.live.vehicles().map(vehicle => [vehicle.id, vehicle]))
  return [
    ...[...garage.mowers.keys()].map(id => mowerNow(parts, id)),
    ...[...garage.carts.values()].map(cart => published.get(cart.id) ?? silentCart(cart)),
  ]
}
