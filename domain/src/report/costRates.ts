/** What work costs, by rates that a person enters. */
import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'

/** In whole or broken units of the currency; null where nobody has entered it. */
const rate = z.number().min(0).max(1_000_000).nullable()

export const costRates = z.strictObject({
  /** By ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, fieldFault('currency')),
  mowerHour: rate,
  kWh: rate,
  litre: rate,
  personHour: rate,
})
export type CostRates = z.infer<typeof costRates>

export const NO_RATES: CostRates = { currency: 'EUR', mowerHour: null, kWh: null, litre: null, personHour: null }

/** Hours of mowers and people, and what the mowers used; null is not known. */
export interface CostedWork {
  readonly mowerH: number
  readonly kWh: number | null
  readonly litres: number | null
  readonly personH: number
}

export const hasRates = ({ mowerHour, kWh, litre, personHour }: CostRates): boolean =>
  [mowerHour, kWh, litre, personHour].some(each => each !== null)

/** The sum of what has a rate; null while no rate is set. */
export const costOf = (rates: CostRates, { mowerH, kWh, litres, personH }: CostedWork): number | null =>
  hasRates(rates)
    ? mowerH * (rates.mowerHour ?? 0) +
      (kWh ?? 0) * (rates.kWh ?? 0) +
      (litres ?? 0) * (rates.litre ?? 0) +
      personH * (rates.personHour ?? 0)
    : null
