/** The states that this thread has pushed to the main thread, so that it pushes only what has changed since. */

import type { VehicleState } from '../state/vehicleState.ts'
import type { UnknownVehicle } from '../unknownVehicles.ts'
import type { StatePatch } from './messages.ts'

/** The content of a state, without its age. */
const fingerprint = ({ mission: _mission, statusTexts: _texts, telemetry, ...rest }: VehicleState): string =>
  JSON.stringify([rest, { ...telemetry, ageMs: null }])

export class PushedStates {
  readonly #pushed = new Map<string, { readonly state: VehicleState; readonly print: string }>()
  #vehiclesPrint = '[]'

  /** @param isForced sent even where nothing has changed, as the age of what is known has */
  patchOf(state: VehicleState, isForced: boolean): StatePatch | undefined {
    const before = this.#pushed.get(state.id)
    const print = fingerprint(state)
    const { mission, statusTexts, ...core } = state
    const isSameMission = before?.state.mission === mission && before !== undefined
    const isSameTexts = before?.state.statusTexts === statusTexts
    if (!isForced && isSameMission && isSameTexts && before.print === print) return undefined
    this.#pushed.set(state.id, { state, print })
    return { ...core, ...(isSameMission ? {} : { mission }), ...(isSameTexts ? {} : { statusTexts }) }
  }

  /** Forgets the mowers that are not among the present states, and returns their ids. */
  takeGone(present: readonly VehicleState[]): readonly string[] {
    const ids = new Set(present.map(({ id }) => id))
    const gone = [...this.#pushed.keys()].filter(id => !ids.has(id))
    for (const id of gone) this.#pushed.delete(id)
    return gone
  }

  /** @returns whether they differ from the ones of the last call in more than their age */
  haveChanged(vehicles: readonly UnknownVehicle[]): boolean {
    const before = this.#vehiclesPrint
    this.#vehiclesPrint = JSON.stringify(vehicles.map(vehicle => ({ ...vehicle, ageMs: null })))
    return this.#vehiclesPrint !== before
  }
}
