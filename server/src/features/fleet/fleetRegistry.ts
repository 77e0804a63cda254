/** Finds the controller of each mower that this server controls. */
import type { ControlledMower } from './mower/controlledMower.ts'

export class FleetRegistry {
  readonly #controllers = new Map<string, ControlledMower>()
  readonly #create: (mowerId: string) => ControlledMower

  constructor(create: (mowerId: string) => ControlledMower) {
    this.#create = create
  }

  get(mowerId: string): ControlledMower | undefined {
    return this.#controllers.get(mowerId)
  }

  all(): readonly ControlledMower[] {
    return [...this.#controllers.values()]
  }

  /** @returns the new controller, or the one that is there */
  add(mowerId: string): ControlledMower {
    const known = this.#controllers.get(mowerId)
    if (known !== undefined) return known
    const added = this.#create(mowerId)
    this.#controllers.set(mowerId, added)
    return added
  }

  /** The controller ends the start in progress and writes nothing about its mission any more. */
  remove(mowerId: string): void {
    const removed = this.#controllers.get(mowerId)
    this.#controllers.delete(mowerId)
    removed?.release()
  }
}
