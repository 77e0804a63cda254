/** The stops of one mower: sent, applied to its mission once answered, and sent again where the gateway has forgotten them. */

import type { CommandOutcome } from '@greensward/contract'
import type { Said } from '@greensward/messages'
import type { StopOutcome } from '@greensward/vehicle'
import { type Actor, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { auditCommand, type Happened } from '../mission/recordMove.ts'
import { drivesInAuto, isStopRepeated } from './foreignDrive.ts'
import { noteStop } from './noteStop.ts'
import { OF_ENTRANCE, type SentStop, SentStops } from './sentStops.ts'
import { outcomeOf, type UnheardStop } from './stopAnswer.ts'

/** The controller, as its stops change it. */
export interface StoppedMower {
  readonly id: string
  mission(): ActiveMission | undefined
  isDriving(): boolean
  endStart(): void
  /** The system stops it: its mission is stopped, and a start in progress ends. */
  endBySystem(cause: Said): void
  moveMission(happened: Happened): void
  settle(): void
}

/** In details of the audit log: the gateway stopped it by itself. */
const OF_SAFETY = { isSafetyStop: true }

export class MowerStops {
  readonly #mower: StoppedMower
  readonly #parts: FleetParts
  readonly #sent = new SentStops()

  constructor(mower: StoppedMower, parts: FleetParts) {
    this.#mower = mower
    this.#parts = parts
  }

  get isEmpty(): boolean {
    return this.#sent.isEmpty
  }

  /** The person who sent the last one. */
  get actor(): Actor | undefined {
    return this.#sent.actor
  }

  /** Synchronous up to the bytes on the wire: nothing is awaited before the gateway has sent. */
  async stop(actor: Actor): Promise<CommandOutcome> {
    const answer = this.#parts.gateway.stop(this.#mower.id)
    return this.answered(this.noteSent(actor), answer, stop => {
      this.note(actor, stop)
      return outcomeOf(stop)
    })
  }

  /** Where nobody waits for the outcome. */
  stopUnasked(actor: Actor): void {
    this.stop(actor).catch((err: unknown) =>
      this.#parts.ctx.log.error({ err, mowerId: this.#mower.id }, 'Could not stop a mower that drives'),
    )
  }

  /** @returns whether it drove, or was about to, and is sent a stop */
  holdNow(cause: Said): boolean {
    const { id } = this.#mower
    const { gateway, interruptions, ctx } = this.#parts
    const mission = this.#mower.mission()
    // Also one of which it is not confirmed yet what it does.
    const mayDrive = mission?.status === 'working' || (mission?.status === 'uploading' && mission.isCleared === true)
    if (!this.isEmpty || !(this.#mower.isDriving() || mayDrive || drivesInAuto(gateway.state(id)))) return false
    const answer = gateway.stop(id)
    this.#mower.endBySystem(cause)
    if (mission === undefined) interruptions.noteStop(id, SYSTEM)
    this.answered(this.#sent.add(SYSTEM, false), answer, stop => this.note(SYSTEM, stop)).catch((err: unknown) =>
      ctx.log.error({ err, mowerId: id }, 'Could not hold a mower'),
    )
    return true
  }

  /** The gateway repeats a stop that was not acknowledged, but not one that its thread before this one was sent. */
  repeatOwed(): void {
    const state = this.#parts.gateway.state(this.#mower.id)
    const { owed } = this.#sent
    if (owed !== undefined && this.isEmpty && drivesInAuto(state) && !isStopRepeated(state)) this.stopUnasked(owed)
  }

  /** @param conclude what the answer means, before anything else is concluded from it */
  async answered<T, R>(stop: SentStop, answer: Promise<T>, conclude: (value: T) => R): Promise<R> {
    this.#mower.settle()
    try {
      const value = await answer
      this.#sent.remove(stop)
      return conclude(value)
    } finally {
      this.#sent.remove(stop)
      this.#mower.settle()
    }
  }

  /** A stop that does not end the right of its shift. */
  add(actor: Actor): SentStop {
    return this.#sent.add(actor, false)
  }

  /** From here on a change out of AUTO is expected, and a start in progress has ended. */
  noteSent(actor: Actor, isOfEntrance = false): SentStop {
    const stop = this.#sent.add(actor, isOfEntrance)
    this.#mower.endStart()
    this.#parts.interruptions.noteStop(this.#mower.id, actor)
    this.#mower.settle()
    return stop
  }

  onEntranceAnswer(actor: Actor, stop: StopOutcome | undefined): void {
    this.#sent.removeFirstOfEntrance()
    if (stop !== undefined) this.note(actor, stop, OF_ENTRANCE)
    else auditCommand(this.#parts, 'mower.stop', this.#mower.id, actor, { acknowledged: false, ...OF_ENTRANCE })
    this.#mower.settle()
  }

  /** A safety stop of the gateway itself. Of one that is repeated, or comes beside another stop, people were notified. */
  onNotStopped(stop: UnheardStop): void {
    if (this.#sent.owed !== undefined) return
    this.owe(SYSTEM)
    // A start that it ends reports its own end.
    noteStop(this.#parts, {
      mowerId: this.#mower.id,
      mission: this.#mower.mission(),
      actor: SYSTEM,
      stop,
      details: OF_SAFETY,
    })
  }

  /** Applies a stop to the mission, and writes a line in the audit log. */
  note(actor: Actor, stop: StopOutcome, details: object = {}): void {
    this.noteAnswer(actor, stop)
    const { id: mowerId } = this.#mower
    const happened = noteStop(this.#parts, { mowerId, mission: this.#mower.mission(), actor, stop, details })
    if (happened !== undefined) this.#mower.moveMission(happened)
  }

  /** It did not acknowledge the stop of this person. */
  owe(actor: Actor): void {
    this.#sent.noteAnswer(actor, false)
  }

  noteAnswer(actor: Actor, { acknowledged }: StopOutcome): void {
    this.#sent.noteAnswer(actor, acknowledged)
  }

  /** @param isAcknowledged it has acknowledged a stop; otherwise it changed to HOLD */
  noteHold(isAcknowledged: boolean): void {
    this.#sent.noteHold(isAcknowledged)
  }

  noteStart(): void {
    this.#sent.noteStart()
  }

  forgetEntrance(): void {
    this.#sent.forgetEntrance()
  }
}
