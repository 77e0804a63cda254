/** Since when tasks wait for golfers or another mower to leave their ground. */
import type { Clock } from '../../../platform/context.ts'

export class TaskWaits {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #sinceMs = new Map<string, number>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** 0 for a task that does not wait. */
  waitedMs(taskId: string): number {
    const sinceMs = this.#sinceMs.get(taskId)
    return sinceMs === undefined ? 0 : this.#clock.monotonicMs() - sinceMs
  }

  /** A wait that has begun keeps its beginning. */
  begin(taskId: string): void {
    if (!this.#sinceMs.has(taskId)) this.#sinceMs.set(taskId, this.#clock.monotonicMs())
  }

  end(taskId: string): void {
    this.#sinceMs.delete(taskId)
  }
}
