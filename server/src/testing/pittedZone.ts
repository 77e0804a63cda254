/** A zone that takes a planner long: a field full of holes, as nobody draws by hand and anybody can send. */
import type { FeatureOf } from '@greensward/domain'
import { rectangle } from './ground.ts'

const PITCH_M = 8
const HOLE_M = 3

/** @param perSide holes along each side: 25 make 625 */
export const pittedZone = (
  zoneTypeId: string,
  perSide: number,
  [eastM, northM]: readonly [number, number],
): FeatureOf<'zone'> => {
  const sideM = perSide * PITCH_M
  const holes = Array.from({ length: perSide * perSide }, (_, index) => {
    const [column, row] = [index % perSide, Math.floor(index / perSide)]
    const [ring = []] = rectangle(eastM + column * PITCH_M + 2, northM + row * PITCH_M + 2, HOLE_M, HOLE_M)
    return ring.toReversed()
  })
  return {
    type: 'Feature',
    id: crypto.randomUUID(),
    kind: 'zone',
    geometry: { type: 'Polygon', coordinates: [...rectangle(eastM, northM, sideM, sideM), ...holes] },
    properties: {
      title: `Pitted ${perSide}`,
      zoneTypeId,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy: false,
      rainModeRestricted: false,
    },
  }
}
