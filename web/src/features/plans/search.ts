/** The week that the standing plans are shown for, as the address has it. */
import { isDay } from '../../ui/zonedTime.ts'

export interface PlansSearch {
  /** A day of the week; today where it is missing. */
  readonly day?: string
}

export const plansSearch = (search: Record<string, unknown>): PlansSearch =>
  typeof search.day === 'string' && isDay(search.day) ? { day: search.day } : {}
