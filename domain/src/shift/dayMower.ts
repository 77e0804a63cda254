/** A mower as the planner of shifts takes it. */
import type { Base } from '../garage/base.ts'
import { driveTimeFactor } from '../garage/driveTime.ts'
import { CHARGE_KNEE, chargeRates, energyOf, useRates } from '../garage/energy.ts'
import type { Mower } from '../garage/garage.ts'
import type { MowerHome } from '../plan/courseCharges.ts'
import { type DayMower, ENERGY_MARGIN } from './planDay.ts'

/** @param begins where it is and what it has when the day begins */
export const dayMower = (
  mower: Mower,
  base: Pick<Base, 'position' | 'hasCharger'> | undefined,
  begins: Pick<DayMower, 'at' | 'charge'>,
): DayMower => {
  const rates = chargeRates(mower)
  const curve =
    rates === null
      ? ('unknownRate' as const)
      : [
          { untilShare: CHARGE_KNEE, perHour: rates.chargingPerH },
          { untilShare: 1, perHour: rates.toppingPerH },
        ]
  return {
    id: mower.id,
    ...begins,
    widthM: mower.widthM,
    speedMps: mower.transitSpeedMps / driveTimeFactor(mower),
    reserve: energyOf(mower).reserveShare,
    energyPerM: useRates(mower).drivingPerM,
    base: base === undefined ? null : { at: base.position, charge: base.hasCharger ? curve : null },
  }
}

/** Its base as a shift plans it; undefined without one. It does not charge where its charger is not known, or a person fills its tank. */
export const mowerHome = (
  mower: Mower,
  base: Pick<Base, 'position' | 'hasCharger'> | undefined,
): MowerHome | undefined => {
  const { base: home, reserve, energyPerM } = dayMower(mower, base, { at: null, charge: 1 })
  if (home === null) return undefined
  const isByHand = home.charge === null || home.charge === 'unknownRate' || energyOf(mower).source === 'tank'
  return { at: home.at, charge: isByHand ? undefined : home.charge, reserve: reserve + ENERGY_MARGIN, energyPerM }
}
