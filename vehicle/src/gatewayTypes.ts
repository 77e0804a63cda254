/** The interface of the gateway: the links to mowers, the state of each, and the few requests that a mower accepts. */
import type { Result } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import type { Clock } from './clock.ts'
import type { Outcome, Rejection } from './commands/outcome.ts'
import type { GatewayEvent } from './events.ts'
import type { LinkConfig, openLink } from './link/index.ts'
import type { MissionItem } from './mission/missionItem.ts'
import type { MowerConfig } from './mower.ts'
import type { StopOutcome } from './safety/emergencyStop.ts'
import type { FailsafeReport } from './safety/failsafeReport.ts'
import type { VehicleState } from './state/vehicleState.ts'
import type { Fence } from './transfer/fence.ts'
import type { UnknownVehicle } from './unknownVehicles.ts'

export interface GatewayOptions {
  readonly links: readonly LinkConfig[]
  readonly clock: Clock
  /** How often each mower is asked to say where it is, 25 to 1000 ms; 200 ms when left out. */
  readonly positionIntervalMs?: number
  /** Called at once, in order. */
  readonly onEvent: (event: GatewayEvent) => void
  /** Another way to open links than sockets, for tests. */
  readonly openLink?: typeof openLink
}

export interface UploadOptions {
  /** It ends where the machine charges: one that does not begin by itself is asked to. */
  readonly endsAtCharger?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (sent: number, total: number) => void
}

export interface StopAllOutcome {
  readonly stopped: readonly string[]
  readonly notStopped: readonly { readonly id: string; readonly reason: string }[]
}

export interface Gateway {
  /** Opens all links; rejects when one cannot be opened. */
  open(): Promise<void>
  close(): Promise<void>
  /** The ports that were opened, in the order of the configured links. */
  ports(): readonly number[]
  /**
   * Adds, updates and removes mowers. A mower whose system id and blade stay the same keeps its session. So does one whose
   * key changes, if the old key is among the former keys.
   */
  setMowers(configs: readonly MowerConfig[]): void
  state(mowerId: string): VehicleState | undefined
  states(): readonly VehicleState[]
  unknownVehicles(): readonly UnknownVehicle[]
  /**
   * Uploads, reads back and compares. Of more items than the mower can hold the first part goes up. At the end of each
   * part the mower stands with its blade off, is given the next one and drives on by the same start; everything here and
   * in the telemetry counts the items given here.
   */
  upload(mowerId: string, items: readonly MissionItem[], options?: UploadOptions): Promise<Outcome>
  /** Of a mission longer than the mower's memory, of which a part is found on board: the whole of it. */
  download(mowerId: string): Promise<Result<readonly MissionItem[], Rejection>>
  /**
   * After a restart: reads what is on board and, when it is this mission or a part of it, takes it for this one from then
   * on. A mower that drives a part found like this stands at its end until a person lets it resume. Any other is
   * `anotherMission`.
   */
  adoptMission(mowerId: string, items: readonly MissionItem[]): Promise<Outcome>
  /** From the beginning of the mission on board, or from the waypoint at or after `fromSeq`. */
  start(mowerId: string, options?: { readonly fromSeq?: number }): Promise<Outcome>
  /** Continues towards waypoint `seq`, with the blade and the speed of that item of the mission. */
  resume(mowerId: string, seq: number): Promise<Outcome>
  /** Never queued, never refused; resolves when acknowledged or after three tries. */
  stop(mowerId: string): Promise<StopOutcome>
  stopAll(): Promise<StopAllOutcome>
  /**
   * Stops a mower whether or not it is among the configured ones, as when another station that speaks for it is deaf or
   * gone. Nothing else is sent to one that is not.
   * @returns undefined if it is not configured and sent no message lately; nothing was sent to it then
   */
  stopReceived(config: MowerConfig): Promise<StopOutcome> | undefined
  /** Stops, disarms and erases the mission on the mower. */
  clear(mowerId: string): Promise<Outcome>
  /** Off always works; on only while the mower drives a mission with RTK. */
  setBlade(mowerId: string, on: boolean): Promise<Outcome>
  readParameter(mowerId: string, name: string): Promise<Result<number, Rejection>>
  /** Several at once; those that the mower does not have are not in the answer. */
  readParameters(mowerId: string, names: readonly string[]): Promise<Result<ReadonlyMap<string, number>, Rejection>>
  /** Accepted when it is read back as wanted; five tries. FENCE_ENABLE above 0 does what `enableFence` does. */
  setParameter(mowerId: string, name: string, value: number): Promise<Outcome>
  /** The failsafes of the mower, line by line with the recommended values. */
  failsafeReport(mowerId: string): Promise<Result<FailsafeReport, Rejection>>
  /**
   * Gives the mower a fence of its own: inside the boundary, outside every obstacle; read back and compared. It is
   * heeded once it is switched on. Null takes the fence away.
   */
  uploadFence(mowerId: string, fence: Fence | null): Promise<Outcome>
  /**
   * Switches the mower's fence on, with all that it needs: polygons only, hold outside, no braking before the edge; each
   * read back. The fence must hold the mower's place and its way, or it holds at once. Off leaves the other settings.
   */
  enableFence(mowerId: string, on: boolean): Promise<Outcome>
  /**
   * Forwards RTK corrections to all connected mowers or to some: whole RTCM 3 messages, in the order they came.
   */
  sendCorrections(rtcm: Uint8Array, mowerIds?: readonly string[]): void
  /**
   * Gives the mower the signing key it is configured with, over the link as it is, or ends the signing where it is to
   * have none; only while it is disarmed. Accepted once it has answered under it. Until then, as long as its former keys
   * are configured, it is believed and stopped under each of them, and not started.
   */
  giveSigningKey(mowerId: string): Promise<Outcome>
  /** Only in HOLD and at a standstill, as a finished mission leaves the mower. */
  disarm(mowerId: string): Promise<Outcome>
  /** A person says that the other sender, which `state` names, is this very machine: it is bound to that one. */
  acceptSender(mowerId: string): Promise<Outcome>
  /** Restarts a disarmed autopilot at a standstill, for parameters that need a restart. Accepted once it sends again. */
  reboot(mowerId: string): Promise<Outcome>
  /**
   * The ring the mower may be in while it drives a mission; outside it is stopped. Null watches nothing.
   * @param bladeOff the wider ring that counts while the blade is known to be off; left out, there is one ring for both
   */
  setBoundary(mowerId: string, boundary: readonly LonLat[] | null, bladeOff?: readonly LonLat[] | null): void
}
