/**
 * One interface for machines of every maker. An adapter speaks a machine's own protocol; what the machine can do is data,
 * and its users read that data, not which adapter it is. Parts that none of its machines can do are null.
 */
import type { OwnState, Telemetry, VehicleCapabilities } from '@greensward/domain'
import type { Outcome } from './commands/outcome.ts'
import type { StopAllOutcome, UploadOptions } from './gatewayTypes.ts'
import type { MissionItem } from './mission/missionItem.ts'
import type { StopOutcome } from './safety/emergencyStop.ts'

/** Of machines that follow a path. */
export interface PathDriving {
  /** Uploads, reads back and compares. */
  upload(vehicleId: string, items: readonly MissionItem[], options?: UploadOptions): Promise<Outcome>
  start(vehicleId: string): Promise<Outcome>
  /** Continues towards item `seq`. */
  resume(vehicleId: string, seq: number): Promise<Outcome>
}

export interface WorkArea {
  /** Of the machine's own map. */
  readonly id: string
  /** Empty where nobody gave it one. */
  readonly name: string
  readonly isEnabled: boolean
  /** 0 to 1; null where the machine does not report it. */
  readonly progress: number | null
}

/** Of machines that mow an area along a path of their own. */
export interface WorkAreaMowing {
  areasOf(vehicleId: string): readonly WorkArea[]
  /**
   * Sent once, after the pre-start checks. Accepted once its maker's service has taken it; its telemetry shows whether it leaves.
   * @param agedMs how long ago a person pressed: a stop since then ends the request
   */
  mow(vehicleId: string, areaId: string, minutes: number, agedMs: number): Promise<Outcome>
  /**
   * It drives home by itself and stays there until its own schedule, or a person, sends it out. Accepted once its maker's service
   * has taken it.
   */
  returnToBase(vehicleId: string, stays: 'untilSchedule' | 'untilFurtherNotice'): Promise<Outcome>
}

/** Of machines that mow what is set on them, when they are asked to. */
export interface OwnMapMowing {
  /** What keeps it from starting now, by its own reports; null where that is not known. */
  startStateOf(vehicleId: string): OwnState | null
  /**
   * Accepted once it reports that it leaves its dock or mows.
   * @param agedMs how long ago a person pressed: a stop since then ends the request
   */
  start(vehicleId: string, agedMs: number): Promise<Outcome>
  /** Accepted once it reports that it drives home, or is there. */
  sendHome(vehicleId: string, agedMs: number): Promise<Outcome>
}

export interface VehicleAdapter {
  /** Undefined for a machine that is not of this adapter. */
  capabilitiesOf(vehicleId: string): VehicleCapabilities | undefined
  /** The last that the machine reported, with its age; undefined for one that is not of this adapter. */
  telemetryOf(vehicleId: string): Telemetry | undefined
  /** Goes past every queue and budget; acknowledged is what the machine has confirmed, never what was sent. */
  stop(vehicleId: string): Promise<StopOutcome>
  /** Asks every machine before it waits for the first answer. */
  stopAll(): Promise<StopAllOutcome>
  readonly paths: PathDriving | null
  readonly areas: WorkAreaMowing | null
  readonly ownMap: OwnMapMowing | null
}
