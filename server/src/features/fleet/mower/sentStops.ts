/** The stops of one mower that are sent and not answered yet. */
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

  get isEmpty(): boolean {
    return this.#sent.length === 0
  }

  /** The person who sent the last one. */
  get actor(): Actor | undefined {
    return this.#sent.at(-1)?.actor
  }

  add(actor: Actor, isOfEntrance: boolean): SentStop {
    const stop = { actor, isOfEntrance }
    this.#sent = [...this.#sent, stop]
    return stop
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
