/** The states that the gateway's thread has pushed to the main thread, each read with its age. */
import { LOST_AFTER_MS, linkStateOf, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import type { VehicleState } from '../state/vehicleState.ts'
import type { UnknownVehicle } from '../unknownVehicles.ts'
import { type FromThread, monotonicMs } from './messages.ts'

interface Known {
  readonly state: VehicleState
  /** Monotonic, by the clock that both threads share. */
  readonly atMs: number
}

const olderTelemetry = (telemetry: Telemetry, byMs: number): Telemetry => {
  const ageMs = telemetry.ageMs === null ? null : telemetry.ageMs + Math.max(0, byMs)
  return { ...telemetry, ageMs, link: linkStateOf(ageMs) }
}

/** The state of the mower is unknown now; its last position stays on the map. */
const unknownTelemetry = ({ position, headingDeg, ageMs }: Telemetry): Telemetry => ({
  ...SILENT_TELEMETRY,
  position,
  headingDeg,
  ageMs: ageMs === null ? null : Math.max(ageMs, LOST_AFTER_MS + 1),
  link: ageMs === null ? 'never' : 'lost',
})

/** @param isAlive false where the thread is silent: the state of each mower is unknown then */
const stateNow = ({ state, atMs }: Known, isAlive: boolean): VehicleState => {
  const telemetry = olderTelemetry(state.telemetry, monotonicMs() - atMs)
  return { ...state, telemetry: isAlive ? telemetry : unknownTelemetry(telemetry) }
}

export class KnownStates {
  readonly #known = new Map<string, Known>()
  #unknownVehicles: readonly UnknownVehicle[] = []
  #unknownAtMs = 0

  get unknownVehicles(): readonly UnknownVehicle[] {
    const sinceMs = Math.max(0, monotonicMs() - this.#unknownAtMs)
    return this.#unknownVehicles.map(vehicle => ({ ...vehicle, ageMs: vehicle.ageMs + sinceMs }))
  }

  of(mowerId: string, isAlive: boolean): VehicleState | undefined {
    const known = this.#known.get(mowerId)
    return known === undefined ? undefined : stateNow(known, isAlive)
  }

  all(isAlive: boolean): readonly VehicleState[] {
    return [...this.#known.values()].map(known => stateNow(known, isAlive))
  }

  learn({ states, gone, atMs, unknownVehicles }: FromThread): void {
    for (const patch of states) {
      const before = this.#known.get(patch.id)?.state
      const state: VehicleState = {
        ...patch,
        mission: patch.mission === undefined ? (before?.mission ?? null) : patch.mission,
        statusTexts: patch.statusTexts ?? before?.statusTexts ?? [],
      }
      this.#known.set(patch.id, { state, atMs })
    }
    for (const id of gone ?? []) this.#known.delete(id)
    if (unknownVehicles === undefined) return
    this.#unknownVehicles = unknownVehicles
    this.#unknownAtMs = atMs
  }

  forget(): void {
    this.#known.clear()
    this.#unknownVehicles = []
  }
}
