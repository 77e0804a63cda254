/** What the pre-start checks ask of the energy of a mower. */
import {
  type EnergyFacts,
  energyOf,
  type MissionPlan,
  type MissionTarget,
  type Mower,
  needsConfirmation,
  type Telemetry,
  useRates,
} from '@greensward/domain'
import type { FleetParts } from '../fleetParts.ts'
import { isDriveHome } from './homeDistances.ts'

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

/** The rest since a person confirmed that the mower is full; null where nobody has. */
const confirmedShareOf = ({ mower, missionId, wholeShare, done }: EnergyQuestion): number | null => {
  const refuelled = mower.refuelled ?? null
  if (refuelled === null) return null
  const before = refuelled.during?.missionId === missionId ? refuelled.during.progress : 0
  return Math.max(0, 1 - wholeShare * Math.max(0, done - before))
}

/** Undefined for a drive home, where only the estimate counts: a mower is sent home because its energy runs low. */
export const energyFactsOf = async (
  { garage, homeDistances }: Pick<FleetParts, 'garage' | 'homeDistances'>,
  question: EnergyQuestion,
): Promise<EnergyFacts | undefined> => {
  const { mower, target, plan, telemetry } = question
  const base = garage.baseOf(mower.id)
  const battery = telemetry?.battery ?? null
  const isFromPerson = needsConfirmation(mower, battery)
  const confirmedShare = confirmedShareOf(question)
  if (isDriveHome(target, base)) {
    // The confirmation ended with the mission; what the mower reports, if anything, counts as before.
    if (!(isFromPerson && battery === null && confirmedShare !== null)) return undefined
    return { isFromPerson, confirmedShare, home: 'noBase', base: '', reserve: 0 }
  }
  const homeM = await homeDistances.of(mower, target, plan)
  return {
    isFromPerson,
    confirmedShare,
    home: typeof homeM === 'number' ? homeM * useRates(mower).drivingPerM : homeM,
    base: base?.name ?? '',
    reserve: energyOf(mower).reserveShare,
  }
}
