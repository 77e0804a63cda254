/** The vehicles as the map and the dock show them, made of what the fleet knows at this moment. */
import type { Cart, Telemetry } from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'
import type { VehicleState } from '@greensward/vehicle'
import type { Fleet } from './fleetState.ts'

/** Of a vehicle that was never heard nothing is known. */
const SILENT: Telemetry = {
  position: null,
  headingDeg: null,
  speedMps: null,
  fixType: null,
  accuracyM: null,
  battery: null,
  batteryV: null,
  armed: null,
  mode: null,
  bladeOn: null,
  ready: null,
  missionSeq: null,
  missionCount: null,
  ageMs: null,
  link: 'never',
}

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
    telemetry: state?.telemetry ?? SILENT,
    missionId: active?.id ?? null,
    progress: active?.progress.share ?? null,
    stop: stopOf(state),
  }
}

/** No cart reports itself yet: it is shown at its home, with a link that never was. */
export const liveCart = (cart: Cart): LiveVehicle => ({
  id: cart.id,
  kind: 'cart',
  telemetry: { ...SILENT, position: cart.home },
  missionId: null,
  progress: null,
  stop: null,
})

export const liveVehicles = (fleet: Fleet): LiveVehicle[] => [
  ...[...fleet.mowers.keys()].map(id => liveMower(fleet, id)),
  ...[...fleet.carts.values()].map(liveCart),
]
