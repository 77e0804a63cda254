/** Whether a mower suits a zone, by the cutting unit that is fitted to it. */
import type { Mower } from '../garage/garage.ts'
import type { StandingPlan } from './standingPlan.ts'

/** The part of standing plans that binds mowers and their cutting units to types of zones. */
export type PlanBinding = Pick<StandingPlan, 'zoneTypeIds' | 'zoneIds' | 'exceptZoneIds' | 'mowers'>

interface SuitedZone {
  readonly id: string
  /** Null where the mission is not on a zone. */
  readonly zoneTypeId: string | null
}

const covers = (plan: PlanBinding, { id, zoneTypeId }: SuitedZone): boolean =>
  plan.zoneIds.includes(id) ||
  (zoneTypeId !== null && plan.zoneTypeIds.includes(zoneTypeId) && !plan.exceptZoneIds.includes(id))

/**
 * Where standing plans name the mowers of a zone, one of them has to name this mower for that type of zone, with the cutting unit
 * that is fitted. Elsewhere it suits where it has the cutting unit that the mission was planned for.
 * @param bladeId the cutting unit of the mission
 */
export const suitsZone = (
  plans: readonly PlanBinding[],
  zone: SuitedZone,
  mower: Pick<Mower, 'id' | 'bladeId'>,
  bladeId: string,
): boolean => {
  if (mower.bladeId === null) return false
  const naming = plans.filter(plan => plan.mowers.length > 0 && covers(plan, zone))
  if (naming.length === 0) return mower.bladeId === bladeId
  return naming.some(plan =>
    plan.mowers.some(
      own =>
        own.mowerId === mower.id &&
        (own.bladeId === null || own.bladeId === mower.bladeId) &&
        (own.zoneTypeIds === null || (zone.zoneTypeId !== null && own.zoneTypeIds.includes(zone.zoneTypeId))),
    ),
  )
}
