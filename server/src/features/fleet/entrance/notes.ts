/** The messages between the main thread and the entrance for stops. */
import type { MowerConfig, StopOutcome } from '@greensward/vehicle'

export interface EntranceOptions {
  readonly host: string
  readonly port: number
  /** Another port will do where this one is taken. */
  readonly anyPort: boolean
  /** The origin that people open, where the operator named it. */
  readonly publicOrigin: string | undefined
}

export interface Person {
  readonly id: number
  readonly fullname: string
}

/** Of an access token, which itself never leaves the main thread. */
export interface Admitted {
  readonly hash: string
  readonly person: Person
  /** By the monotonic clock that both threads share. */
  readonly untilMs: number
}

export interface StoppableMower {
  readonly config: MowerConfig
  readonly phone: string | null
}

/** All that the entrance needs to know, whole each time. */
export interface Known {
  readonly mowers: readonly StoppableMower[]
  /** Active missions and their mowers. */
  readonly missions: readonly (readonly [missionId: string, mowerId: string])[]
  readonly admitted: readonly Admitted[]
}

export type EntranceNote =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'notListening'; readonly message: string }
  /** Every mower, also those that no gateway sends anything to; each that one does has its own `asked` as well. */
  | { readonly kind: 'allAsked'; readonly person: Person }
  | { readonly kind: 'asked'; readonly mowerId: string; readonly person: Person }
  | {
      readonly kind: 'done'
      readonly mowerId: string
      readonly person: Person
      /** Undefined where the mower is not received here. */
      readonly stop: StopOutcome | undefined
    }
