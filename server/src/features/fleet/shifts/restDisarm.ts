/**
 * SAFE-13i: a mower that charges is disarmed, and so is one at its base with nothing left to do: people reach for it there, and
 * some autopilots charge only then. A mission leaves its mower armed, so one that came home would stand armed all night.
 */
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { isAtBase } from '../atBase.ts'
import type { FleetParts } from '../fleetParts.ts'
import { auditCommand } from '../mission/recordMove.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'

type Parts = Pick<FleetParts, 'ctx' | 'view' | 'gateway' | 'garage' | 'journal' | 'course'>

const AGAIN_MS = 10_000
/** A person at the mower does what they came for within this time. */
const RESTS_MS = 30_000

export class RestDisarm {
  readonly #parts: Parts
  /** When a mower was last asked to disarm. */
  readonly #asked = new Map<string, number>()
  /** Since when a mower has stood armed at its base. */
  readonly #rests = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A mower that charges within its shift. */
  charges(mower: ControlledMower): void {
    if (this.#isArmedAtRest(mower)) this.#disarm(mower)
  }

  /** A mower that no released shift waits for, again and again. One that a person drives by hand is not in HOLD. */
  look(mower: ControlledMower): void {
    const { ctx, view, garage } = this.#parts
    const telemetry = view.telemetryOf(mower.id)
    const isHome = telemetry?.mode === 'hold' && isAtBase(telemetry.position, garage.baseOf(mower.id)) === true
    if (!isHome || !this.#isArmedAtRest(mower)) {
      this.#rests.delete(mower.id)
      return
    }
    const nowMs = ctx.clock.monotonicMs()
    const sinceMs = this.#rests.get(mower.id) ?? nowMs
    this.#rests.set(mower.id, sinceMs)
    if (nowMs - sinceMs >= RESTS_MS) this.#disarm(mower)
  }

  #isArmedAtRest(mower: ControlledMower): boolean {
    const isAtRest = mower.state === 'idle' && mower.mission === undefined && !mower.isStarting
    return isAtRest && this.#parts.view.telemetryOf(mower.id)?.armed === true
  }

  #disarm(mower: ControlledMower): void {
    const { ctx, gateway } = this.#parts
    const nowMs = ctx.clock.monotonicMs()
    if (nowMs - (this.#asked.get(mower.id) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
    this.#asked.set(mower.id, nowMs)
    const failed = (err: unknown) => ctx.log.warn({ err, mowerId: mower.id }, 'Could not disarm a mower at rest')
    void gateway
      .disarm(mower.id)
      .then(outcome => auditCommand(this.#parts, 'mower.disarm', mower.id, SYSTEM, outcome))
      .catch(failed)
  }
}
