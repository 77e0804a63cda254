import type { Mission, Mower } from '@greensward/domain'
import type { Day } from '../ui/zonedTime.ts'
import type { Span } from './span.ts'

/** What each of the three views is given. */
export interface ViewProps {
  readonly missions: readonly Mission[]
  readonly mowers: readonly Mower[]
  readonly days: readonly Day[]
  readonly span: Span
  /** Milliseconds since 1970. */
  readonly now: number
  readonly today: Day
}
