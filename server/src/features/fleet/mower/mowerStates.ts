/**
 * The states of a mower that this server controls, and which state may follow which. A change that is not listed
 * here does not happen.
 */
import type { MissionStatus } from '@greensward/domain'

export const MOWER_STATES = [
  /** It has no mission. */
  'idle',
  /** A start or a resume is recorded: it sends, reads back and checks the mission, and lets the mower drive at its end. */
  'starting',
  /** It drives its mission. */
  'driving',
  /** A stop is sent and not answered yet. */
  'stopping',
  /** Its mission is stopped. Only a person resumes it. */
  'stopped',
  /** After a restart or a change of gateway: it has a mission, and what it really does is not known yet. */
  'unconfirmed',
  /** Its mission is over and its fence is being taken away. */
  'unfencing',
  /** It drives in AUTO without a start from here. */
  'foreignDrive',
  /** Another gateway controls it, or it left the garage. */
  'released',
] as const

export type MowerState = (typeof MOWER_STATES)[number]

export const TRANSITIONS: Readonly<Record<MowerState, readonly MowerState[]>> = {
  // Created with a mission of the database, it is unconfirmed at once.
  idle: ['starting', 'stopping', 'unconfirmed', 'unfencing', 'foreignDrive', 'released'],
  // Refused before it moved, a mission is planned again and its mower idle; otherwise it is stopped.
  starting: ['driving', 'stopping', 'stopped', 'idle', 'released'],
  // Only a stop, a hold or the end of the mission ends a drive. A gateway that restarted has to find out what it does.
  driving: ['stopping', 'stopped', 'idle', 'unconfirmed', 'released'],
  // Nothing starts while a stop is not answered. A stop that failed leaves the mower as it was.
  stopping: ['idle', 'stopped', 'driving', 'unconfirmed', 'unfencing', 'released'],
  stopped: ['starting', 'stopping', 'idle', 'unconfirmed', 'unfencing', 'foreignDrive', 'released'],
  unconfirmed: ['driving', 'stopped', 'idle', 'starting', 'stopping', 'foreignDrive', 'released'],
  unfencing: ['idle', 'starting', 'stopping', 'unconfirmed', 'foreignDrive', 'released'],
  foreignDrive: ['idle', 'stopped', 'driving', 'unconfirmed', 'starting', 'stopping', 'unfencing', 'released'],
  released: [],
}

export const mayFollow = (from: MowerState, to: MowerState): boolean => TRANSITIONS[from].includes(to)

/** The state in which its mission, and the stops and the fence removal in progress, leave a mower. */
export const restingState = (
  mission: { readonly status: MissionStatus; readonly isUnconfirmed: boolean } | undefined,
  isStopping: boolean,
  isRemovingFence: boolean,
): MowerState => {
  if (isStopping) return 'stopping'
  if (mission === undefined) return isRemovingFence ? 'unfencing' : 'idle'
  if (mission.isUnconfirmed) return 'unconfirmed'
  if (mission.status === 'working') return 'driving'
  return mission.status === 'stopped' ? 'stopped' : 'starting'
}

/** The state of one mower. Nothing else changes it, and it changes only as the table lists. */
export class MowerStateMachine {
  #state: MowerState = 'idle'
  readonly #onUnlisted: (from: MowerState, to: MowerState) => void

  /** @param onUnlisted a change was asked for that the table does not list; never after the release */
  constructor(onUnlisted: (from: MowerState, to: MowerState) => void) {
    this.#onUnlisted = onUnlisted
  }

  get state(): MowerState {
    return this.#state
  }

  /** @returns false where the table does not list the change */
  enter(next: MowerState): boolean {
    const isListed = mayFollow(this.#state, next)
    if (isListed) this.#state = next
    else if (this.#state !== 'released') this.#onUnlisted(this.#state, next)
    return isListed
  }

  /** Enters the state in which its mission and the commands in progress leave it. */
  settle(resting: MowerState): void {
    if (resting === this.#state) return
    // Only its own telemetry, a start or a stop ends a foreign drive.
    const endsForeignDrive = resting === 'starting' || resting === 'driving' || resting === 'stopping'
    if (this.#state === 'foreignDrive' && !endsForeignDrive) return
    this.enter(resting)
  }
}
