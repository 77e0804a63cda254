/**
 * After a restart: a mission of the database is compared with what its mower really does, as soon as that is known.
 * A mower that drives is shown driving, one that holds is shown stopped, and nothing is sent to either. A stopped mission
 * stays stopped: only a person resumes it, so a mower that drives it all the same is to be stopped.
 */
import type { Said } from '@greensward/messages'
import { lastWaypointSeq, type VehicleState } from '@greensward/vehicle'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import { type Actor, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import type { ActiveMission, OwnMission } from '../mission/activeMission.ts'
import { isOnBoard } from '../mission/missionDrive.ts'
import { type Happened, type RecordParts, recordLine, recordMove } from '../mission/recordMove.ts'

type Found =
  /** Not enough has been received yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'driving'; readonly seq: number }
  | { readonly kind: 'drivingAnother' }
  | { readonly kind: 'holding' }
  /** The mission is on board and its last waypoint was reached. */
  | { readonly kind: 'atEnd' }

const isAtEnd = (active: ActiveMission, { mission, missionItemReached, telemetry }: VehicleState): boolean => {
  if (!isOnBoard(active.drive, mission) || mission === null) return false
  const last = lastWaypointSeq(mission)
  return last !== null && (missionItemReached ?? 0) >= last && telemetry.mode === 'hold'
}

/**
 * A mower holds a part of a mission longer than its memory, which only the gateway can tell from another mission. It
 * reads what is on board and commands nothing: at the end of that part the mower holds until a person resumes.
 * @returns whether its answer is still missing
 */
const isAdopting = (gateway: RemoteGateway, active: OwnMission, { mission }: VehicleState): boolean => {
  if (mission === null) return false
  if (isOnBoard(active.drive, mission) || active.adoption === 'refused') return false
  if (active.adoption !== 'asked') {
    active.adoption = 'asked'
    void gateway.adoptMission(active.mowerId, active.drive.items).then(outcome => {
      // A mower that is busy or silent is asked again; another mission stays another one.
      active.adoption = outcome.outcome === 'rejected' && outcome.reason === 'anotherMission' ? 'refused' : undefined
    })
  }
  return true
}

/** The action of the mower of an unconfirmed mission. */
const find = (gateway: RemoteGateway, active: OwnMission): Found => {
  const state = gateway.state(active.mowerId)
  if (state === undefined) return { kind: 'unknown' }
  if (isAdopting(gateway, active, state)) return { kind: 'unknown' }
  const { mode, armed, missionSeq, link } = state.telemetry
  if (mode === null || link !== 'live') return { kind: 'unknown' }
  // A machine on a broker reports no arming.
  if (mode === 'auto' && armed === null) return { kind: 'unknown' }
  if (mode !== 'auto' || armed !== true) return { kind: isAtEnd(active, state) ? 'atEnd' : 'holding' }
  if (state.mission === null || missionSeq === null) return { kind: 'unknown' }
  return isOnBoard(active.drive, state.mission) ? { kind: 'driving', seq: missionSeq } : { kind: 'drivingAnother' }
}

/** Its effect on the mission: changes of its status, or a line in its log. */
interface Meaning {
  readonly moves: readonly Happened[]
  readonly line?: Said
  /** It drives a mission that was stopped. */
  readonly mustStop?: true
}

const NOTHING: Meaning = { moves: [] }

/**
 * Called at each of the mower's positions until the mission is confirmed; records what is found.
 * @param stoppedBy the person who stopped it from here for the gateway before: the reason that it holds
 * @returns whether the mower is to be stopped; undefined while it is not known what it does
 */
export const confirm = (
  parts: RecordParts & { readonly gateway: RemoteGateway },
  active: OwnMission,
  stoppedBy: Actor | undefined,
): { readonly mustStop: boolean } | undefined => {
  const found = find(parts.gateway, active)
  if (found.kind === 'unknown') return undefined
  if (found.kind === 'driving' && found.seq > 0) active.seq = found.seq
  const { moves, line, mustStop = false } = meaningOf(found, active, stoppedBy)
  if (line !== undefined) recordLine(parts, active, SYSTEM, line)
  for (const move of moves) recordMove(parts, active, move)
  active.isUnconfirmed = false
  return { mustStop }
}

const meaningOf = (
  found: Exclude<Found, { kind: 'unknown' }>,
  { status }: Pick<ActiveMission, 'status'>,
  stoppedBy: Actor | undefined,
): Meaning => {
  switch (found.kind) {
    case 'driving':
      return meaningOfDrive(status)
    case 'drivingAnother':
      return meaningOfHold(status, why('foundDrivingAnother'), stoppedBy)
    case 'holding':
      return meaningOfHold(status, why('foundHolding'), stoppedBy)
    case 'atEnd':
      return status === 'working'
        ? { moves: [{ event: 'finished', actor: SYSTEM, why: why('foundAtEnd') }] }
        : meaningOfHold(status, why('foundHolding'), stoppedBy)
  }
}

const meaningOfDrive = (status: ActiveMission['status']): Meaning => {
  const said = why('foundDriving')
  switch (status) {
    case 'uploading':
      return { moves: [{ event: 'uploaded', actor: SYSTEM, why: said }] }
    case 'stopped':
      return { moves: [], line: why('foundDrivingStopped'), mustStop: true }
    default:
      return { moves: [], line: said }
  }
}

const meaningOfHold = (status: ActiveMission['status'], found: Said, stoppedBy: Actor | undefined): Meaning => {
  switch (status) {
    case 'uploading':
      return { moves: [{ event: 'held', actor: SYSTEM, why: why('brokenByRestart', { cause: partOf(found) }) }] }
    case 'working':
      return {
        moves: [
          stoppedBy === undefined
            ? { event: 'held', actor: SYSTEM, why: found }
            : { event: 'stop', actor: stoppedBy, why: why('stoppedBy', { who: nameOf(stoppedBy) }) },
        ],
      }
    default:
      return NOTHING
  }
}
