/** The messages between the main thread and the gateway's thread. All of it is plain data. */
import type { GatewayEvent } from '../events.ts'
import type { GatewayOptions } from '../gateway.ts'
import type { VehicleState } from '../state/vehicleState.ts'
import type { UnknownVehicle } from '../unknownVehicles.ts'
import type { RemoteName } from './methods.ts'

/** The options that can be sent to the thread; the thread uses the system's clock and opens real links. */
export type ThreadOptions = Pick<GatewayOptions, 'links' | 'positionIntervalMs'>

export interface ThreadData {
  readonly options: ThreadOptions
  /** One `BigInt64`: the monotonic nanosecond at which the thread last ran; one more: the last message that the main thread has handled. */
  readonly shared: SharedArrayBuffer
  /** Handed to the thread's own script. */
  readonly own: unknown
}

/** Places of `ThreadData.shared`. */
export const BEAT = 0
export const HANDLED = 1
export const SHARED_BYTES = 16

/** Both threads read the same monotonic clock; `performance.now()` starts at zero in each. */
export const monotonicNs = (): bigint => process.hrtime.bigint()
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

/** Where in the arguments something stood that cannot cross. */
export interface Place {
  readonly argument: number
  readonly key: string
}

export type ToThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | {
      readonly kind: 'call'
      readonly id: number
      readonly method: RemoteName
      readonly args: readonly unknown[]
      readonly signals: readonly Place[]
      readonly callbacks: readonly Place[]
      readonly atMs: number
      /** The last message of the thread that was handled when this was decided. */
      readonly seen: number
    }
  | { readonly kind: 'tell'; readonly method: RemoteName; readonly args: readonly unknown[]; readonly atMs: number }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'note'; readonly note: unknown }

/** A mower's state, without the parts that have not changed since they were sent. */
export type StatePatch = Omit<VehicleState, 'mission' | 'statusTexts'> &
  Partial<Pick<VehicleState, 'mission' | 'statusTexts'>>

export interface FromThread {
  readonly seq: number
  /** Monotonic, when the states were read. */
  readonly atMs: number
  readonly states: readonly StatePatch[]
  readonly gone?: readonly string[]
  readonly unknownVehicles?: readonly UnknownVehicle[]
  readonly what?:
    | { readonly kind: 'opened'; readonly ports: readonly number[] }
    | { readonly kind: 'notOpened'; readonly message: string }
    | { readonly kind: 'closed' }
    | { readonly kind: 'event'; readonly event: Exclude<GatewayEvent, { kind: 'telemetry' }> }
    /** The telemetry event, without the state that is sent beside it. */
    | { readonly kind: 'position'; readonly mowerId: string; readonly atMs: number }
    | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
    | { readonly kind: 'failed'; readonly id: number; readonly message: string }
    | {
        readonly kind: 'progress'
        readonly id: number
        readonly callback: number
        readonly args: readonly unknown[]
      }
    | { readonly kind: 'note'; readonly note: unknown }
}
