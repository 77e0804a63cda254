/** The events of the gateway. Each names its mower, and that of an unknown vehicle its system id. */
import type { DriveMode } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import type { VehicleState } from './state/vehicleState.ts'

export type SafetyReason =
  | 'rtkLost'
  /** A machine on a broker: it is on no map, or does not know where it is exactly enough. */
  | 'positionLost'
  | 'linkLost'
  | 'linkReturned'
  | 'reportsMissing'
  | 'positionJump'
  | 'outsideBoundary'
  | 'bladeCommandFailed'
  | 'bladeOnDrive'
  | 'leftHold'
  | 'startFailed'
  | 'lateStart'
  | 'orderInterrupted'

export type StopFailure = 'neverReceived' | 'noAnswer' | 'refused'

export type SessionEvent =
  /** A position was received. */
  | { readonly kind: 'telemetry'; readonly atMs: number }
  | { readonly kind: 'itemReached'; readonly seq: number }
  | { readonly kind: 'missionEnded'; readonly seq: number }
  /** A part of a mission longer than the mower's memory is driven; `next` begins the part that it is given now. */
  | { readonly kind: 'partEnded'; readonly seq: number; readonly next: number }
  /** It was given the part up to item `through` of `total` and drives it, by the same start as the part before. */
  | { readonly kind: 'partBegun'; readonly seq: number; readonly through: number; readonly total: number }
  /** The next part could not be uploaded: the mower holds with its blade off; waypoint `seq` comes next. */
  | { readonly kind: 'missionStarved'; readonly seq: number; readonly message: string }
  | { readonly kind: 'modeChanged'; readonly from: DriveMode | null; readonly to: DriveMode }
  | { readonly kind: 'armedChanged'; readonly armed: boolean }
  | { readonly kind: 'bladeChanged'; readonly on: boolean }
  /** The blade still reports on after three commands to switch it off. */
  | { readonly kind: 'bladeStopFailed' }
  | { readonly kind: 'linkLost' }
  | { readonly kind: 'linkBack' }
  | { readonly kind: 'rebooted' }
  /** The autopilot's battery failsafe has acted, or its battery monitor has failed. */
  | { readonly kind: 'batteryFailsafe'; readonly volts: number | null }
  | { readonly kind: 'statusText'; readonly severity: number; readonly text: string }
  | { readonly kind: 'positionJump'; readonly distanceM: number; readonly from: LonLat; readonly refused: LonLat }
  /** The gateway itself switched the blade off and asked the mower to hold. */
  | { readonly kind: 'safetyStop'; readonly reason: SafetyReason }
  /** A safety stop was not acknowledged. It is sent again as long as the mower drives. */
  | { readonly kind: 'notStopped'; readonly reason: StopFailure; readonly message: string }
  | { readonly kind: 'stopRequested' }
  | { readonly kind: 'stopAcknowledged' }
  | { readonly kind: 'standingStill' }
  /** It has answered under the signing key it is to have; those before it are not believed any more. */
  | { readonly kind: 'keyProven' }

/** `otherVehicle`: an autopilot, but no ArduPilot Rover; its modes and commands mean something else. */
export type FrameRefusal = 'foreignLink' | 'secondSender' | 'unsigned' | 'wrongKey' | 'oldTimestamp' | 'otherVehicle'

export type GatewayEvent =
  | (Exclude<SessionEvent, { kind: 'telemetry' }> & { readonly mowerId: string })
  /** A position was received: the mower's state with it. */
  | { readonly kind: 'telemetry'; readonly mowerId: string; readonly atMs: number; readonly state: VehicleState }
  /** Another sender claimed the system id of a mower, or lacked its key; reported from time to time, with a count. */
  | {
      readonly kind: 'refusedFrame'
      readonly mowerId: string
      readonly systemId: number
      readonly from: string
      readonly reason: FrameRefusal
      readonly count: number
    }
  | { readonly kind: 'linkError'; readonly link: string; readonly message: string }
