/** Whether the charge of a mower rises as it should while a shift waits for it. */
import { hoursToCharge, type Mower, type ShiftTask } from '@greensward/domain'

/** The contacts and the charger take so long before any charge flows. */
const BEGIN_MS = 60_000
/** Mowers report whole percents, so a charge may be two of them old before it shows. */
const STEP = 0.02
/** A cold or old battery charges slower than was learned. */
const PATIENCE = 3
/** Of a charger of which nothing is known. */
const UNKNOWN_MS = 30 * 60_000
const HOUR_MS = 3_600_000
/** A gauge that wavers by half a percent has not risen. */
const RISE = 0.005

/** How long a charge may stay at a share, milliseconds. */
export const patienceMs = (mower: Mower, share: number): number => {
  const hours = hoursToCharge(mower, share, Math.min(1, share + STEP))
  return hours === null ? UNKNOWN_MS : BEGIN_MS + PATIENCE * hours * HOUR_MS
}

interface Risen {
  readonly taskId: string
  /** Null while the mower reports none. */
  readonly share: number | null
  readonly atMs: number
}

export class ChargeWatch {
  readonly #monotonicMs: () => number
  /** Of each mower: when its charge rose last. */
  readonly #risen = new Map<string, Risen>()

  constructor(clock: { monotonicMs(): number }) {
    this.#monotonicMs = () => clock.monotonicMs()
  }

  /** @param battery null while unknown: it does not count as a rise */
  isStuck(mower: Mower | undefined, task: ShiftTask | undefined, battery: number | null): boolean {
    if (mower === undefined) return false
    if (task?.kind !== 'charge' || task.state !== 'running') {
      this.#risen.delete(mower.id)
      return false
    }
    const nowMs = this.#monotonicMs()
    const known = this.#risen.get(mower.id)
    const hasRisen = battery !== null && (known?.share == null || battery > known.share + RISE)
    if (known?.taskId !== task.id || hasRisen) {
      this.#risen.set(mower.id, { taskId: task.id, share: battery, atMs: nowMs })
      return false
    }
    return nowMs - known.atMs > (known.share === null ? UNKNOWN_MS : patienceMs(mower, known.share))
  }
}
