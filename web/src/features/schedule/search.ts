/** The view of the schedule, as the address has it. */
import { type MissionStatus, missionStatus } from '@greensward/domain'
import { isDay } from '../../ui/zonedTime.ts'

export const SCHEDULE_VIEWS = ['day', 'week', 'month'] as const
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number]

export interface ScheduleSearch {
  readonly view?: ScheduleView
  /** A day of the course such as 2026-11-20; today where it is missing. */
  readonly day?: string
  /** Only these statuses; all where it is missing. */
  readonly status?: readonly MissionStatus[]
}

export function scheduleSearch(search: Record<string, unknown>): ScheduleSearch {
  const view = SCHEDULE_VIEWS.find(name => name === search.view)
  const status = Array.isArray(search.status)
    ? missionStatus.options.filter(name => (search.status as unknown[]).includes(name))
    : []
  return {
    ...(view === undefined ? {} : { view }),
    ...(typeof search.day === 'string' && isDay(search.day) ? { day: search.day } : {}),
    ...(status.length === 0 ? {} : { status }),
  }
}

/** The day of the tee sheet; today where it is missing. */
export const teeSheetSearch = ({ day }: Record<string, unknown>): Pick<ScheduleSearch, 'day'> =>
  typeof day === 'string' && isDay(day) ? { day } : {}
