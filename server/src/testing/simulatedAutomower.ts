/** A mower of the maker's service: what it was asked reaches it late, and what it does is reported as the maker reports it. */
import { mowerOf } from './automowerService.ts'
import { AREAS } from './automowerStage.ts'

/** The slowest that the maker's documents allow is a minute. */
const FOLLOWS_MS = 20_000

interface State {
  readonly activity: 'MOWING' | 'GOING_HOME' | 'PARKED_IN_CS'
  readonly state: 'IN_OPERATION' | 'PAUSED'
}

const PARKED: State = { activity: 'PARKED_IN_CS', state: 'IN_OPERATION' }
const MOWING: State = { activity: 'MOWING', state: 'IN_OPERATION' }

const AFTER: Readonly<Record<string, (before: State) => State>> = {
  Pause: before => ({ ...before, state: 'PAUSED' }),
  StartInWorkArea: () => MOWING,
  ResumeSchedule: () => MOWING,
  ParkUntilNextSchedule: before =>
    before.activity === 'PARKED_IN_CS' ? PARKED : { ...MOWING, activity: 'GOING_HOME' },
  ParkUntilFurtherNotice: before =>
    before.activity === 'PARKED_IN_CS' ? PARKED : { ...MOWING, activity: 'GOING_HOME' },
}

export class SimulatedAutomower {
  readonly id: string
  /** The maker takes requests for it, and it gets none of them. */
  isDeaf = false
  #state = PARKED
  #waiting: { readonly type: string; readonly dueMs: number }[] = []
  readonly #changed: (event: object) => void

  /** @param changed called with the maker's event */
  constructor(id: string, changed: (event: object) => void) {
    this.id = id
    this.#changed = changed
  }

  get drives(): boolean {
    return this.#state.state === 'IN_OPERATION' && this.#state.activity !== 'PARKED_IN_CS'
  }

  get cuts(): boolean {
    return this.drives && this.#state.activity === 'MOWING'
  }

  /** The maker has taken a request for it. @param type such as Pause */
  receive(type: string, nowMs: number): void {
    if (!this.isDeaf) this.#waiting.push({ type, dueMs: nowMs + FOLLOWS_MS })
  }

  /** Its own schedule sends it out. */
  goOut(): void {
    this.#become(MOWING)
  }

  step(nowMs: number): void {
    const due = this.#waiting.filter(({ dueMs }) => dueMs <= nowMs)
    this.#waiting = this.#waiting.filter(({ dueMs }) => dueMs > nowMs)
    for (const { type } of due) this.#become(AFTER[type]?.(this.#state) ?? this.#state)
  }

  /** As the list of mowers has it. */
  listed(nowMs: number): object {
    return mowerOf(
      {
        mower: { ...this.#state, errorCode: 0, isErrorConfirmable: false },
        metadata: { connected: true, statusTimestamp: nowMs },
        workAreas: AREAS,
      },
      this.id,
    )
  }

  #become(state: State): void {
    if (state.activity === this.#state.activity && state.state === this.#state.state) return
    this.#state = state
    const mower = { ...state, mode: 'MAIN_AREA', errorCode: 0, isErrorConfirmable: false }
    this.#changed({ id: this.id, type: 'mower-event-v2', attributes: { mower } })
  }
}
