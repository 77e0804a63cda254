/** What the person at the day board works with, and what is counted of it. */
import type { FastClock } from './clock.ts'
import type { Ending, Press, PromisedZone } from './record.ts'
import type { WeekServer } from './weekServer.ts'

export interface Tally {
  readonly presses: Record<string, number>
  readonly pauses: Record<string, number>
  readonly refusals: Record<string, number>
  readonly leftOut: Record<string, number>
  readonly gaveUp: string[]
  readonly notes: string[]
}

export interface Keeping {
  readonly server: WeekServer
  readonly clock: FastClock
  readonly tally: Tally
  readonly presses: Press[]
  readonly endings: Ending[]
  readonly promises: PromisedZone[]
  readonly nameOf: (mowerId: string) => string
  /** A person knows that this mower must not be continued now. */
  readonly isHeld: (mowerId: string) => boolean
  /** The course mode holds missions. */
  readonly isFrozen: () => boolean
  readonly note: (text: string) => void
}

export interface DayShift {
  readonly id: string
  readonly mowerIds: readonly string[]
  readonly fromMs: number
  readonly untilMs: number
}
