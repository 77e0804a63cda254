/** A mower that this server controls, as the rest of the fleet sees it. */

import type { CommandOutcome } from '@greensward/contract'
import type { Said } from '@greensward/messages'
import type { GatewayEvent, StopOutcome } from '@greensward/vehicle'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deadline } from '../../../shared/missionLife/commandAge.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import type { ActiveMission, OwnMission } from '../mission/activeMission.ts'
import type { MowerState } from './mowerStates.ts'

/** What allows a start that no person pressed. It may end at any moment before the mower moves. */
export interface StartRight {
  /** For the mission's log. */
  readonly why: Said
  /** When the release that it comes from ends, monotonic. */
  readonly endsAtMs?: number
  /** Asked once stops end the start by themselves. */
  holds(): boolean
  /** In the transaction that records the start. @throws Refusal where it has ended */
  take(tx: Tx): Promise<void>
}

/** @param right of a start that no person pressed */
export type StartArguments = [missionId: string, actor: Actor, limit: Deadline, right?: StartRight]

export interface ControlledMower {
  readonly id: string
  readonly state: MowerState
  /** The mission that it belongs to. */
  readonly mission: ActiveMission | undefined
  /** A start or a resume is in progress, from its first check on. */
  readonly isStarting: boolean
  /** Its fence could not be set at its last start. */
  readonly wasFenceRefused: boolean

  /** @throws Refusal notFound, missionState, gateRefused with the gate's lines */
  start(...asked: StartArguments): Promise<CommandOutcome>
  resume(...asked: StartArguments): Promise<CommandOutcome>
  /** Resumes its mission, or starts the one that is planned for it soonest. */
  startNext(actor: Actor, limit: Deadline): Promise<CommandOutcome>
  stop(actor: Actor): Promise<CommandOutcome>
  /** Stops it, erases the mission on board, and cancels the mission. */
  clear(actor: Actor): Promise<CommandOutcome>
  /** The same for its mission alone. @throws Refusal missionState where it has another one or none */
  cancel(missionId: string, actor: Actor): Promise<CommandOutcome>

  /** Ends its stopped drive, which its shift plans again from where it stands, and erases it on board. */
  replaceDrive(missionId: string): Promise<void>

  /**
   * Stops it for a break of its mission, which it resumes later: an end of its row is a good moment.
   * @returns whether its mission is interrupted; otherwise it drives on, is stopped, or is about to be
   */
  interrupt(cause: Said): Promise<boolean>
  /**
   * A person sends it elsewhere: its stopped mission lets it go, and only a press resumes it.
   * @returns whether the mission is interrupted
   */
  interruptStopped(missionId: string, actor: Actor): boolean
  /** The system stops it where it drives, also without a mission, or is about to. @returns whether it is sent a stop */
  holdNow(cause: Said): boolean
  /** The entrance for stops in the gateway's thread has sent a stop. */
  onStopSent(actor: Actor): void
  /** @param stop undefined where nothing could be sent */
  onStopAnswered(actor: Actor, stop: StopOutcome | undefined): void
  onMowerEvent(event: GatewayEvent): void
  /** The gateway knows nothing any more: what the mower does is read from it. */
  onGatewayRestart(): void

  /**
   * Takes a mission of the database over; what the mower does now is read from it.
   * @param owed the person whose stop it did not acknowledge
   */
  takeMission(mission: OwnMission, owed?: Actor): void
  /** Its mission is over: people drive it by hand from then on, where its fence would hold it. */
  removeFence(): void
  saveProgress(): void
  /** Another gateway controls it, or it left the garage. */
  release(): void
}
