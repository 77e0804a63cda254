/** The mowers that people in a cart are told of. */
import type { LiveVehicle, PlayerState } from '@greensward/domain/contract'
import type { LocalFrame } from '@greensward/geometry'
import type { KnownCart } from './cartFleet.ts'

/** Far more than the distance to be kept. */
const WITHIN_M = 150

/** @param names of mowers by id */
export const mowersNear = (
  cart: KnownCart,
  vehicles: readonly LiveVehicle[],
  names: ReadonlyMap<string, string>,
  frame: LocalFrame,
): PlayerState['mowers'] => {
  const at = cart.state.filter.last?.at
  if (at === undefined) return []
  return vehicles.flatMap(({ id, kind, missionId, telemetry: { position, link, speedMps } }) => {
    const name = names.get(id)
    if (kind !== 'mower' || name === undefined || position === null || link !== 'live') return []
    const [x, y] = frame.toLocal(position)
    const distanceM = Math.hypot(x - at[0], y - at[1])
    if (distanceM > WITHIN_M) return []
    return [{ id, name, position, distanceM: Math.round(distanceM * 10) / 10, speedMps, isWorking: missionId !== null }]
  })
}
