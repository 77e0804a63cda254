/** Days and clock times of the course, as the domain counts them. */
import { type Day, isDay } from '@greensward/domain'

export {
  addDays,
  addMonths,
  type Day,
  dayOf,
  firstOfMonth,
  isDay,
  momentOf,
  mondayOf,
  startOfDay,
  wallClock,
} from '@greensward/domain'

/** A day of an address, undefined where that has none. */
export const dayIn = (value: unknown): Day | undefined =>
  typeof value === 'string' && isDay(value) ? value : undefined
