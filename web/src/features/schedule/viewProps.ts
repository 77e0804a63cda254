import type { calls, ResultOf } from '@greensward/contract'
import type { Closed, Mission, Mower } from '@greensward/domain'
import type { Day } from '../../ui/zonedTime.ts'
import type { ExpectedByDay } from './expectedJobs.ts'
import type { Place } from './place.ts'
import type { Span } from './span.ts'
import type { Grab } from './useMover.ts'

/** A time at which some ground is closed, and which; an empty list stands for all that is restricted in rain. */
export interface ShownClosed extends Closed {
  readonly featureIds: readonly string[]
}

type Margins = ResultOf<typeof calls.missions.margins>
export type ExpectedOnField = Pick<Margins['missions'][number], 'play' | 'margin'>
export type DayGroups = Margins['days'][number]

/** The props of each of the three views. */
export interface ViewProps {
  readonly missions: readonly Mission[]
  readonly mowers: readonly Mower[]
  readonly closed: readonly ShownClosed[]
  readonly days: readonly Day[]
  readonly span: Span
  /** Milliseconds since 1970. */
  readonly now: number
  readonly today: Day
  /** Missions that conflict with each other. */
  readonly inConflict: ReadonlySet<string>
  /** Planned missions on whose field a group is expected meanwhile or soon after. */
  readonly expected: ReadonlyMap<string, ExpectedOnField>
  /** The groups of each day; a day without any is missing. */
  readonly groups: ReadonlyMap<Day, DayGroups>
  /** Jobs of standing plans and days of series that are not missions yet, by day. */
  readonly expectedJobs: ExpectedByDay
  /** Absent for those who may not plan. */
  readonly onDrop: ((grab: Grab) => void) | undefined
  /** The new position of a moving mission. */
  readonly pending: { readonly mission: Mission; readonly place: Place } | null
}
