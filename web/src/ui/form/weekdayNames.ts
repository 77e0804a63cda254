import { WEEKDAYS } from '@greensward/domain'

/** @returns names of weekdays, Monday first. */
export const weekdayNames = (language: string, style: 'short' | 'long'): readonly string[] => {
  const names = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
  // The first of January 2024 is a Monday.
  return WEEKDAYS.map((_, index) => names.format(new Date(Date.UTC(2024, 0, 1 + index))))
}
