/** What a mower has in its battery or tank and what it uses: entered by a person, and learned from what it really used. */
import { z } from 'zod'
import { id, instant } from '../common/text.ts'

export const energySource = z.enum(['battery', 'tank'])
export type EnergySource = z.infer<typeof energySource>

/** Entered by a person. */
export const energySettings = z.strictObject({
  source: energySource,
  /** Of a full battery in kWh, of a full tank in litres; null where that is not known. */
  capacity: z.number().positive().max(1_000).nullable(),
  /** The share that no plan uses. */
  reserveShare: z.number().min(0).max(0.5),
  /** Hours from empty to full on its charger; null where that is not known. */
  fullChargeH: z.number().positive().max(72).nullable(),
})
export type EnergySettings = z.infer<typeof energySettings>

export const DEFAULT_ENERGY: EnergySettings = {
  source: 'battery',
  capacity: null,
  reserveShare: 0.15,
  fullChargeH: null,
}

/** A person's word that the mower is full, for one that does not report it. */
export const refuelling = z.strictObject({
  at: instant,
  by: z.string(),
  /** The mission that it had begun by then, and how much of that was done. */
  during: z.strictObject({ missionId: id, progress: z.number().min(0).max(1) }).nullable(),
})
export type Refuelling = z.infer<typeof refuelling>

/** One figure, learned from stretches that were driven or charged. */
export const learnedRate = z.strictObject({
  /** Shares of a full battery or tank: a metre where it drives, an hour where it charges. */
  rate: z.number().positive(),
  /** Relative standard error of the rate. */
  error: z.number().min(0),
  /** Relative standard deviation of the stretches. */
  spread: z.number().min(0),
  /** Stretches that were mostly of its kind. */
  stretches: z.number().int().min(0),
})
export type LearnedRate = z.infer<typeof learnedRate>

export const energyUse = z.strictObject({
  mowing: learnedRate.nullable(),
  driving: learnedRate.nullable(),
  /** How far the errors of the two above go together, -1 to 1: mixed stretches say more of their sum than of each. */
  together: z.number().min(-1).max(1),
  /** On its charger, up to `CHARGE_KNEE`. */
  charging: learnedRate.nullable(),
  /** On its charger, above `CHARGE_KNEE`. */
  topping: learnedRate.nullable(),
})
export type EnergyUse = z.infer<typeof energyUse>

/** A wrong entered range makes both figures wrong in the same direction. */
const TOGETHER_AT_FIRST = 0.8

export const NOTHING_LEARNED: EnergyUse = {
  mowing: null,
  driving: null,
  together: TOGETHER_AT_FIRST,
  charging: null,
  topping: null,
}

/** A charger fills at one rate up to here and at a lower one above. */
export const CHARGE_KNEE = 0.8
/** Rate above the knee beside that below it, before it is learned: common for lithium cells at a constant voltage. */
const TOPPING_RATIO = 0.4
/** Hours to full, times the rate below the knee. */
const FULL_CHARGE = CHARGE_KNEE + (1 - CHARGE_KNEE) / TOPPING_RATIO

/** Fewer stretches than this count for nothing: the entered figures do. */
export const ENOUGH_STRETCHES = 3
/** An entered figure may be off by a factor of two. */
const ERROR_AT_FIRST = 0.7
const SPREAD_AT_FIRST = 0.1
const LEAST_SPREAD = 0.05
/** How fast the spread follows. */
const SPREAD_GAIN = 0.2
/** A figure may change by so much from stretch to stretch, as blades wear and batteries age: variance. */
const DRIFT = 0.0001
/** Once enough is learned, no stretch counts as farther off than this: one odd day spoils no figure. */
const MOST_SURPRISE = Math.log(1.3)
/** A stretch beyond these times what was expected was driven otherwise, or by another battery, and says nothing. */
const GREATEST_RATIO = 2.5
/** The same while only the entered figures are known. */
const GREATEST_GUESS_RATIO = 8
/** A stretch counts as one of mowing or of driving where at least this much of its use belongs to it. */
const MAIN_PART = 0.5
/** Less than this of a stretch explains no surprise. */
const SMALL_PART = 0.1

/** Used from one change of the reported percentage to another. */
export interface UseStretch {
  readonly mowingM: number
  readonly drivingM: number
  /** 0 to 1. */
  readonly used: number
}

/** Charged within one part of the curve. */
export interface ChargeStretch {
  readonly from: number
  readonly to: number
  readonly hours: number
}

const isEnough = (known: LearnedRate | null | undefined): boolean => (known?.stretches ?? 0) >= ENOUGH_STRETCHES

const atFirst = (rate: number): LearnedRate => ({
  rate,
  error: ERROR_AT_FIRST,
  spread: SPREAD_AT_FIRST,
  stretches: 0,
})

/** The logarithm of how far off a stretch was; undefined where it says nothing. */
const surpriseOf = (ratio: number, isSettled: boolean): number | undefined => {
  const most = isSettled ? GREATEST_RATIO : GREATEST_GUESS_RATIO
  if (!(ratio >= 1 / most && ratio <= most)) return undefined
  const off = Math.log(ratio)
  return isSettled ? Math.max(-MOST_SURPRISE, Math.min(MOST_SURPRISE, off)) : off
}

/** @param part 0 to 1, how much of the stretch belongs to this figure @param gain of its logarithm */
const corrected = (known: LearnedRate, part: number, off: number, gain: number, variance: number): LearnedRate => {
  const residual = off * (1 - gain)
  const follow = SPREAD_GAIN * part
  return {
    rate: known.rate * Math.exp(gain * off),
    error: Math.sqrt(Math.max(0, variance)),
    // The first stretch corrects the entered figure and says nothing of how stretches differ.
    spread: known.stretches === 0 ? known.spread : Math.sqrt((1 - follow) * known.spread ** 2 + follow * residual ** 2),
    stretches: known.stretches + (part >= MAIN_PART ? 1 : 0),
  }
}

/**
 * What is known after one more stretch; the same as before where it says nothing. An extended Kalman filter of the logarithms of
 * both figures, so that mixed stretches separate them and neither becomes negative.
 * @param guessPerM the share that a metre takes by what a person entered
 */
export const learnUse = (known: EnergyUse, { mowingM, drivingM, used }: UseStretch, guessPerM: number): EnergyUse => {
  const mowing = known.mowing ?? atFirst(guessPerM)
  const driving = known.driving ?? atFirst(guessPerM)
  const whole = mowing.rate * mowingM + driving.rate * drivingM
  const part = (mowing.rate * mowingM) / whole
  const rest = 1 - part
  const isSettled = (part < SMALL_PART || isEnough(mowing)) && (rest < SMALL_PART || isEnough(driving))
  const off = surpriseOf(used / whole, isSettled)
  if (off === undefined) return known
  const ofMowing = mowing.error ** 2 + DRIFT * part
  const ofDriving = driving.error ** 2 + DRIFT * rest
  const ofBoth = known.together * mowing.error * driving.error
  const spread = Math.max(LEAST_SPREAD, part * mowing.spread + rest * driving.spread)
  const alongMowing = part * ofMowing + rest * ofBoth
  const alongDriving = part * ofBoth + rest * ofDriving
  const variance = part * alongMowing + rest * alongDriving + spread ** 2
  const gainMowing = alongMowing / variance
  const gainDriving = alongDriving / variance
  const after = {
    mowing: corrected(mowing, part, off, gainMowing, ofMowing - gainMowing * alongMowing),
    driving: corrected(driving, rest, off, gainDriving, ofDriving - gainDriving * alongDriving),
  }
  const together = (ofBoth - gainMowing * alongDriving) / (after.mowing.error * after.driving.error)
  return { ...known, ...after, together: Number.isFinite(together) ? Math.max(-1, Math.min(1, together)) : 0 }
}

/** What is known after one more stretch at a charger. */
export const learnCharge = (known: EnergyUse, { from, to, hours }: ChargeStretch): EnergyUse => {
  const rate = (to - from) / hours
  if (!(rate > 0 && Number.isFinite(rate))) return known
  const part = (from + to) / 2 < CHARGE_KNEE ? 'charging' : 'topping'
  const before = known[part] ?? atFirst(rate)
  const off = surpriseOf(rate / before.rate, isEnough(before))
  if (off === undefined) return known
  const variance = before.error ** 2 + DRIFT
  const gain = variance / (variance + Math.max(LEAST_SPREAD, before.spread) ** 2)
  return { ...known, [part]: corrected(before, 1, off, gain, variance * (1 - gain)) }
}

/** How far a figure can be trusted: entered, learned and still settling, or settled. */
export type Sureness = 'guess' | 'rough' | 'sure'

/** Above this relative standard error a figure is still rough. */
const SURE_ERROR = 0.05
const SURE_STRETCHES = 6

export const surenessOf = (known: LearnedRate | null | undefined): Sureness => {
  if (known === null || known === undefined || !isEnough(known)) return 'guess'
  return known.stretches >= SURE_STRETCHES && known.error <= SURE_ERROR ? 'sure' : 'rough'
}

/** What is known of the energy of a mower. */
export interface EnergyKnown {
  /** Metres of driving from full to empty, by what a person entered. */
  readonly batteryRangeM: number
  readonly energy?: EnergySettings | null | undefined
  readonly energyUse?: EnergyUse | null | undefined
}

export const energyOf = ({ energy }: Pick<EnergyKnown, 'energy'>): EnergySettings => energy ?? DEFAULT_ENERGY

export interface UseRates {
  /** Share of a full battery or tank that a metre takes. */
  readonly mowingPerM: number
  readonly drivingPerM: number
}

/**
 * Learned figures where enough was learned, else the entered range. A kind of which too little was learned is expected to take
 * more than entered where the other kind suggests that, and never less.
 */
export const useRates = ({ batteryRangeM, energyUse: known }: EnergyKnown): UseRates => {
  const guess = 1 / batteryRangeM
  const { mowing = null, driving = null } = known ?? {}
  const rateOf = (own: LearnedRate | null, other: LearnedRate | null): number => {
    if (own === null) return guess
    if (isEnough(own)) return own.rate
    return isEnough(other) ? Math.max(guess, own.rate) : guess
  }
  return { mowingPerM: rateOf(mowing, driving), drivingPerM: rateOf(driving, mowing) }
}

/** The share of a full battery or tank that a plan takes. */
export const shareUsed = (
  mower: EnergyKnown,
  { lengthM, mownLengthM }: { readonly lengthM: number; readonly mownLengthM: number },
): number => {
  const { mowingPerM, drivingPerM } = useRates(mower)
  return mownLengthM * mowingPerM + Math.max(0, lengthM - mownLengthM) * drivingPerM
}

export interface ChargeRates {
  /** Shares an hour, up to `CHARGE_KNEE` and above it. */
  readonly chargingPerH: number
  readonly toppingPerH: number
}

/** Learned figures where enough was learned, else by the entered hours; null where neither is known. */
export const chargeRates = (mower: Pick<EnergyKnown, 'energy' | 'energyUse'>): ChargeRates | null => {
  const { fullChargeH } = energyOf(mower)
  const { charging = null, topping = null } = mower.energyUse ?? {}
  const entered = fullChargeH === null ? null : FULL_CHARGE / fullChargeH
  const chargingPerH = charging !== null && isEnough(charging) ? charging.rate : entered
  if (chargingPerH === null) return null
  const toppingPerH = topping !== null && isEnough(topping) ? topping.rate : chargingPerH * TOPPING_RATIO
  return { chargingPerH, toppingPerH }
}

/** Hours on the charger from one share to another, 0 where it has as much; null where the charger is not known. */
export const hoursToCharge = (
  mower: Pick<EnergyKnown, 'energy' | 'energyUse'>,
  from: number,
  to: number,
): number | null => {
  const rates = chargeRates(mower)
  if (rates === null) return null
  const within = (least: number, most: number): number =>
    Math.max(0, Math.min(to, most) - Math.max(Math.min(from, to), least))
  return within(0, CHARGE_KNEE) / rates.chargingPerH + within(CHARGE_KNEE, 1) / rates.toppingPerH
}

/** Whether a person has to confirm that a mower is full: it reports no charge, or what it reports is not its tank. */
export const needsConfirmation = (mower: Pick<EnergyKnown, 'energy'>, battery: number | null): boolean =>
  energyOf(mower).source === 'tank' || battery === null
