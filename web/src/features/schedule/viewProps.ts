import type { Closed, ComingPlay, Mission, Mower } from '@greensward/domain'
import type { Day } from '../../ui/zonedTime.ts'
import type { Expected } from './expected.ts'
import type { Place } from './place.ts'
import type { Span } from './span.ts'
import type { Grab } from './useMover.ts'

/** A time at which some ground is closed, and which; an empty list stands for all that is restricted in rain. */
export interface ShownClosed extends Closed {
  readonly featureIds: readonly string[]
}

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
  /** Planned missions at a time when a group is expected there, each with the first such group. */
  readonly amidPlay: ReadonlyMap<string, ComingPlay>
  /** Jobs of standing plans that are not missions yet, by day. */
  readonly expected: Expected
  /** Absent for those who may not plan. */
  readonly onDrop: ((grab: Grab) => void) | undefined
  /** The new position of a moving mission. */
  readonly pending: { readonly mission: Mission; readonly place: Place } | null
}
