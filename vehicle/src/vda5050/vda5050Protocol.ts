/** What a mower reports by VDA 5050, and how it is stopped. What the broker kept (retained) says nothing about now. */
import { STALE_AFTER_MS, type VehicleCapabilities } from '@greensward/domain'
import type { LonLat, XY } from '@greensward/geometry'
import { MAX_STOP_TRIES } from '../broker/brokerMachine.ts'
import type {
  MachineConfig,
  MachineMessage,
  MachinePaths,
  MachineProtocol,
  MachineReport,
  Received,
} from '../broker/machineProtocol.ts'
import type { Clock } from '../clock.ts'
import { activityOf, modeOf } from './activity.ts'
import { type MapFrame, mapFrame } from './mapFrame.ts'
import type { OrderMessage } from './order/makeOrder.ts'
import { ORDER_PREFIX, type OrderConfig } from './order/orderDriving.ts'
import { type OrderLimits, readOrderLimits } from './order/orderLimits.ts'
import {
  type ConnectionState,
  type Factsheet,
  type MachineState,
  type MapPosition,
  type Motion,
  readConnection,
  readFactsheet,
  readHeader,
  readMotion,
  readState,
  type Unreadable,
} from './readMessages.ts'
import { reportOrder } from './reportOrder.ts'
import { STOP_ACTIONS, type StopRequests, stopActions } from './stopActions.ts'
import { type Vda5050Identity, type Vda5050Topics, vda5050Topics } from './topics.ts'

export interface Vda5050Config extends MachineConfig, Vda5050Identity {
  readonly mapId: string
  /** Where its map has 0, 0. */
  readonly origin: LonLat
  /** Of the x axis of its map, clockwise from north. */
  readonly xAxisDeg: number
  /** Left out for a mower that is shown and stopped, and takes no orders of ours. */
  readonly orders?: OrderConfig
}

/** A mower at full speed needs longer to stand than one that is slow. */
const STOP_TRY_MS = 3_000
/** It publishes a state every 30 s at least. An older one does not say what it does. */
const STATE_COUNTS_MS = 40_000
/** A factsheet is not published without a request by every mower. */
const FACTSHEET_AGAIN_MS = 60_000
const MOST_FACTSHEET_REQUESTS = 3

/** @param takesOrders it drives orders of ours, not only those of its own control */
export const vda5050Capabilities = (takesOrders: boolean): VehicleCapabilities => ({
  followsPath: takesOrders,
  ...(takesOrders ? { judgesItself: true } : {}),
  mowsWorkArea: false,
  positionRateHz: 1,
  stopLatency: { via: 'directLink', withinS: (MAX_STOP_TRIES * STOP_TRY_MS) / 1_000 },
  blade: 'own',
  charge: 'own',
  returnToBase: 'own',
  fence: false,
  signing: false,
})

export interface Vda5050Details {
  readonly connection: ConnectionState | null
  readonly operatingMode: MachineState['operatingMode']
  readonly driving: boolean | null
  readonly paused: boolean | null
  readonly emergencyStop: MachineState['emergencyStop']
  readonly fieldViolation: boolean | null
  readonly orderId: string | null
  readonly mapId: string | null
  readonly stateAgeMs: number | null
  readonly errors: MachineState['errors']
  readonly stop: StopRequests | null
  readonly unreadable: {
    readonly count: number
    readonly last: { readonly topic: string; readonly reason: Unreadable } | null
  }
  readonly factsheet: Factsheet | null
}

export interface Orders extends MachinePaths {
  onStopSent(): void
  onState(state: MachineState): void
}

export class Vda5050Protocol implements MachineProtocol {
  readonly capabilities: VehicleCapabilities
  readonly stopTryMs = STOP_TRY_MS
  readonly #config: Vda5050Config
  readonly #clock: Clock
  readonly #topics: Vda5050Topics
  readonly frame: MapFrame
  readonly #order = { state: reportOrder(), visualization: reportOrder() }
  #connection: ConnectionState | null = null
  #state: { readonly is: MachineState; readonly atMs: number } | undefined
  #mapId: string | null = null
  #factsheet: Factsheet | null = null
  #factsheetRequests = 0
  #factsheetAskedMs = Number.NEGATIVE_INFINITY
  #stop = stopActions(() => crypto.randomUUID())
  #unreadable: Vda5050Details['unreadable'] = { count: 0, last: null }
  /** Of the messages that are sent. */
  readonly #headerIds = { instantActions: 0, order: 0 }
  #limits: OrderLimits | null = null
  #paths: Orders | null = null

  constructor(config: Vda5050Config, clock: Clock) {
    this.#config = config
    this.#clock = clock
    this.#topics = vda5050Topics(config)
    this.frame = mapFrame(config.origin, config.xAxisDeg)
    this.capabilities = vda5050Capabilities(config.orders !== undefined)
  }

  readonly ownMap = null

  get paths(): Orders | null {
    return this.#paths
  }

  /** Of a mower that takes orders of ours. */
  setPaths(paths: Orders): void {
    this.#paths = paths
  }

  get orderLimits(): OrderLimits | null {
    return this.#limits
  }

  get isOnline(): boolean {
    return this.#connection === 'online'
  }

  get lastState(): { readonly is: MachineState; readonly ageMs: number } | undefined {
    const state = this.#state
    return state && { is: state.is, ageMs: this.#clock.monotonicMs() - state.atMs }
  }

  get topics(): readonly string[] {
    const { connection, state, visualization, factsheet } = this.#topics
    return [connection, state, visualization, factsheet]
  }

  receive(topic: string, payload: string, isRetained: boolean): Received {
    const name = (['connection', 'state', 'visualization', 'factsheet'] as const).find(
      each => this.#topics[each] === topic,
    )
    // An empty one takes a retained message away.
    if (name === undefined || payload === '') return {}
    const isReport = name === 'state' || name === 'visualization'
    if (isReport && isRetained) return {}
    const header = readHeader(payload, this.#config)
    if (typeof header === 'string') return this.#cannotRead(name, header)
    const { fields } = header
    if (name === 'connection') return this.#onConnection(readConnection(fields))
    if (name === 'factsheet') {
      this.#factsheet = readFactsheet(fields)
      this.#limits = readOrderLimits(fields)
      return {}
    }
    const state = name === 'state' ? readState(fields) : null
    if (state === undefined) return this.#cannotRead(name, 'incomplete')
    const order = this.#order[name].take(header, this.#clock.monotonicMs())
    if (order === 'late') return this.#cannotRead(name, 'late')
    if (order === 'twice') return {}
    // A report is newer than what was said of its connection before.
    if (this.#connection !== null) this.#connection = 'online'
    return {
      ...(state === null ? this.#onMotion(readMotion(fields)) : this.#onState(state)),
      send: this.#requests(),
      // A report may arrive before the connection is ready to send.
      onNotSent: () => {
        this.#factsheetAskedMs = Number.NEGATIVE_INFINITY
        this.#factsheetRequests -= 1
      },
    }
  }

  forgetStop(): void {
    this.#stop = stopActions(() => crypto.randomUUID())
  }

  stopMessages(): readonly MachineMessage[] {
    const ids = this.#stop.next()
    this.#paths?.onStopSent()
    // Each for itself: a mower without an order may refuse the whole message in which an order is cancelled.
    return STOP_ACTIONS.map(actionType => this.instantAction(actionType, ids[actionType], 'HARD'))
  }

  orderMessage(order: OrderMessage): MachineMessage {
    return this.#message('order', { ...order })
  }

  refusal(): string | undefined {
    const requests = this.#stop.requests()
    if (requests?.pause !== 'failed' || requests.cancelOrder !== 'failed') return undefined
    const mode = this.#state?.is.operatingMode ?? 'unknown'
    return `The mower refused to pause and to cancel its order; its operating mode is ${mode}. Use its own emergency stop.`
  }

  details(): Vda5050Details {
    const state = this.#state?.is
    return {
      connection: this.#connection,
      operatingMode: state?.operatingMode ?? null,
      driving: state?.driving ?? null,
      paused: state?.paused ?? null,
      emergencyStop: state?.emergencyStop ?? null,
      fieldViolation: state?.fieldViolation ?? null,
      orderId: state?.orderId ?? null,
      mapId: this.#mapId,
      stateAgeMs: this.#state === undefined ? null : this.#clock.monotonicMs() - this.#state.atMs,
      errors: state?.errors ?? [],
      stop: this.#stop.requests() ?? null,
      unreadable: this.#unreadable,
      factsheet: this.#factsheet,
    }
  }

  #cannotRead(topic: string, reason: Unreadable): Received {
    this.#unreadable = { count: this.#unreadable.count + 1, last: { topic, reason } }
    return {}
  }

  /** A retained one counts as well: the broker keeps the newest, also that of a connection that broke. */
  #onConnection(connection: ConnectionState | null): Received {
    if (connection === null) return this.#cannotRead('connection', 'incomplete')
    this.#connection = connection
    if (connection !== 'online') return { isGone: true }
    for (const order of Object.values(this.#order)) order.restart()
    return {}
  }

  #onState(state: MachineState): Received {
    this.#state = { is: state, atMs: this.#clock.monotonicMs() }
    this.#stop.state(state)
    this.#paths?.onState(state)
    return { report: this.#report(state, state), acknowledges: this.#stop.isDone(state) }
  }

  /** A position between two states; what it does is what its last state said. */
  #onMotion(motion: Motion): Received {
    const known = this.#state
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.#clock.monotonicMs() - known.atMs
    const report = this.#report(motion, ageMs < STATE_COUNTS_MS ? known?.is : undefined)
    // Its blade may have been switched on since.
    return ageMs <= STALE_AFTER_MS
      ? { report }
      : { report: { ...report, telemetry: { ...report.telemetry, bladeOn: null } } }
  }

  #report({ position, speedMps }: Motion, state: MachineState | undefined): MachineReport {
    this.#mapId = position?.mapId ?? this.#mapId
    const isOnMap = position?.isInitialized === true && position.mapId === this.#config.mapId
    return {
      activity: state === undefined ? 'unknown' : activityOf(state),
      mode: state === undefined ? null : modeOf(state),
      isDriving: state?.driving ?? null,
      at: isOnMap ? this.#placeOf(position) : null,
      telemetry: {
        headingDeg: isOnMap ? this.#headingOf(position) : null,
        accuracyM: isOnMap ? position.deviationM : null,
        speedMps,
        battery: state?.battery ?? null,
        batteryV: state?.batteryV ?? null,
        charging: state?.charging ?? null,
        bladeOn: state === undefined ? null : this.#bladeOn(state),
      },
    }
  }

  #placeOf({ x, y }: MapPosition): { readonly position: LonLat; readonly xy: XY } {
    return { position: this.frame.toLonLat([x, y]), xy: [x, y] }
  }

  #headingOf({ theta }: MapPosition): number | null {
    return theta === null ? null : this.frame.headingOf(theta)
  }

  /** Only an order of ours says which action is the blade's. */
  #bladeOn({ orderId, actions }: MachineState): boolean | null {
    if (this.#paths === null || orderId?.startsWith(ORDER_PREFIX) !== true) return null
    return [...actions].some(([id, status]) => id.startsWith(`${orderId}:`) && status === 'running')
  }

  /** Its factsheet, which moves nothing. */
  #requests(): readonly MachineMessage[] {
    const nowMs = this.#clock.monotonicMs()
    const isDue = nowMs - this.#factsheetAskedMs >= FACTSHEET_AGAIN_MS
    if (this.#factsheet !== null || !isDue || this.#factsheetRequests >= MOST_FACTSHEET_REQUESTS) return []
    this.#factsheetAskedMs = nowMs
    this.#factsheetRequests += 1
    return [this.instantAction('factsheetRequest', crypto.randomUUID(), 'NONE')]
  }

  instantAction(actionType: string, actionId: string, blockingType: 'HARD' | 'NONE'): MachineMessage {
    const actions = [{ actionType, actionId, blockingType, actionParameters: [] }]
    // The text of 2.0 calls them `actions`, and a library by which machines of 2.0 are built `instantActions`: a stop has to reach both.
    const isOfTwoNames = this.#config.version.startsWith('2.0')
    return this.#message('instantActions', isOfTwoNames ? { actions, instantActions: actions } : { actions })
  }

  #message(topic: 'instantActions' | 'order', fields: object): MachineMessage {
    const { version, manufacturer, serialNumber } = this.#config
    this.#headerIds[topic] += 1
    return {
      topic: this.#topics[topic],
      payload: JSON.stringify({
        headerId: this.#headerIds[topic],
        timestamp: new Date(this.#clock.nowMs()).toISOString(),
        ...{ version, manufacturer, serialNumber },
        ...fields,
      }),
    }
  }
}
