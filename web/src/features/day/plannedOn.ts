import { addDays, type Day, startOfDay } from '../../ui/zonedTime.ts'

/** Asks for the planned missions of a day of the course, the earliest first. */
export const plannedOn = (day: Day, zone: string) => ({
  query: {
    status: 'planned' as const,
    from: startOfDay(day, zone).toISOString(),
    to: startOfDay(addDays(day, 1), zone).toISOString(),
    perPage: 500,
    sort: 'startsAt' as const,
  },
})
