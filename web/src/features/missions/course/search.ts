/** What the page that plans the course begins with, as its address says. */
import { isDay } from '../../../ui/zonedTime.ts'

export interface CoursePlanSearch {
  /** Plans the jobs that the standing plans make of this day. */
  readonly standing?: string
}

export const coursePlanSearch = (search: Record<string, unknown>): CoursePlanSearch =>
  typeof search.standing === 'string' && isDay(search.standing) ? { standing: search.standing } : {}
