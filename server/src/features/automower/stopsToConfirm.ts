/** Pauses and parks that the maker's service took: an alarm names each mower that does not report that it followed. */
import type { AutomowerMachine } from '@greensward/contract'
import type { Context } from '../../platform/context.ts'
import { createWatch, type Watch } from '../../platform/watch.ts'
import { readAutomower, readSoon, type StoredAutomower } from './automowerStore.ts'

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
}

const LOOK_MS = 1_000
/** The mower follows within a minute, is read after that, and once more a minute later. */
const CONFIRMED_MS = 200_000
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

  close(): Promise<void> {
    return this.#watch.close()
  }

  /** The maker's service took this stop now. @param machine as it was reported before */
  expect({ id, name, activity }: AutomowerMachine, stop: Stop): void {
    const { clock } = this.#ctx
    this.#awaited.set(id, {
      ...{ machine: { id, name }, stop, askedAt: clock.now(), askedMs: clock.monotonicMs() },
      ...{ wasMoving: MOVING.includes(activity), isReadAgain: false },
    })
  }

  /** It was started since: a mower that moves is as it was asked to be. */
  forget(machineId: string): void {
    this.#awaited.delete(machineId)
  }

  async #lookOnce(): Promise<void> {
    if (this.#awaited.size === 0) return
    const row = await readAutomower(this.#ctx.db)
    for (const awaited of this.#awaited.values()) await this.#judge(awaited, row)
  }

  async #judge(awaited: Awaited, row: StoredAutomower | undefined): Promise<void> {
    const { db, clock } = this.#ctx
    const { machine, stop, askedAt, askedMs, wasMoving } = awaited
    const found = row?.machines.find(({ id }) => id === machine.id)
    const reportedMs = Math.max(row?.answeredAt?.getTime() ?? 0, Date.parse(found?.eventAt ?? '') || 0)
    // Said after the stop was taken, by our own clock: the mower's own may be wrong.
    const said = found !== undefined && reportedMs > askedAt.getTime() ? found : undefined
    if (said?.isConnected === true && FOLLOWED[stop].includes(said.activity)) return this.forget(machine.id)
    if (clock.monotonicMs() - askedMs > CONFIRMED_MS) {
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
