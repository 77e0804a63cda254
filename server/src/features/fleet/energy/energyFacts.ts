/** What the pre-start checks ask of the energy of a mower. */
import {
  type EnergyFacts,
  energyOf,
  isKnownByWord,
  type MissionPlan,
  type MissionTarget,
  type Mower,
  type Telemetry,
  useRates,
} from '@greensward/domain'
import type { FleetParts } from '../fleetParts.ts'
import { isDriveHome } from './homeWays.ts'

interface EnergyQuestion {
  readonly mower: Mower
  readonly target: MissionTarget
  readonly plan: Pick<MissionPlan, 'legs'>
  readonly telemetry: Pick<Telemetry, 'battery'> | undefined
  /** The share that the whole plan takes, and how much of it is done. */
  readonly wholeShare: number
  readonly done: number
}

/** Undefined where only the estimate counts: a mower is sent home because its energy runs low. */
export const energyFactsOf = async (
  { garage, homeWays }: Pick<FleetParts, 'garage' | 'homeWays'>,
  { mower, target, plan, telemetry, wholeShare, done }: EnergyQuestion,
): Promise<EnergyFacts | undefined> => {
  const base = garage.baseOf(mower.id)
  const battery = telemetry?.battery ?? null
  const byWord = isKnownByWord(mower, battery)
  const isFull = (mower.refuelled ?? null) !== null
  if (isDriveHome(target, base)) {
    // Its word has ended with its mission; what it reports, if anything, counts as before.
    if (!(byWord && battery === null && isFull)) return undefined
    return { byWord, word: 1, home: 'noBase', base: '', reserve: 0 }
  }
  const homeM = await homeWays.of(mower, target, plan)
  return {
    byWord,
    word: isFull ? Math.max(0, 1 - wholeShare * done) : null,
    home: typeof homeM === 'number' ? homeM * useRates(mower).drivingPerM : homeM,
    base: base?.name ?? '',
    reserve: energyOf(mower).reserveShare,
  }
}
