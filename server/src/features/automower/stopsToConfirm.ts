/** Pauses and parks that the maker's service took: an alarm names each mower that does not report that it followed. */
import type { AutomowerMachine } from '@greensward/contract'
import type { Context } from '../../platform/context.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { readAutomower, readSoon, reportedAtOf, type StoredAutomower } from './automowerStore.ts'
import { STOP_KNOWN_S } from './readMachines.ts'

type Stop = 'pause' | 'park'

interface Awaited {
  readonly machine: Pick<AutomowerMachine, 'id' | 'name'>
  readonly stop: Stop
  readonly askedAt: Date
  /** On the monotonic clock. */
  readonly askedMs: number
  readonly wasMoving: boolean
  /** It was read once and still moved: it is read once more. */
  isReadAgain: boolean
  /** Resolves with the time of the report that it followed. */
  readonly followed: PromiseWithResolvers<Date | undefined>
}

const LOOK_MS = 1_000
const MOVING: readonly AutomowerMachine['activity'][] = ['mowing', 'leaving', 'goingHome', 'unknown']
/** What a mower reports that followed. One that drives home has not followed a pause. */
const STANDS: readonly AutomowerMachine['activity'][] = ['paused', 'stopped', 'parked', 'charging', 'failed', 'off']
const FOLLOWED: Readonly<Record<Stop, readonly AutomowerMachine['activity'][]>> = {
  pause: STANDS,
  park: [...STANDS, 'goingHome'],
}

export class StopsToConfirm {
  readonly #ctx: Pick<Context, 'db' | 'clock' | 'log'>
  readonly #alarm: (machine: Pick<AutomowerMachine, 'id' | 'name'>) => void
  readonly #watch: Watch
  readonly #awaited = new Map<string, Awaited>()

  /** @param alarm called with each mower that did not report in time that it followed */
  constructor(
    ctx: Pick<Context, 'db' | 'clock' | 'log'>,
    alarm: (machine: Pick<AutomowerMachine, 'id' | 'name'>) => void,
  ) {
    this.#ctx = ctx
    this.#alarm = alarm
    this.#watch = createWatch({
      everyMs: LOOK_MS,
      lookOnce: () => this.#lookOnce(),
      failed: err => ctx.log.warn({ err }, 'Could not look whether Automowers have stopped'),
    })
  }

  start(): void {
    this.#watch.start()
  }

  async close(): Promise<void> {
    await this.#watch.close()
    for (const id of this.#awaited.keys()) this.forget(id)
  }

  /** Something was reported, so that nobody waits for the next look. */
  async look(): Promise<void> {
    if (this.#awaited.size > 0) await this.#watch.look(true)
  }

  /**
   * The maker's service took this stop now.
   * @param machine as it was reported before
   * @returns when it is reported to have followed; undefined where that is not known in time, or it was started since
   */
  expect({ id, name, activity }: AutomowerMachine, stop: Stop): Promise<Date | undefined> {
    const { clock } = this.#ctx
    // Who waits for the stop before this one waits for the same standstill.
    const followed = this.#awaited.get(id)?.followed ?? Promise.withResolvers<Date | undefined>()
    this.#awaited.set(id, {
      ...{ machine: { id, name }, stop, askedAt: clock.now(), askedMs: clock.monotonicMs(), followed },
      ...{ wasMoving: MOVING.includes(activity), isReadAgain: false },
    })
    return followed.promise
  }

  /** It was started since: a mower that moves is as it was asked to be. */
  forget(machineId: string): void {
    this.#end(machineId, undefined)
  }

  #end(machineId: string, followedAt: Date | undefined): void {
    this.#awaited.get(machineId)?.followed.resolve(followedAt)
    this.#awaited.delete(machineId)
  }

  async #lookOnce(): Promise<void> {
    if (this.#awaited.size === 0) return
    // While the database is away nothing is known to be reported, and the time passes all the same.
    const row = await readAutomower(this.#ctx.db).catch((err: unknown) => {
      this.#ctx.log.warn({ err }, 'Could not read whether Automowers have stopped')
      return undefined
    })
    for (const awaited of this.#awaited.values()) await this.#judge(awaited, row)
  }

  async #judge(awaited: Awaited, row: StoredAutomower | undefined): Promise<void> {
    const { db, clock } = this.#ctx
    const { machine, stop, askedAt, askedMs, wasMoving } = awaited
    const found = row?.machines.find(({ id }) => id === machine.id)
    const reportedAt = row === undefined ? undefined : reportedAtOf(row, machine.id)
    const said = reportedAt !== undefined && reportedAt > askedAt ? found : undefined
    if (said?.isConnected === true && FOLLOWED[stop].includes(said.activity)) return this.#end(machine.id, reportedAt)
    if (clock.monotonicMs() - askedMs > STOP_KNOWN_S * 1_000) {
      this.forget(machine.id)
      // One that stood before and has said nothing since is not known to move.
      if (wasMoving || (said !== undefined && MOVING.includes(said.activity))) this.#alarm(machine)
      return
    }
    if (said === undefined || awaited.isReadAgain || (row?.answeredAt?.getTime() ?? 0) <= askedAt.getTime()) return
    awaited.isReadAgain = true
    await readSoon(db, clock.now())
  }
}
