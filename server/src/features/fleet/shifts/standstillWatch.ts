/** How long a mower that should drive for its shift has stood where it is. */
import type { Position } from '@greensward/domain'
import type { Clock } from '../../../platform/context.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'

/** A receiver with RTK wavers by less. */
const MOVED_M = 1
/** After this long a person has to look. Turns, the blade and the parts of a long mission take less. */
export const STANDS_MS = 5 * 60_000

interface Stood {
  readonly taskId: string
  /** Null until its position is known. */
  readonly at: Position | null
  readonly sinceMs: number
}

export class StandstillWatch {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #stood = new Map<string, Stood>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /**
   * @param taskId that it drives; undefined where it does not have to drive
   * @param at null while unknown: nobody saw it move
   */
  isTooLong(mowerId: string, taskId: string | undefined, at: Position | null): boolean {
    if (taskId === undefined) {
      this.#stood.delete(mowerId)
      return false
    }
    const nowMs = this.#clock.monotonicMs()
    const known = this.#stood.get(mowerId)
    const hasMoved = at !== null && known?.at != null && apartM(known.at, at) > MOVED_M
    if (known?.taskId !== taskId || hasMoved) {
      this.#stood.set(mowerId, { taskId, at, sinceMs: nowMs })
      return false
    }
    if (known.at === null && at !== null) this.#stood.set(mowerId, { ...known, at })
    return nowMs - known.sinceMs >= STANDS_MS
  }
}
