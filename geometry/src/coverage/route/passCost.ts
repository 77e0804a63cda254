import type { RingWay } from '../headland/ring.ts'
import type { CoverageSpeeds } from '../request.ts'
import { dubinsPaths, type Pose } from '../turns/dubins.ts'
import { halfTurnS } from '../turns/halfTurn.ts'

/** Places on the pass where a swath may begin or end, in turning radii along it from the nearest one. */
const PLACES = [-1, 0, 0.5, 1, 1.5, 2, 3, 4] as const

interface Machine {
  readonly speeds: CoverageSpeeds
  readonly minTurnRadiusM: number
  readonly toleranceM: number
}

/**
 * Seconds between a headland pass and a swath that is left or entered at a pose, nothing in the way. A pass runs one way only, so that a
 * swath is one short bend from it at one end and a loop at the other.
 * @param isBefore whether the pass comes before the swath
 */
export const passCost = (
  pass: RingWay,
  isBefore: boolean,
  { minTurnRadiusM: radiusM, toleranceM, speeds: { transitMps } }: Machine,
): ((pose: Pose) => number) => {
  const radianS = halfTurnS(2 * radiusM, radiusM, toleranceM, transitMps, transitMps) / Math.PI
  return pose => {
    const { alongM } = pass.nearest(pose.at)
    let leastS = Number.POSITIVE_INFINITY
    for (const place of PLACES) {
      const onPass = pass.poseAt(alongM + (isBefore ? -place : place) * radiusM)
      const [shortest] = isBefore ? dubinsPaths(onPass, pose, radiusM) : dubinsPaths(pose, onPass, radiusM)
      if (shortest === undefined) continue
      let seconds = 0
      for (const { turn, lengthM } of shortest.pieces)
        seconds += turn === 0 ? lengthM / transitMps : (lengthM / radiusM) * radianS
      leastS = Math.min(leastS, seconds)
    }
    return leastS
  }
}
