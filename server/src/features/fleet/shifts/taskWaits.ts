/** Since when tasks wait for golfers or another mower to leave their ground, and when each is tried again. */
import type { Clock } from '../../../platform/context.ts'

export class TaskWaits {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #waits = new Map<string, { readonly sinceMs: number; readonly againMs: number }>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** 0 for a task that does not wait. */
  waitedMs(taskId: string): number {
    const wait = this.#waits.get(taskId)
    return wait === undefined ? 0 : this.#clock.monotonicMs() - wait.sinceMs
  }

  mayTry(taskId: string): boolean {
    const wait = this.#waits.get(taskId)
    return wait === undefined || this.#clock.monotonicMs() >= wait.againMs
  }

  /** A wait that has begun keeps its beginning. @param againInMs before then it is not tried */
  begin(taskId: string, againInMs = 0): void {
    const nowMs = this.#clock.monotonicMs()
    this.#waits.set(taskId, { sinceMs: this.#waits.get(taskId)?.sinceMs ?? nowMs, againMs: nowMs + againInMs })
  }

  /** All other waits are over: their tasks began or ended, or their routes were paused. */
  keep(taskIds: ReadonlySet<string>): void {
    for (const id of this.#waits.keys()) if (!taskIds.has(id)) this.#waits.delete(id)
  }
}
