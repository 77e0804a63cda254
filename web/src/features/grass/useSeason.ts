import { useSearch } from '@tanstack/react-router'
import { useCourseTime } from '../../api/index.ts'
import { useNow } from '../../ui/index.ts'
import { addDays, type Day, dayIn } from '../../ui/zonedTime.ts'

/** Days of a season, until a person chooses others. */
const SEASON_DAYS = 240

/** The days of the address. */
export function useSeason(): { readonly from: Day; readonly to: Day } {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const today = useCourseTime().dayOf(useNow(60_000))
  const to = dayIn(search.to) ?? today
  return { from: dayIn(search.from) ?? addDays(to, -SEASON_DAYS), to }
}
