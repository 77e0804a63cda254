/** How exact a position is, of a machine that reports no fix of a receiver: those on brokers say it in metres. */
import type { Telemetry } from '@greensward/domain'
import type { Measure } from './measure.ts'

/** Figures of lengths have one decimal. */
const LEAST_SHOWN_M = 0.1

/** @returns null where it reports a fix, or nothing of the kind */
export const exactnessText = (
  telemetry: Pick<Telemetry, 'fixType' | 'accuracyM'> | undefined,
  measure: Pick<Measure, 'length'>,
): string | null =>
  telemetry === undefined || telemetry.fixType !== null || telemetry.accuracyM === null
    ? null
    : `± ${measure.length(Math.max(LEAST_SHOWN_M, telemetry.accuracyM))}`
