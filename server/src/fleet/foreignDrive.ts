/**
 * Foreign drives: a mower drives in AUTO, and no start from here set it driving. Another ground station did, or a switch
 * of its remote control. Staff see it and are warned; where the settings say so the mower is stopped.
 */
import type { Telemetry } from '@greensward/domain'
import { SYSTEM } from '../missionLife/moveMission.ts'
import { why } from '../missionLife/why.ts'
import { type Fleet, mowerName } from './fleetState.ts'
import { recordLine } from './recordMove.ts'
import { auditCommand, stopMower } from './stopping.ts'

/** The end of a mission and a stop leave the mower in AUTO for a moment. */
const SETTLES_MS = 2_000
/** Slower than this with the blade off it does not drive, whatever its mode. */
const DRIVES_MPS = 0.2

export interface ForeignDriveWatch {
  hear(mowerId: string, telemetry: Telemetry): void
}

export interface ForeignDriveDoors {
  readonly stops: () => boolean
}

const mayDrive = ({ link, mode, armed }: Telemetry): boolean => link === 'live' && mode === 'auto' && armed === true

const drives = ({ speedMps, bladeOn }: Telemetry): boolean => (speedMps ?? 0) > DRIVES_MPS || bladeOn === true

/** A mission drives it, or a start or a stop from here is under way. */
const isOurs = (fleet: Fleet, mowerId: string): boolean => {
  const status = fleet.active.get(mowerId)?.status
  if (status === 'working' || status === 'uploading') return true
  if (fleet.starting.has(mowerId) || fleet.stopping.has(mowerId)) return true
  const stop = fleet.gateway.state(mowerId)?.requestedStop
  // A stop that it has not acknowledged is repeated, and has an alarm of its own.
  return stop !== undefined && stop.acknowledgedAt === undefined
}

export const createForeignDriveWatch = (fleet: Fleet, { stops }: ForeignDriveDoors): ForeignDriveWatch => {
  const { ctx, foreignDrives } = fleet
  const sinceMs = new Map<string, number>()

  const report = (mowerId: string): void => {
    const isStopped = stops()
    ctx.log.warn({ mowerId, isStopped }, 'A mower drives in AUTO, and no start from here set it driving')
    const active = fleet.active.get(mowerId)
    if (active !== undefined) recordLine(fleet, active, SYSTEM, why('foreignDrive'))
    auditCommand(fleet, 'mower.foreignDrive', mowerId, SYSTEM, { isStopped })
    ctx.events.emit('notice', {
      level: 'alarm',
      subject: 'mower',
      subjectId: mowerId,
      kind: isStopped ? 'foreignDriveStopped' : 'foreignDrive',
      values: { mower: mowerName(fleet, mowerId) },
    })
    if (!isStopped) return
    void stopMower(fleet, mowerId, SYSTEM).catch((err: unknown) =>
      ctx.log.error({ err, mowerId }, 'A foreign drive was not stopped'),
    )
  }

  return {
    hear: (mowerId, telemetry) => {
      if (!mayDrive(telemetry) || isOurs(fleet, mowerId)) {
        sinceMs.delete(mowerId)
        foreignDrives.delete(mowerId)
        return
      }
      const nowMs = ctx.clock.monotonicMs()
      const beganMs = sinceMs.get(mowerId) ?? (drives(telemetry) ? nowMs : undefined)
      // Once it drives it is driving in every corner, too, where it stands for a moment.
      if (beganMs === undefined) return
      sinceMs.set(mowerId, beganMs)
      if (nowMs - beganMs < SETTLES_MS || foreignDrives.has(mowerId)) return
      foreignDrives.add(mowerId)
      report(mowerId)
    },
  }
}
