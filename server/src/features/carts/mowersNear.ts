/** The mowers that are shown to people in a cart. */
import type { LiveVehicle, PlayerState } from '@greensward/contract'
import type { LocalFrame, XY } from '@greensward/geometry'

/** Far more than the distance to be kept. */
const WITHIN_M = 150

/**
 * @param at where the cart is, undefined where that is unknown
 * @param names of mowers by id
 */
export const mowersNear = (
  at: XY | undefined,
  vehicles: readonly LiveVehicle[],
  names: ReadonlyMap<string, string>,
  frame: LocalFrame,
): PlayerState['mowers'] => {
  if (at === undefined) return []
  return vehicles.flatMap(({ id, kind, missionId, telemetry: { position, link, speedMps } }) => {
    if (kind !== 'mower' || position === null || link !== 'live') return []
    const name = names.get(id)
    if (name === undefined) return []
    const [x, y] = frame.toLocal(position)
    const distanceM = Math.hypot(x - at[0], y - at[1])
    if (distanceM > WITHIN_M) return []
    return [{ id, name, position, distanceM: Math.round(distanceM * 10) / 10, speedMps, isWorking: missionId !== null }]
  })
}
