/** The stops of one mower that are sent and not answered yet, and the one that it has not obeyed. */
import type { Actor } from '../../../shared/missionLife/moveMission.ts'

/** In details of the audit log: the stop did not arrive over the API. */
export const OF_ENTRANCE = { entrance: 'gateway' }

export interface SentStop {
  readonly actor: Actor
  /** Sent by the entrance for stops in the gateway's thread. */
  readonly isOfEntrance: boolean
}

export class SentStops {
  #sent: readonly SentStop[] = []
  #owed: Actor | undefined

  get isEmpty(): boolean {
    return this.#sent.length === 0
  }

  /** The person who sent the last one. */
  get actor(): Actor | undefined {
    return this.#sent.at(-1)?.actor
  }

  /**
   * Who is owed a stop: the mower has not acknowledged the last one, nor was it seen holding or started since. The gateway
   * repeats it as long as its thread lives; the thread that takes its place does not know of it.
   */
  get owed(): Actor | undefined {
    return this.#owed
  }

  add(actor: Actor, isOfEntrance: boolean): SentStop {
    const stop = { actor, isOfEntrance }
    this.#sent = [...this.#sent, stop]
    this.#owed = actor
    return stop
  }

  /** @param actor who asked for the stop that was answered */
  noteAnswer(actor: Actor, isAcknowledged: boolean): void {
    if (isAcknowledged) this.#owed = undefined
    else this.#owed ??= actor
  }

  /** Without an acknowledgement, a hold that is seen before the answer may be from before the stop. */
  noteHold(isAcknowledged: boolean): void {
    if (isAcknowledged || this.isEmpty) this.#owed = undefined
  }

  /** A start that was recorded after it. */
  noteStart(): void {
    this.#owed = undefined
  }

  remove(stop: SentStop): void {
    this.#sent = this.#sent.filter(sent => sent !== stop)
  }

  /** The entrance answers its stops in the order in which it sent them. */
  removeFirstOfEntrance(): void {
    const first = this.#sent.find(({ isOfEntrance }) => isOfEntrance)
    if (first !== undefined) this.remove(first)
  }

  /** The gateway's thread has ended: the stops of its entrance are never answered. */
  forgetEntrance(): void {
    this.#sent = this.#sent.filter(({ isOfEntrance }) => !isOfEntrance)
  }
}
