/**
 * How a mower that speaks VDA 5050 is brought to drive an order of ours. A paused mower gets the order, repeats it in its state,
 * and only then is its pause ended: so an order that comes late, or comes back changed, moves nothing. A stop ends a start
 * between any two messages. SAFE-16e to j of vehicle/SPEC.md are kept here.
 */
import type { OwnState } from '@greensward/domain'
import { distanceM, type LonLat } from '@greensward/geometry'
import type { MachinePaths } from '../../broker/machineProtocol.ts'
import { Exclusive } from '../../commands/exclusive.ts'
import { accepted, noAnswer, type Outcome, type Rejected, rejected, stoppedMeanwhile } from '../../commands/outcome.ts'
import type { GatewayEvent } from '../../events.ts'
import type { Blade, MissionItem } from '../../mission/missionItem.ts'
import type { MachineState } from '../readMessages.ts'
import { makeOrder, type Order, START_DEVIATION_M } from './makeOrder.ts'
import { type PathPoint, pathOf, restOf } from './missionPath.ts'
import { orderFollower } from './orderFollower.ts'
import { offers } from './orderLimits.ts'
import type { OrderPorts } from './orderPorts.ts'
import { progressOf } from './orderState.ts'
import { ownPause } from './ownPause.ts'
import { ReleasedBase } from './releasedBase.ts'
import { OWN_STATES, startRefusal } from './startRefusal.ts'

export interface OrderConfig {
  /** Of the mower, such as `mow`, for its blade on an edge; null where it has none. */
  readonly bladeAction: string | null
  /** How the blade is set in the items of a mission. */
  readonly blade: Blade
}

/** In front of the id of each order that is made here. */
export const ORDER_PREFIX = 'gs-'
const PAUSE_MS = 3_000
/** Contacts and charger take so long to let it go. */
const CHARGER_MS = 15_000
/** A command that did not get through by then is dropped (SAFE-4b). */
const ANSWER_MS = 5_000

interface Uploaded {
  readonly items: readonly MissionItem[]
  readonly path: readonly PathPoint[]
  readonly endsAtCharger: boolean
}

interface Waiter {
  readonly test: (state: MachineState) => boolean
  readonly done: (isSo: boolean) => void
}

const busy = rejected('busy', 'The mower carries out another request.')
const notConnected = rejected('noConnection', 'This server has no connection to the broker of the mower.')

export class OrderDriving implements MachinePaths {
  readonly #config: OrderConfig
  readonly #ports: OrderPorts
  readonly #closing = new AbortController()
  readonly #exclusive = new Exclusive(this.#closing.signal)
  readonly #pause = ownPause()
  readonly #follower: ReturnType<typeof orderFollower>
  #uploaded: Uploaded | undefined
  #waiter: Waiter | undefined

  constructor(config: OrderConfig, ports: OrderPorts) {
    this.#config = config
    this.#ports = ports
    this.#follower = orderFollower(ports, ORDER_PREFIX, () => {
      if (this.#uploaded?.endsAtCharger === true) this.#ask('startCharging')
    })
  }

  get isFollowing(): boolean {
    return this.#follower.isFollowing
  }

  get mission(): readonly MissionItem[] | null {
    return this.#uploaded?.items ?? this.driven?.items ?? null
  }

  get startState(): OwnState | null {
    if (this.#exclusive.isBusy || this.isFollowing) return 'busy'
    const refusal = startRefusal(this.#ports, this.#pause.isOurs)
    return refusal === null ? 'ready' : (OWN_STATES[refusal.reason] ?? null)
  }

  get driven() {
    return this.#follower.driven()
  }

  /** Nothing is sent: an order that a mower has is one that it drives. */
  upload(items: readonly MissionItem[], { endsAtCharger = false } = {}): Promise<Outcome> {
    return this.#exclusive.run(async (): Promise<Outcome> => {
      if (this.#follower.isFollowing) return rejected('hasOrder', 'The mower drives an order.')
      const path = pathOf(items, this.#config.blade)
      if (!path.ok) return rejected(path.error.reason, path.error.message)
      const [first] = path.value
      const order = first === undefined ? undefined : this.#orderOf(path.value, first.position)
      if (order === undefined) return rejected('emptyPath', 'There is nothing to drive.')
      if (order.outcome !== undefined) return order.outcome
      this.#uploaded = { items, path: path.value, endsAtCharger }
      return accepted
    }, busy)
  }

  start(): Promise<Outcome> {
    return this.#begin(({ path }) => path)
  }

  resume(seq: number): Promise<Outcome> {
    return this.#begin(({ path }, at) => restOf(path, seq, at))
  }

  /** Before the report that it belongs to is passed on. */
  onState(state: MachineState): void {
    this.#pause.state(state, this.#ports.clock.monotonicMs())
    this.#follower.state(state, this.#exclusive.isBusy)
    if (this.#waiter?.test(state) === true) this.#settle(true)
  }

  onJudged(): void {
    this.#follower.release()
  }

  /** Each try of a stop. */
  onStopSent(): void {
    this.#pause.asked(this.#ports.clock.monotonicMs())
  }

  onEvent(event: GatewayEvent): void {
    if (event.kind === 'stopRequested') this.#onStop()
    // It drives on until the end of its order, and nothing is known of it.
    else if (event.kind === 'linkLost' && (this.#follower.isFollowing || this.#exclusive.isBusy))
      this.#ports.stop('linkLost')
    else if (event.kind === 'positionJump' && this.#exclusive.isBusy) this.#ports.stop('startFailed')
  }

  close(): void {
    this.#closing.abort()
    this.#settle(false)
  }

  #onStop(): void {
    this.#follower.forget()
    this.#exclusive.end()
    this.#settle(false)
  }

  #orderOf(
    path: readonly PathPoint[],
    from: LonLat,
  ): { readonly order: Order; readonly outcome?: undefined } | { readonly outcome: Rejected } {
    const { limits, frame, mapId, newId } = this.#ports
    const known = limits()
    if (known === null) return { outcome: rejected('noFactsheet', 'The mower did not publish its factsheet yet.') }
    const { bladeAction } = this.#config
    const order = makeOrder({
      ...{ orderId: `${ORDER_PREFIX}${newId()}`, from, path, frame, mapId, limits: known, bladeAction },
    })
    return order.ok ? { order: order.value } : { outcome: rejected(order.error.reason, order.error.message) }
  }

  #begin(pathFrom: (uploaded: Uploaded, at: LonLat) => readonly PathPoint[]): Promise<Outcome> {
    return this.#exclusive.run(async signal => {
      const refusal = this.#refusal(signal)
      if (refusal !== null) return refusal
      const uploaded = this.#uploaded
      const at = this.#ports.position()
      if (uploaded === undefined) return rejected('noMission', 'The mower was not given a mission.')
      if (at === null) return rejected('noPosition', 'The position of the mower is unknown.')
      const made = this.#orderOf(pathFrom(uploaded, at), at)
      if (made.outcome !== undefined) return made.outcome
      const { order } = made
      const base = new ReleasedBase(order)
      const steps: readonly (() => Promise<Outcome> | Outcome)[] = [
        () => this.#leaveCharger(signal),
        () => this.#refusal(signal, at) ?? this.#bringToPause(signal),
        () => this.#refusal(signal, at) ?? this.#give(order, base, signal),
        () => this.#refusal(signal, at, order) ?? this.#release(order, base, uploaded.items, signal),
      ]
      const wasCharging = this.#ports.state()?.is.charging === true
      for (const [index, step] of steps.entries()) {
        const outcome = await step()
        if (outcome.outcome === 'accepted') continue
        // It did not leave: an empty battery would be next.
        if (wasCharging && !signal.aborted && index + 1 < steps.length) this.#ask('startCharging')
        return outcome
      }
      return accepted
    }, busy)
  }

  #refusal(signal: AbortSignal, at?: LonLat, order?: Order): Rejected | null {
    if (signal.aborted) return stoppedMeanwhile
    const refusal = startRefusal(this.#ports, this.#pause.isOurs, order)
    if (refusal !== null) return this.#withdrawn(order, refusal)
    const now = this.#ports.position()
    if (at === undefined || now === null) return null
    const { frame } = this.#ports
    return distanceM(frame.toMap(at), frame.toMap(now)) <= START_DEVIATION_M
      ? null
      : this.#withdrawn(order, rejected('moved', 'The mower moved meanwhile.'))
  }

  /** An order that was given and does not start is taken back. */
  #withdrawn<T extends Outcome>(order: Order | undefined, outcome: T): T {
    if (order !== undefined) this.#ports.stop('startFailed')
    return outcome
  }

  /** @returns false for what its factsheet does not offer, and without a connection */
  #ask(type: 'startCharging' | 'stopCharging'): boolean {
    const limits = this.#ports.limits()
    return limits !== null && offers(limits, type, 'INSTANT') && this.#ports.sendAction(type)
  }

  /** By the standard a mower that charges takes no order, unless it ends that by itself. */
  async #leaveCharger(signal: AbortSignal): Promise<Outcome> {
    if (this.#ports.state()?.is.charging !== true || !this.#ask('stopCharging')) return accepted
    const hasEnded = await this.#until(({ charging }) => charging === false, CHARGER_MS)
    if (signal.aborted) return stoppedMeanwhile
    return hasEnded ? accepted : noAnswer('The mower did not report that it ended its charging.')
  }

  async #bringToPause(signal: AbortSignal): Promise<Outcome> {
    const { clock, state, sendAction } = this.#ports
    if (state()?.is.paused === true) return accepted
    this.#pause.asked(clock.monotonicMs())
    if (!sendAction('startPause')) return notConnected
    const isPaused = await this.#until(({ paused, driving }) => paused === true && driving === false, PAUSE_MS)
    if (signal.aborted) return stoppedMeanwhile
    return isPaused ? accepted : noAnswer('The mower did not pause before its order.')
  }

  /** Sent once: one without an answer is cancelled, and not sent again. */
  async #give(order: Order, base: ReleasedBase, signal: AbortSignal): Promise<Outcome> {
    const { sendOrder, state } = this.#ports
    const first = base.first()
    if (!sendOrder(first)) return notConnected
    base.sent(first)
    const isFaulty = ({ faultyOrders }: MachineState): boolean => faultyOrders.has(order.orderId)
    // Some report the order first, and what is in it with the next state.
    await this.#until(is => isAsSent(order, base, is) || isFaulty(is), ANSWER_MS)
    if (signal.aborted) return stoppedMeanwhile
    const is = state()?.is
    if (is !== undefined && isAsSent(order, base, is)) return accepted
    const answer = is?.faultyOrders.get(order.orderId)
    if (answer !== undefined)
      return this.#withdrawn(order, rejected('orderRefused', 'The mower refused the order.', { answer }))
    return this.#withdrawn(
      order,
      is?.orderId === order.orderId
        ? rejected('notAsSent', 'The mower does not report the order as it was sent.')
        : noAnswer('The mower did not report that it has taken the order.'),
    )
  }

  async #release(
    order: Order,
    base: ReleasedBase,
    items: readonly MissionItem[],
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (!this.#ports.sendAction('stopPause')) return this.#withdrawn(order, notConnected)
    this.#pause.ended()
    this.#ports.endStop()
    this.#follower.follow(order, base, items)
    const drives = await this.#until(
      is => is.paused === false && (is.driving === true || this.#follower.driven()?.hasBegun === true),
      ANSWER_MS,
    )
    if (signal.aborted) return stoppedMeanwhile
    return drives
      ? accepted
      : this.#withdrawn(order, noAnswer('The mower did not report that it drives.', 'notSeenDriving'))
  }

  /** Whether a state says so in time; false as well after a stop. */
  #until(test: Waiter['test'], ms: number): Promise<boolean> {
    const { clock } = this.#ports
    return new Promise(done => {
      const timer = clock.setTimeout(() => this.#settle(false), ms)
      this.#waiter = {
        test,
        done: isSo => {
          clock.clearTimeout(timer)
          done(isSo)
        },
      }
    })
  }

  #settle(isSo: boolean): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    waiter?.done(isSo)
  }
}

/** All that was released is in force, and it stands at its first node. */
const isAsSent = (order: Order, base: ReleasedBase, { order: back, actions }: MachineState): boolean => {
  const progress = progressOf(order, base, back)
  const released = order.edges.slice(0, base.endOf(0))
  return (
    progress.kind === 'inForce' &&
    progress.reached <= 0 &&
    back.edges?.length === released.length &&
    released.every(edge => edge.actions.every(({ actionId }) => actions.has(actionId)))
  )
}
