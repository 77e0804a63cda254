/** What the protocol of a machine on a broker is: it reads the machine's messages, and makes those that are sent to it. */
import type { DriveMode, MachineActivity, OwnState, Telemetry, VehicleCapabilities } from '@greensward/domain'
import type { LonLat, XY } from '@greensward/geometry'
import type { Clock } from '../clock.ts'
import type { Outcome } from '../commands/outcome.ts'
import type { GatewayEvent } from '../events.ts'
import type { UploadOptions } from '../gatewayTypes.ts'
import type { MissionItem } from '../mission/missionItem.ts'

export interface MachineConfig {
  readonly id: string
  readonly systemId: number
  /** For people, such as `mqtt://broker/openmower`. */
  readonly link: string
}

export interface MachineMessage {
  readonly topic: string
  readonly payload: string
}

export interface MachinePorts {
  readonly clock: Clock
  /** Sends at once and never retained. @returns false without a connection */
  readonly send: (topic: string, payload: string) => boolean
  readonly onEvent: (event: GatewayEvent) => void
}

/** What a machine reports at one moment. */
export interface MachineReport {
  readonly activity: MachineActivity
  readonly mode: DriveMode | null
  /** Null where it does not say so. */
  readonly isDriving: boolean | null
  /** `xy` in metres of any frame of its own, to measure how far it moved. */
  readonly at: { readonly position: LonLat; readonly xy: XY } | null
  readonly telemetry: Partial<
    Pick<Telemetry, 'headingDeg' | 'speedMps' | 'accuracyM' | 'battery' | 'batteryV' | 'charging' | 'bladeOn'>
  >
}

/** What one message says. */
export interface Received {
  readonly report?: MachineReport
  /** The report confirms the stop that was asked for last. */
  readonly acknowledges?: boolean
  /** Its broker reports that its connection has ended. */
  readonly isGone?: boolean
  /** Sent in answer; never what makes a machine move. */
  readonly send?: readonly MachineMessage[]
  /** Called where one of these could not be sent. */
  readonly onNotSent?: () => void
}

/** Of a machine that follows a path of ours; as `PathDriving` of all adapters, for this one machine. */
export interface MachinePaths {
  upload(items: readonly MissionItem[], options?: Pick<UploadOptions, 'endsAtCharger'>): Promise<Outcome>
  start(): Promise<Outcome>
  resume(seq: number): Promise<Outcome>
  /** It drives a mission of ours now. */
  readonly isFollowing: boolean
  /** The mission that it was given; before the first one, the one that it drives. */
  readonly mission: readonly MissionItem[] | null
  /** What keeps it from starting now, by its own reports; null where that is not known. */
  readonly startState: OwnState | null
  /** The mission that it drives, or drove last. */
  readonly driven:
    | { readonly items: readonly MissionItem[]; readonly itemReached: number | null; readonly seq: number }
    | undefined
  /** A report has been judged, and nothing stopped the machine for it. */
  onJudged(): void
  close(): void
}

/** Of a machine that mows what is set on it, along paths of its own; as `OwnMapMowing` of all adapters, for this one machine. */
export interface MachineOwnMap {
  /** What keeps it from starting now, by its own reports; null where that is not known. */
  readonly startState: OwnState | null
  /** @param agedMs how long ago a person pressed: a stop since then ends the request */
  start(agedMs: number): Promise<Outcome>
  sendHome(agedMs: number): Promise<Outcome>
  /** Before any stop is sent. */
  onStop(): void
  close(): void
}

export interface MachineProtocol {
  /** Null for a machine that drives no path of ours. */
  readonly paths: MachinePaths | null
  /** Null for a machine that does not start on a request. */
  readonly ownMap: MachineOwnMap | null
  readonly topics: readonly string[]
  readonly capabilities: VehicleCapabilities
  /** How long one try of a stop is waited for. */
  readonly stopTryMs: number
  receive(topic: string, payload: string, isRetained: boolean): Received
  /** Nothing that was known until now acknowledges a stop any more. */
  forgetStop(): void
  /** The messages of one try. */
  stopMessages(): readonly MachineMessage[]
  /** Why the machine refused the last stop; undefined where it did not. */
  refusal(): string | undefined
}
