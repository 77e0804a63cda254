/**
 * Foreign drives: a mower drives in AUTO without a start from here. Another ground station started it, or a switch of its
 * remote control. Staff see it and are warned; where set to, the server stops the mower.
 */
import type { Telemetry } from '@greensward/domain'
import type { VehicleState } from '@greensward/vehicle'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { auditCommand, type RecordParts } from '../mission/recordMove.ts'
import { notifyOfMower } from './mowerEvents.ts'

/** The end of a mission and a stop leave the mower in AUTO for a moment. */
const SETTLES_MS = 2_000
/** Slower than this with the blade off it does not count as driving, in any mode. */
const DRIVES_MPS = 0.2

const mayDrive = ({ link, mode, armed }: Telemetry): boolean => link === 'live' && mode === 'auto' && armed === true

const drives = ({ speedMps, bladeOn }: Telemetry): boolean => (speedMps ?? 0) > DRIVES_MPS || bladeOn === true

/** Watches one mower. */
export class ForeignDriveWatch {
  #sinceMs: number | undefined

  /**
   * @param isOurs a mission drives it, or a start or a stop from here is in progress
   * @returns whether it drives without a start from here, and has done so long enough to be sure
   */
  note(telemetry: Telemetry, isOurs: boolean, nowMs: number): boolean {
    if (!mayDrive(telemetry) || isOurs) this.#sinceMs = undefined
    // Once it drives it counts as driving in every corner, too, where it stops for a moment.
    else if (this.#sinceMs === undefined && drives(telemetry)) this.#sinceMs = nowMs
    return this.#sinceMs !== undefined && nowMs - this.#sinceMs >= SETTLES_MS
  }
}

/** In AUTO and armed, by what was received just now. */
export const drivesInAuto = (state: VehicleState | undefined): boolean =>
  state !== undefined && mayDrive(state.telemetry)

/** The gateway sends a stop again that the mower has not acknowledged. */
export const isStopRepeated = (state: VehicleState | undefined): boolean =>
  state?.requestedStop !== undefined && state.requestedStop.acknowledgedAt === undefined

/** A mission drives it, or a stop that it has not acknowledged is repeated, which has an alarm of its own. */
export const isDrivenFromHere = (mission: ActiveMission | undefined, state: VehicleState | undefined): boolean =>
  mission?.status === 'working' || mission?.status === 'uploading' || isStopRepeated(state)

/** @param isStopped it is sent a stop */
export const reportForeignDrive = (
  parts: Pick<RecordParts, 'ctx' | 'journal' | 'garage'>,
  mowerId: string,
  isStopped: boolean,
): void => {
  parts.ctx.log.warn({ mowerId, isStopped }, 'A mower drives in AUTO without a start from here')
  auditCommand(parts, 'mower.foreignDrive', mowerId, SYSTEM, { isStopped })
  notifyOfMower(parts, mowerId, 'alarm', isStopped ? 'foreignDriveStopped' : 'foreignDrive')
}
