/** Reasons that prevent a mower from a planned mission, as far as they are known before the pre-start checks. */
import type { Mower } from '../garage/garage.ts'
import { isInServiceAt } from '../garage/inService.ts'
import { isMowing, type Mission } from './mission.ts'
import { BATTERY_RESERVE } from './startGate.ts'

/**
 * `mowerGone`: the mower was deleted. `inService`: somebody took it out of work, and it is not
 * expected back by then. `noBlade`, `otherBlade`: the plan was made
 * for a blade that is not fitted. `batteryLow`: it has too little charge, does not charge, and the mission comes soon.
 */
export const HINDRANCES = ['mowerGone', 'inService', 'noBlade', 'otherBlade', 'batteryLow'] as const
export type Hindrance = (typeof HINDRANCES)[number]

export interface HindranceFacts {
  readonly mission: Pick<Mission, 'status' | 'bladeId' | 'startsAt' | 'target'> & {
    readonly stats: Pick<Mission['stats'], 'battery'>
  }
  /** Undefined when it was deleted. */
  readonly mower: Pick<Mower, 'inService' | 'serviceUntil' | 'bladeId'> | undefined
  /** Share of a full battery; null where it is not known. */
  readonly battery: number | null
  readonly isCharging: boolean | null
  readonly nowMs: number
}

/** A mower that is empty now may well be charged by then. */
const SOON_MS = 2 * 3_600_000

/** @returns null for a mission that is not planned, and where nothing is known to be in the way */
export const hindranceOf = ({ mission, mower, battery, isCharging, nowMs }: HindranceFacts): Hindrance | null => {
  if (mission.status !== 'planned') return null
  if (mower === undefined) return 'mowerGone'
  const startMs = mission.startsAt === null ? nowMs : Date.parse(mission.startsAt)
  if (isInServiceAt(mower, startMs, nowMs)) return 'inService'
  if (isMowing(mission.target)) {
    if (mower.bladeId === null) return 'noBlade'
    if (mower.bladeId !== mission.bladeId) return 'otherBlade'
  }
  const isSoon = mission.startsAt === null || Date.parse(mission.startsAt) < nowMs + SOON_MS
  if (battery === null || !isSoon || isCharging === true) return null
  return battery < mission.stats.battery * BATTERY_RESERVE ? 'batteryLow' : null
}
