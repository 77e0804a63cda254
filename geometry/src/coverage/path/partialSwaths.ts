import { distanceM, lengthM } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import type { SwathPath } from './pathRequest.ts'

/** A swath may end earlier by these lengths where the mower has no room to turn at its end. */
const CUTS_M = [1.5, 3, 6, 12, 24] as const

/**
 * Other drives along a swath, for one that cannot be reached or left: the other way round, and either way up to a place before the end.
 * None of them turns into the next swath with the blade on.
 * @param leastM length below which a part of a swath is not worth mowing
 * @param isEntered whether the drive is on the swath already, so that its direction is given
 */
export const otherDrives = (swath: SwathPath, leastM: number, isEntered: boolean): SwathPath[] => {
  const onwards: SwathPath = { entry: swath.entry, exit: swath.exit, bends: swath.bends }
  const both = isEntered ? [onwards] : [onwards, backwards(onwards)]
  return [...both, ...CUTS_M.flatMap(cutM => both.flatMap(one => endingBefore(one, cutM, leastM)))]
}

const backwards = ({ entry, exit, bends }: SwathPath): SwathPath => ({
  entry: { at: exit.at, angle: exit.angle + Math.PI },
  exit: { at: entry.at, angle: entry.angle + Math.PI },
  bends: bends.toReversed(),
})

/** A swath without its last metres; none where too little would be left. */
const endingBefore = ({ entry, exit, bends }: SwathPath, cutM: number, leastM: number): SwathPath[] => {
  const line = [entry.at, ...bends, exit.at]
  let leftM = lengthM(line) - cutM
  if (leftM < leastM) return []
  const kept: XY[] = []
  for (const [i, to] of line.entries()) {
    const from = line[i - 1]
    const stepM = from === undefined ? 0 : distanceM(from, to)
    if (from !== undefined && stepM >= leftM) {
      const share = leftM / stepM
      const at: XY = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      return [{ entry, exit: { at, angle: Math.atan2(to[1] - from[1], to[0] - from[0]) }, bends: kept.slice(1) }]
    }
    leftM -= stepM
    kept.push(to)
  }
  return []
}
