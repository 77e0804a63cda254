import type { Units } from '../../ui/text/measure.ts'

const YARD_M = 0.9144

/** Whole metres, or yards with imperial units: golf uses no others. */
export const greenText = (metres: number | null, units: Units): string =>
  metres === null ? '–' : String(Math.round(units === 'imperial' ? metres / YARD_M : metres))
