import { driveS } from '../../pace.ts'
import { lengthM } from '../../polyline.ts'
import type { CoverageStats, Leg, LegKind, PlanChunk } from '../plan.ts'
import type { CoverageRequest } from '../request.ts'
import { setSpeedMps } from './setSpeed.ts'

export const EMPTY_STATS: CoverageStats = {
  areaM2: 0,
  coveredM2: 0,
  coverage: 0,
  overlap: 0,
  lengthM: 0,
  lapLengthM: 0,
  swathLengthM: 0,
  turnLengthM: 0,
  transitLengthM: 0,
  swaths: 0,
  turns: 0,
  bladeChanges: 0,
  durationS: 0,
  charges: null,
  waypoints: 0,
}

/** Figures of the drive as it is, every leg counted. */
export const statsOf = (
  legs: readonly Leg[],
  chunks: readonly PlanChunk[],
  areaM2: number,
  coveredM2: number,
  request: Pick<CoverageRequest, 'workingWidthM' | 'speeds' | 'bladeDelayS' | 'batteryRangeM'>,
): CoverageStats => {
  const { workingWidthM: widthM, bladeDelayS = 0, batteryRangeM, speeds } = request
  const sums: Record<LegKind, number> = { lap: 0, swath: 0, turn: 0, transit: 0 }
  let swaths = 0
  let turns = 0
  let mownM = 0
  let bladeChanges = 0
  let wasOn = false
  let waypoints = legs.length > 0 ? 1 : 0
  for (const leg of legs) {
    const legM = lengthM(leg.points)
    sums[leg.kind] += legM
    if (leg.bladeOn) mownM += legM
    if (leg.bladeOn !== wasOn) bladeChanges++
    wasOn = leg.bladeOn
    waypoints += leg.points.length - 1
    if (leg.kind === 'swath') swaths++
    if (leg.kind === 'turn') turns++
  }
  if (wasOn) bladeChanges++
  const driven = sums.lap + sums.swath
  const withWaysM = chunks.reduce((sum, chunk) => sum + chunk.lengthM + chunk.wayM, 0)
  return {
    areaM2,
    coveredM2,
    coverage: areaM2 > 0 ? Math.min(1, coveredM2 / areaM2) : 0,
    overlap: areaM2 > 0 ? Math.max(0, (mownM * widthM - coveredM2) / areaM2) : 0,
    lengthM: driven + sums.turn + sums.transit,
    lapLengthM: sums.lap,
    swathLengthM: sums.swath,
    turnLengthM: sums.turn,
    transitLengthM: sums.transit,
    swaths,
    turns,
    bladeChanges,
    durationS:
      driveS(legs.map(leg => ({ points: leg.points, speedMps: setSpeedMps(leg, speeds) }))) +
      bladeChanges * bladeDelayS,
    charges: batteryRangeM === undefined ? null : withWaysM / batteryRangeM,
    waypoints,
  }
}
