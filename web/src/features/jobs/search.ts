/** Which jobs are shown, as the address has it. */
import { dayIn } from '../../ui/zonedTime.ts'

export const JOB_VIEWS = ['mine', 'board', 'repeats', 'hours'] as const
export type JobView = (typeof JOB_VIEWS)[number]

export interface JobsSearch {
  /** The first that the person may open, where it is missing. */
  readonly view?: JobView
  /** Of the board; today where it is missing. */
  readonly day?: string
  /** Of the hours. */
  readonly from?: string
  readonly to?: string
}

export const jobsSearch = (search: Record<string, unknown>): JobsSearch => {
  const view = JOB_VIEWS.find(name => name === search.view)
  const [day, from, to] = [dayIn(search.day), dayIn(search.from), dayIn(search.to)]
  return {
    ...(view === undefined ? {} : { view }),
    ...(day === undefined ? {} : { day }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}
