/** The report that is shown, as the address has it. */
import type { ReportBy } from '@greensward/contract'
import { addDays, type Day, dayIn } from '../../ui/zonedTime.ts'

export const REPORTS_BY = ['mower', 'zoneType', 'hole', 'person'] as const satisfies readonly ReportBy[]

export interface ReportSearch {
  readonly from: Day
  readonly to: Day
  readonly by: ReportBy
}

/** The last week where the address names no days. */
export const readReportSearch = (search: Readonly<Record<string, unknown>>, today: Day): ReportSearch => {
  const to = dayIn(search.to) ?? today
  return {
    from: dayIn(search.from) ?? addDays(to, -6),
    to,
    by: REPORTS_BY.find(name => name === search.by) ?? 'mower',
  }
}

/** The filter of the missions table that shows the missions of a row. */
const FILTERS = { mower: 'mowerId', zoneType: 'zoneTypeId', hole: 'holeId', person: 'createdById' } as const

export const missionsBehind = ({ from, to, by }: ReportSearch, key?: string): Record<string, string> => ({
  startedFrom: from,
  startedTo: to,
  ...(key === undefined ? {} : { [FILTERS[by]]: key }),
})
