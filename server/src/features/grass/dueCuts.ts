/** When each zone is due: by how its grass grows in the weather, or by its interval. */
import {
  addDays,
  type Day,
  type DayMean,
  dayOf,
  type GrassSummary,
  type GrowingZone,
  growthSince,
  type NextCut,
  newestDueCut,
  nextCut,
  startOfDay,
  type ZoneType,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { readWeatherDays } from '../../shared/weather/weatherHoursStore.ts'

/** The longest interval, and some days more. */
const DAYS_BACK = 100
/** No forecast reaches farther. */
const DAYS_AHEAD = 16

/** Of this moment: the calendar of the course and its weather. */
export interface GrowingDays {
  readonly timeZone: string
  readonly today: Day
  readonly means: readonly DayMean[]
}

export const readGrowingDays = async ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<GrowingDays> => {
  const timeZone = await readTimeZone(db)
  const today = dayOf(clock.now(), timeZone)
  const days = await readWeatherDays(db, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD), timeZone)
  const means = days.flatMap(({ day, meanTemperatureC: meanC }) => (meanC === null ? [] : [{ day, meanC }]))
  return { timeZone, today, means }
}

type GrowingType = Pick<ZoneType, 'growth' | 'intervalDays'>

const growing = (type: GrowingType, { today, means }: GrowingDays): Omit<GrowingZone, 'lastCut'> => ({
  settings: type.growth ?? null,
  intervalDays: type.intervalDays ?? null,
  today,
  means,
})

/** What was last cut before this moment is overdue: its due day is over; null where the type says nothing of it. */
export const overdueBefore = (type: GrowingType, days: GrowingDays): Date | null => {
  const newest = newestDueCut(growing(type, days), addDays(days.today, -1))
  return newest === undefined ? null : startOfDay(addDays(newest, 1), days.timeZone)
}

/** @param wholeAt when the zone was last cut as a whole; see `GrassSummary` */
export const dayOfCut = (wholeAt: GrassSummary['wholeAt'], { timeZone }: GrowingDays): Day | undefined =>
  wholeAt === null ? undefined : dayOf(wholeAt, timeZone)

/** @param lastCut of the zone as a whole, or a later day on which it will be cut; undefined for never */
export const dueCut = (type: GrowingType, lastCut: Day | undefined, days: GrowingDays): NextCut | undefined => {
  const zone = growing(type, days)
  if (lastCut !== undefined) return nextCut({ ...zone, lastCut })
  if (zone.settings === null && zone.intervalDays === null) return undefined
  return { day: days.today, isDue: true, reason: { code: 'never' } }
}

/** `dueCut`, computed once for each type and day: plans ask for each zone on each day of half a year. */
export const rememberedDueCuts = (days: GrowingDays) => {
  const known = new Map<string, NextCut | undefined>()
  return (type: GrowingType & Pick<ZoneType, 'id'>, lastCut: Day | undefined): NextCut | undefined => {
    const key = `${type.id} ${lastCut}`
    if (!known.has(key)) known.set(key, dueCut(type, lastCut, days))
    return known.get(key)
  }
}

/** Growing degree days since a moment; null where the type does not grow, or the weather of a day is missing. */
export const degreeDaysSince = (type: GrowingType, at: Date | null, days: GrowingDays): number | null => {
  if (at === null || type.growth == null) return null
  const growth = growthSince(type.growth, dayOf(at, days.timeZone), days.today, days.means)
  return growth === undefined ? null : Math.round(growth.degreeDays)
}
