import { driveS } from '../../pace.ts'
import type { Ring } from '../../units.ts'
import type { CoverageRequest } from '../request.ts'
import type { PassChain } from './headlandPasses.ts'

/**
 * What each round but one takes for its links: metres, and circles of the turning radius where there is more than one chain. Of 471
 * roughs and bands by five machines no concentric plan took less than its rounds, its swaths and these links together.
 */
const LEAST_LINK_M = 6
const LEAST_CIRCLES = 2

/**
 * Seconds that concentric passes take at least: their rounds, the swaths on the area that they leave, and the links between them.
 * @param swathsS asked for only where the rounds alone take no more than `mostS`
 */
export const leastConcentricS = (
  chains: readonly PassChain[],
  swathsS: () => number,
  { speeds, minTurnRadiusM }: Pick<CoverageRequest, 'speeds' | 'minTurnRadiusM'>,
  mostS: number,
): number => {
  const rings = chains.flat().map(({ ring }) => ring)
  const roundsS = rings.reduce((sum, ring) => sum + roundS(ring, speeds.mowingMps), 0)
  if (roundsS > mostS) return roundsS
  const linkM = LEAST_LINK_M + (chains.length > 1 ? 2 * Math.PI * LEAST_CIRCLES * minTurnRadiusM : 0)
  return roundsS + swathsS() + (Math.max(0, rings.length - 1) * linkM) / speeds.transitMps
}

const roundS = (ring: Ring, speedMps: number): number => driveS([{ points: [...ring, ...ring.slice(0, 1)], speedMps }])
