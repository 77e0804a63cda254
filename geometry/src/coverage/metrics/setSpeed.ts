import type { Leg } from '../plan.ts'
import type { CoverageSpeeds } from '../request.ts'

/** The speed that a leg is set to. A turn with the blade on is driven as slowly as the slower of the two allows. */
export const setSpeedMps = (
  { kind, bladeOn }: Pick<Leg, 'kind' | 'bladeOn'>,
  { mowingMps, transitMps, turningMps }: CoverageSpeeds,
): number => {
  if (kind === 'turn') return bladeOn ? Math.min(turningMps, mowingMps) : turningMps
  return bladeOn ? mowingMps : transitMps
}
