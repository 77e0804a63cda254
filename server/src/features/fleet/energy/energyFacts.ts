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
  readonly missionId: string | null
}

/** What is left since a person confirmed that it is full; null where nobody has. */
const wordOf = ({ mower, missionId, wholeShare, done }: EnergyQuestion): number | null => {
  const word = mower.refuelled ?? null
  if (word === null) return null
  const before = word.during?.missionId === missionId ? word.during.progress : 0
  return Math.max(0, 1 - wholeShare * Math.max(0, done - before))
}

/** Undefined where only the estimate counts: a mower is sent home because its energy runs low. */
export const energyFactsOf = async (
  { garage, homeWays }: Pick<FleetParts, 'garage' | 'homeWays'>,
  question: EnergyQuestion,
): Promise<EnergyFacts | undefined> => {
  const { mower, target, plan, telemetry } = question
  const base = garage.baseOf(mower.id)
  const battery = telemetry?.battery ?? null
  const byWord = isKnownByWord(mower, battery)
  const word = wordOf(question)
  if (isDriveHome(target, base)) {
    // Its word has ended with its mission; what it reports, if anything, counts as before.
    if (!(byWord && battery === null && word !== null)) return undefined
    return { byWord, word, home: 'noBase', base: '', reserve: 0 }
  }
  const homeM = await homeWays.of(mower, target, plan)
  return {
    byWord,
    word,
    home: typeof homeM === 'number' ? homeM * useRates(mower).drivingPerM : homeM,
    base: base?.name ?? '',
    reserve: energyOf(mower).reserveShare,
  }
}
