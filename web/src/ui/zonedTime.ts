/** Days and clock times of the course, as the domain counts them. */
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
