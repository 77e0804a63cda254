/** Learns how much one mower uses and charges while this server controls it, after each mission and each charge. */
import { createEnergyMeter, needsConfirmation, type Telemetry } from '@greensward/domain'
import { type EnergyStretches, learnEnergy } from '../../../shared/missionLife/energyStore.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import type { FleetParts } from '../fleetParts.ts'

type Parts = Pick<FleetParts, 'ctx' | 'journal' | 'garage'>

/** A mower this near to the position of its base, and standing, is parked there. */
const PARKED_M = 2
const STANDING_MPS = 0.1

export class EnergyWatch {
  readonly #mowerId: string
  readonly #parts: Parts
  readonly #meter = createEnergyMeter()

  constructor(mowerId: string, parts: Parts) {
    this.#mowerId = mowerId
    this.#parts = parts
  }

  /** @param isDriven it drives a mission or a drive that was started here */
  note(telemetry: Telemetry, isDriven: boolean): void {
    const { ctx, garage } = this.#parts
    const mower = garage.mowers.get(this.#mowerId)
    // Of a mower with a tank this is the battery of its starter.
    if (mower === undefined || needsConfirmation(mower, telemetry.battery)) {
      this.#meter.interrupt()
      return
    }
    const { clock } = ctx
    this.#meter.note({ atMs: clock.monotonicMs(), telemetry, isDriven, isAtCharger: this.#isAtCharger(telemetry) })
    if (isDriven) return
    const { uses, charges } = this.#meter.take()
    if (uses.length + charges.length > 0) this.#learn({ uses, charges })
  }

  #isAtCharger({ position, speedMps }: Telemetry): boolean {
    const base = this.#parts.garage.baseOf(this.#mowerId)
    if (base?.hasCharger !== true || position === null || Math.abs(speedMps ?? 0) > STANDING_MPS) return false
    return apartM(position, base.position) <= PARKED_M
  }

  #learn(stretches: EnergyStretches): void {
    const { ctx, journal } = this.#parts
    void journal.enter(`mower ${this.#mowerId}`, 'energy', async () => {
      const hasChanged = await ctx.db.transaction(tx => learnEnergy(tx, this.#mowerId, stretches))
      if (!hasChanged) return
      ctx.live.publish('garage', 'changed', { subject: 'mowers' })
      ctx.events.emit('garageChanged', { subject: 'mowers' })
    })
  }
}
