/** SAFE-6f, SAFE-6g: mowers that drive without a mission of ours, compared with one that starts or drives. */
import { type DriveAhead, type Mower, mayMeetSoon, type Position, startMayMeet } from '@greensward/domain'
import type { FleetParts } from '../fleetParts.ts'
import { positionOf } from './driveAhead.ts'

type View = Pick<FleetParts, 'view'>

/** Whether a start may meet one that drives without a mission, as fast as it can. Without a position it may be anywhere. */
export const startMeetsUnplanned = ({ view }: View, mine: DriveAhead, other: Mower): boolean => {
  const at = positionOf({ view }, other.id)
  const speedMps = Math.max(other.transitSpeedMps, view.telemetryOf(other.id)?.speedMps ?? 0)
  return at === null || startMayMeet(mine, { at, widthM: other.widthM, speedMps })
}

/** Whether one that drives may meet it before it has stopped: at the speed that it has, as long as that is known. */
export const meetsUnplannedSoon = ({ view }: View, mine: DriveAhead, other: Mower, at: Position): boolean => {
  const { link, speedMps } = view.telemetryOf(other.id) ?? { link: 'never', speedMps: null }
  const knownMps = link === 'live' ? speedMps : null
  return mayMeetSoon(mine, { at, widthM: other.widthM, speedMps: knownMps ?? other.transitSpeedMps })
}
