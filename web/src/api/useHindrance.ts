import { calls } from '@greensward/contract'
import { type Hindrance, hindranceOf, type Mission } from '@greensward/domain'
import { useVehicleValue } from './liveStore.ts'
import { useCall } from './queries.ts'

/** The reason why the mower of a planned mission cannot start it; null while the mowers are being read. */
export const useHindrance = (mission: Mission): Hindrance | null => {
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const battery = useVehicleValue(mission.mowerId, vehicle => vehicle?.telemetry.battery ?? null)
  const isCharging = useVehicleValue(mission.mowerId, vehicle => vehicle?.telemetry.charging ?? null)
  if (mowers.data === undefined) return null
  const mower = mowers.data.items.find(({ id }) => id === mission.mowerId)
  return hindranceOf({ mission, mower, battery, isCharging, nowMs: Date.now() })
}
