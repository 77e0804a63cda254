/**
 * After a restart: a mission of the database is compared with what its mower really does, as soon as that is known.
 * Nothing is sent: a mower that drives is shown driving, one that holds is shown stopped.
 */
import type { Said } from '@greensward/messages'
import { lastWaypointSeq, type VehicleState } from '@greensward/vehicle'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import { type Actor, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import type { ActiveMission, OwnMission } from '../mission/activeMission.ts'
import { isOnBoard } from '../mission/missionDrive.ts'
import type { Happened } from '../mission/recordMove.ts'

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
  if (mode === null || armed === null || link !== 'live') return { kind: 'unknown' }
  if (mode !== 'auto' || !armed) return { kind: isAtEnd(active, state) ? 'atEnd' : 'holding' }
  if (state.mission === null || missionSeq === null) return { kind: 'unknown' }
  return isOnBoard(active.drive, state.mission) ? { kind: 'driving', seq: missionSeq } : { kind: 'drivingAnother' }
}

/** Its effect on the mission: changes of its status, or a line in its log. */
interface Meaning {
  readonly moves: readonly Happened[]
  readonly line?: Said
}

const NOTHING: Meaning = { moves: [] }

/**
 * Called at each of the mower's positions until the mission is confirmed.
 * @param stoppedBy the person who stopped it from here for the gateway before: the reason that it holds
 * @returns undefined while that is not known
 */
export const confirm = (
  gateway: RemoteGateway,
  active: OwnMission,
  stoppedBy: Actor | undefined,
): Meaning | undefined => {
  const found = find(gateway, active)
  if (found.kind === 'unknown') return undefined
  if (found.kind === 'driving' && found.seq > 0) active.seq = found.seq
  return meaningOf(found, active, stoppedBy)
}

const meaningOf = (
  found: Exclude<Found, { kind: 'unknown' }>,
  { status, seq }: Pick<ActiveMission, 'status' | 'seq'>,
  stoppedBy: Actor | undefined,
): Meaning => {
  switch (found.kind) {
    case 'driving':
      return meaningOfDrive(status, seq)
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

const meaningOfDrive = (status: ActiveMission['status'], fromSeq: number): Meaning => {
  const said = why('foundDriving')
  switch (status) {
    case 'uploading':
      return { moves: [{ event: 'uploaded', actor: SYSTEM, why: said }] }
    case 'stopped':
      return {
        moves: [
          { event: 'resume', actor: SYSTEM, why: said },
          { event: 'resumed', actor: SYSTEM, why: said, fromSeq },
        ],
      }
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
