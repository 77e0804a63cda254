/**
 * After a restart: a mission of the database is set against what its mower really does, as soon as that is known. Nothing
 * is sent; a mower that drives on is shown driving, one that holds is shown stopped.
 */
import type { MissionWhy } from '@greensward/domain'
import { lastWaypointSeq, type VehicleState } from '@greensward/vehicle'
import { type Actor, nameOf, SYSTEM } from '../missionLife/moveMission.ts'
import { partOf, why } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import type { Fleet } from './fleetState.ts'
import { isOnBoard } from './missionDrive.ts'
import { recordLine, recordMove } from './recordMove.ts'

/** Twice the time in which a mower is taken over: what stands later may have driven and stopped since. */
const TAKEN_OVER_MS = 20_000

type Found =
  /** Not enough has been heard yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'driving'; readonly seq: number }
  | { readonly kind: 'drivingAnother' }
  | { readonly kind: 'standing'; readonly atEnd: boolean }

const whatItDoes = (active: ActiveMission, state: VehicleState): Found => {
  const { mode, armed, missionSeq, link } = state.telemetry
  if (mode === null || armed === null || link !== 'live') return { kind: 'unknown' }
  const drives = mode === 'auto' && armed
  if (!drives) return { kind: 'standing', atEnd: isAtEnd(active, state) }
  if (state.mission === null || missionSeq === null) return { kind: 'unknown' }
  return isOnBoard(active.drive, state.mission) ? { kind: 'driving', seq: missionSeq } : { kind: 'drivingAnother' }
}

/** The mission is on board and its last waypoint was reached. */
const isAtEnd = (active: ActiveMission, { mission, missionItemReached, telemetry }: VehicleState): boolean => {
  if (!isOnBoard(active.drive, mission) || mission === null) return false
  const last = lastWaypointSeq(mission)
  return last !== null && (missionItemReached ?? 0) >= last && telemetry.mode === 'hold'
}

/**
 * A mower holds a part of a mission longer than its memory, which only the gateway can tell from another mission. It
 * reads what is on board and tells the mower nothing: at the end of that part the mower stands until a person resumes.
 * @returns whether there is something to be waited for
 */
const isAdopting = (fleet: Fleet, active: ActiveMission, state: VehicleState): boolean => {
  const { mission } = state
  if (mission === null) return false
  if (isOnBoard(active.drive, mission) || active.adoption === 'refused') return false
  if (active.adoption !== 'asked') {
    active.adoption = 'asked'
    void fleet.gateway.adoptMission(active.mowerId, active.drive.items).then(outcome => {
      // One that is busy or was not heard is asked again; another mission stays another one.
      active.adoption = outcome.outcome === 'rejected' && outcome.reason === 'anotherMission' ? 'refused' : undefined
    })
  }
  return true
}

/** Called at each of the mower's positions until the mission is confirmed. */
export const confirm = (fleet: Fleet, active: ActiveMission): void => {
  const state = fleet.gateway.state(active.mowerId)
  if (state === undefined || isAdopting(fleet, active, state)) return
  const found = whatItDoes(active, state)
  switch (found.kind) {
    case 'unknown':
      return
    case 'driving':
      if (found.seq > 0) active.seq = found.seq
      showDriving(fleet, active)
      return
    case 'drivingAnother':
      showStopped(fleet, active, why('foundDrivingAnother'))
      return
    case 'standing':
      if (found.atEnd && active.status === 'working') {
        recordMove(fleet, active, {
          event: 'finished',
          actor: SYSTEM,
          why: why('foundAtEnd'),
        })
        return
      }
      showStopped(fleet, active, why('foundHolding'))
      return
  }
}

const showDriving = (fleet: Fleet, active: ActiveMission): void => {
  const said = why('foundDriving')
  switch (active.status) {
    case 'uploading':
      recordMove(fleet, active, { event: 'uploaded', actor: SYSTEM, why: said })
      return
    case 'stopped':
      recordMove(fleet, active, { event: 'resume', actor: SYSTEM, why: said })
      recordMove(fleet, active, { event: 'resumed', actor: SYSTEM, why: said, fromSeq: active.seq })
      return
    default:
      active.isUnconfirmed = false
      recordLine(fleet, active, SYSTEM, said)
  }
}

/** A stop that this gateway sent for the one that held the mower is the reason that it stands. */
const whoStopped = (fleet: Fleet, mowerId: string): Actor | undefined => {
  const stop = fleet.stoppedFor.get(mowerId)
  fleet.stoppedFor.delete(mowerId)
  return stop !== undefined && fleet.ctx.clock.monotonicMs() - stop.atMs < TAKEN_OVER_MS ? stop.actor : undefined
}

const showStopped = (fleet: Fleet, active: ActiveMission, found: MissionWhy): void => {
  switch (active.status) {
    case 'uploading':
      recordMove(fleet, active, { event: 'held', actor: SYSTEM, why: why('brokenByRestart', { cause: partOf(found) }) })
      return
    case 'working': {
      const actor = whoStopped(fleet, active.mowerId)
      if (actor === undefined) recordMove(fleet, active, { event: 'held', actor: SYSTEM, why: found })
      else recordMove(fleet, active, { event: 'stop', actor, why: why('stoppedBy', { who: nameOf(actor) }) })
      return
    }
    default:
      active.isUnconfirmed = false
  }
}
