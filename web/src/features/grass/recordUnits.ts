/** The units in which a person reads and enters records; the wire has those of the domain. */
import { RECORD_RANGES, type ZoneRecordKind } from '@greensward/domain'

export interface RecordUnit {
  readonly unit: string
  /** Of the wire's unit, in one of the shown one. */
  readonly factor: number
  /** What one press changes. */
  readonly step: number
  readonly digits: number
}

const of = (kind: ZoneRecordKind, step: number, digits: number): RecordUnit => ({
  unit: RECORD_RANGES[kind].unit,
  factor: 1,
  step,
  digits,
})

const METRIC: Readonly<Record<ZoneRecordKind, RecordUnit>> = {
  heightOfCut: of('heightOfCut', 0.1, 2),
  greenSpeed: of('greenSpeed', 0.1, 2),
  clippings: of('clippings', 5, 0),
  moisture: of('moisture', 1, 1),
  firmness: of('firmness', 5, 0),
  product: of('product', 5, 2),
  growthRegulator: of('growthRegulator', 0.1, 2),
}

const IMPERIAL: Readonly<Record<ZoneRecordKind, RecordUnit>> = {
  ...METRIC,
  heightOfCut: { unit: 'in', factor: 25.4, step: 0.005, digits: 3 },
  greenSpeed: { unit: 'ft', factor: 0.3048, step: 0.5, digits: 2 },
}

export const recordUnit = (kind: ZoneRecordKind, units: 'metric' | 'imperial'): RecordUnit =>
  (units === 'metric' ? METRIC : IMPERIAL)[kind]

/** As shown, without the tails of a conversion. */
export const shownValue = (value: number, { factor, digits }: RecordUnit): number =>
  Number((value / factor).toFixed(digits))

/** For the wire: what was shown and not changed comes back as it was. */
export const wireValue = (shown: number, { factor }: RecordUnit): number => Number((shown * factor).toFixed(4))
