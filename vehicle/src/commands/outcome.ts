/** The outcome of a request to a vehicle. Sent is never success. */
export type Outcome = { readonly outcome: 'accepted' } | Rejected | Unanswered

/** What was waited for in vain, where that says more than that no answer came. */
export type Missing =
  | 'neverReceived'
  | 'gatewaySilent'
  | 'stopUnacknowledged'
  | 'notSeenDriving'
  | 'notSeenLeaving'
  | 'notSeenGoingHome'
  | 'bladeNotSeenOff'
  | 'notSeenStanding'
  | 'notSeenDisarmed'
  | 'notBackAfterRestart'
  | 'keyUnproven'

export interface Unanswered {
  readonly outcome: 'noAnswer'
  readonly missing?: Missing
  /** For a log, plain English. */
  readonly message: string
}

export interface Rejected {
  readonly outcome: 'rejected'
  /** For programs, such as `notReady`. */
  readonly reason: string
  /** A finer reason for a person to act on, such as `staleBattery`. */
  readonly detail?: string
  /** What the autopilot itself sent: its own words, the name of its result, or the setting that it kept. */
  readonly answer?: string
  /** For a log, plain English. */
  readonly message: string
}

export const accepted: Outcome = { outcome: 'accepted' }

export const rejected = (
  reason: string,
  message: string,
  more: Pick<Rejected, 'detail' | 'answer'> = {},
): Rejected => ({ outcome: 'rejected', reason, message, ...more })

export const noAnswer = (message: string, missing?: Missing): Unanswered => ({
  outcome: 'noAnswer',
  message,
  ...(missing === undefined ? {} : { missing }),
})

export const stoppedMeanwhile: Rejected = rejected('stopped', 'A stop was asked for meanwhile.')

/** A refusal as the error of a Result. */
export interface Rejection {
  readonly reason: string
  readonly message: string
}
