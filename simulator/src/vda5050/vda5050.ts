/**
 * A mower that speaks VDA 5050 2.1 (github.com/VDA5050/VDA5050), as far as its broker shows it: it drives the order that its
 * own control gave it, row after row, and the orders that it receives. Its unpleasant sides can be switched on one by one.
 */
import { FACTSHEET, ORDER_FACTSHEET } from './factsheet.ts'
import { noFaults } from './faults.ts'
import { changed, faultOf, OrderRunner, type ReceivedOrder, withoutActions } from './orderRunner.ts'

/** Its client of the broker. */
export interface Broker {
  publish(topic: string, payload: string, isRetained: boolean): void
}

export interface Vda5050Options {
  readonly interfaceName: string
  readonly manufacturer: string
  readonly serialNumber: string
  readonly mapId: string
  /** Wall time in ms; its own clock differs by `faults.clockAheadMs`. */
  readonly nowMs: () => number
  /** Its factsheet offers what an order of a mission needs. */
  readonly takesOrders?: boolean
}

type Mode = 'AUTOMATIC' | 'SEMIAUTOMATIC' | 'MANUAL' | 'SERVICE' | 'TEACHIN'
type Status = 'WAITING' | 'INITIALIZING' | 'RUNNING' | 'FINISHED' | 'FAILED'

interface ActionState {
  readonly actionId: string
  readonly actionType: string
  actionStatus: Status
}

interface MachineError {
  readonly errorType: string
  readonly errorLevel: 'WARNING' | 'FATAL'
  readonly errorDescription: string
  readonly errorReferences: readonly { readonly referenceKey: string; readonly referenceValue: string }[]
}

const SPEED_MPS = 0.8
const BRAKING_MPS2 = 0.8
const ROW_M = 30
const STATE_S = 1
const VISUALIZATION_S = 0.5

export class SimulatedVda5050 {
  readonly faults = noFaults()
  /** The types of the actions that reached it, oldest first. */
  readonly received: string[] = []
  /** The orders that reached it, oldest first. */
  readonly orders: ReceivedOrder[] = []
  operatingMode: Mode = 'AUTOMATIC'
  emergencyStop: 'NONE' | 'AUTOACK' | 'MANUAL' | 'REMOTE' = 'NONE'
  battery = 0.9
  isCharging = true
  errors: MachineError[] = []
  readonly #broker: Broker
  readonly #options: Vda5050Options
  readonly #front: string
  readonly #headerIds = new Map<string, number>()
  #orderId = ''
  #hasOrder = false
  #isPaused = false
  #actions: ActionState[] = []
  #speedMps = 0
  #x = 0
  #y = 0
  #towards = 1
  #theta = 0
  #run: OrderRunner | undefined
  #sinceStateS = 0
  #sinceVisualizationS = 0

  constructor(broker: Broker, options: Vda5050Options) {
    this.#broker = broker
    this.#options = options
    this.#front = `${options.interfaceName}/v2/${options.manufacturer}/${options.serialNumber}`
  }

  topic(name: string): string {
    return `${this.#front}/${name}`
  }

  get isDriving(): boolean {
    return this.#speedMps > 0
  }

  get cuts(): boolean {
    return this.#run === undefined ? this.isDriving && this.#hasOrder : this.#run.cuts
  }

  /** As it does when it has connected; its will is `lastWill`. */
  connected(): void {
    this.#publish('connection', { connectionState: 'ONLINE' }, true)
  }

  /** What its broker publishes, retained, once its connection has broken. */
  get lastWill(): string {
    return this.#message('connection', { connectionState: 'CONNECTIONBROKEN' })
  }

  /** Another master gives it an order, from its own topic. */
  order(orderId: string): void {
    this.#run = undefined
    this.#orderId = orderId
    this.#hasOrder = true
    this.isCharging = false
    this.#actions = []
    this.report()
  }

  /** A person pauses it with a switch on the machine. */
  pauseByHand(): void {
    this.#isPaused = true
    this.#run?.pause()
    this.report()
  }

  /** Another master ends its pause, or a person at the machine does. */
  endPause(): void {
    this.#isPaused = false
    this.report()
  }

  moveTo(x: number, y: number): void {
    this.#x = x
    this.#y = y
  }

  /** A message of its broker. */
  receive(topic: string, payload: string): void {
    if (this.faults.isDeaf) return
    if (topic === this.topic('order') && !this.faults.losesOrders) this.#take(JSON.parse(payload) as ReceivedOrder)
    if (topic !== this.topic('instantActions')) return
    const { actions } = JSON.parse(payload) as { actions: { actionType: string; actionId: string }[] }
    for (const { actionType, actionId } of actions) {
      this.received.push(actionType)
      // The same one again is the same action.
      if (this.#actions.some(known => known.actionId === actionId)) continue
      this.#act(actionType, actionId)
    }
    this.report()
  }

  /** Lets time pass; steps of at most a fifth of a second. */
  step(seconds: number): void {
    this.#drive(seconds)
    this.#carryOut()
    this.#sinceStateS += seconds
    this.#sinceVisualizationS += seconds
    if (this.#sinceStateS >= STATE_S) this.report()
    if (this.#sinceVisualizationS < VISUALIZATION_S) return
    this.#sinceVisualizationS = 0
    if (!this.faults.hasNoVisualization) this.#publish('visualization', this.#motion(), false)
  }

  report(): void {
    this.#sinceStateS = 0
    this.#publish('state', this.stateFields(), false)
  }

  stateFields(): Readonly<Record<string, unknown>> {
    const node = { nodeId: 'end', sequenceId: 2, released: true }
    const edge = { edgeId: 'row', sequenceId: 1, released: true }
    return {
      ...this.#motion(),
      orderId: this.#orderId,
      orderUpdateId: 0,
      lastNodeId: '',
      lastNodeSequenceId: 0,
      nodeStates: this.#hasOrder ? [node] : [],
      edgeStates: this.#hasOrder ? [edge] : [],
      ...this.#run?.fields,
      driving: this.isDriving,
      paused: this.#isPaused,
      operatingMode: this.operatingMode,
      actionStates: [...this.#actions, ...(this.#run?.actions ?? [])].map(action => ({ ...action })),
      batteryState: { batteryCharge: this.battery * 100, charging: this.isCharging },
      errors: this.errors,
      safetyState: { eStop: this.emergencyStop, fieldViolation: false },
    }
  }

  /** As it would publish it now. */
  message(topic: string, fields: object): string {
    return this.#message(topic, fields)
  }

  #motion(): object {
    return {
      agvPosition: {
        ...{ x: this.#x, y: this.#y, theta: this.#theta },
        ...{ mapId: this.#options.mapId, positionInitialized: !this.faults.isLost },
        ...(this.faults.deviationM === null ? {} : { deviationRange: this.faults.deviationM }),
      },
      velocity: { vx: this.#speedMps, vy: 0, omega: 0 },
    }
  }

  get #mayDrive(): boolean {
    const isAutomatic = this.operatingMode === 'AUTOMATIC' || this.operatingMode === 'SEMIAUTOMATIC'
    return this.#hasOrder && isAutomatic && !this.#isPaused && this.emergencyStop === 'NONE' && !this.#isStopping
  }

  get #isStopping(): boolean {
    return this.#actions.some(({ actionStatus }) => actionStatus === 'RUNNING')
  }

  #drive(seconds: number): void {
    const run = this.#run
    const allowed = run === undefined ? SPEED_MPS : Math.min(SPEED_MPS, run.maxSpeedMps)
    const wanted = this.#mayDrive || this.operatingMode === 'TEACHIN' ? allowed : 0
    const change = BRAKING_MPS2 * seconds
    this.#speedMps = wanted > 0 ? Math.min(wanted, this.#speedMps + change) : Math.max(0, this.#speedMps - change)
    if (run !== undefined) {
      this.#follow(run, this.#speedMps * seconds)
      return
    }
    this.#theta = this.#towards > 0 ? 0 : Math.PI
    this.#x += this.#towards * this.#speedMps * seconds
    if (Math.abs(this.#x) > ROW_M) this.#towards = -Math.sign(this.#x)
  }

  #follow(run: OrderRunner, metres: number): void {
    if (metres > 0) {
      const { at, theta } = run.drive([this.#x, this.#y], metres, this.faults.bladeFails)
      this.#x = at[0]
      this.#y = at[1]
      this.#theta = theta ?? this.#theta
    }
    if (!run.isOver || !this.#hasOrder) return
    this.#speedMps = 0
    this.#hasOrder = false
    this.report()
  }

  #take(order: ReceivedOrder): void {
    this.orders.push(order)
    const isKnown = order.orderId === this.#orderId
    if (isKnown && order.orderUpdateId > 0) {
      this.#update(order)
      return
    }
    // The same one again is the same order.
    if (isKnown) return
    const edgeActions = this.#options.takesOrders === true ? ['mow'] : []
    // One that is asked to end its charging takes no order before.
    const errorType =
      this.#hasOrder || (this.isCharging && this.#options.takesOrders === true)
        ? 'orderError'
        : faultOf(order, [this.#x, this.#y], this.#options.mapId, edgeActions)
    if (errorType === undefined) {
      this.#clearOrderErrors()
      this.#orderId = order.orderId
      this.#hasOrder = true
      this.isCharging = false
      this.#actions = this.#actions.filter(({ actionStatus }) => actionStatus === 'RUNNING')
      this.#run = new OrderRunner(this.faults.changesOrders ? changed(order) : order)
    } else this.#refuseOrder(order, errorType)
    this.report()
  }

  #update(update: ReceivedOrder): void {
    const run = this.#run
    if (this.faults.losesUpdates || run === undefined || update.orderUpdateId <= run.order.orderUpdateId) return
    const edgeActions = this.#options.takesOrders === true ? ['mow'] : []
    const isGood = faultOf(update, [this.#x, this.#y], this.#options.mapId, edgeActions) === undefined
    const isTaken = isGood && this.#hasOrder && !this.faults.refusesUpdates
    const taken = this.faults.losesActions ? withoutActions(update) : update
    if (!(isTaken && run.extend(this.faults.changesOrders ? changed(taken) : taken)))
      this.#refuseOrder(update, 'orderUpdateError')
    this.report()
  }

  #clearOrderErrors(): void {
    this.errors = this.errors.filter(({ errorReferences }) => errorReferences.every(isOfNoOrder))
  }

  #refuseOrder({ orderId }: ReceivedOrder, errorType: string): void {
    this.#clearOrderErrors()
    const errorReferences = [{ referenceKey: 'orderId', referenceValue: orderId }]
    const errorDescription = 'The order is not taken'
    this.errors = [...this.errors, { errorType, errorLevel: 'WARNING', errorDescription, errorReferences }]
  }

  /** Both actions have ended once it stands. */
  #carryOut(): void {
    if (this.isDriving) return
    const running = this.#actions.filter(({ actionStatus }) => actionStatus === 'RUNNING')
    if (running.length === 0) return
    for (const action of running) {
      action.actionStatus = 'FINISHED'
      if (action.actionType === 'startPause') {
        this.#isPaused = true
        this.#run?.pause()
      } else {
        this.#hasOrder = false
        this.#run?.cancel()
      }
    }
    this.report()
  }

  #act(actionType: string, actionId: string): void {
    const byHand = this.operatingMode === 'MANUAL' || this.operatingMode === 'SERVICE'
    const note = (actionStatus: Status): void => {
      this.#actions.push({ actionId, actionType, actionStatus })
    }
    if (actionType === 'factsheetRequest') {
      note('FINISHED')
      this.#publish('factsheet', this.#options.takesOrders === true ? ORDER_FACTSHEET : FACTSHEET, true)
    } else if (actionType === 'stopPause') {
      note('FINISHED')
      this.#isPaused = this.faults.staysPaused && this.#isPaused
    } else if (actionType === 'startCharging' && this.#options.takesOrders === true) {
      note(this.isDriving || this.#hasOrder ? 'FAILED' : 'FINISHED')
      this.isCharging ||= !this.isDriving && !this.#hasOrder
    } else if (actionType === 'stopCharging' && this.#options.takesOrders === true) {
      note('FINISHED')
      this.isCharging &&= this.faults.staysOnCharger
    } else if (actionType === 'startPause') note(byHand || this.faults.refusesPause ? 'FAILED' : 'RUNNING')
    else if (actionType === 'cancelOrder' && this.#hasOrder && !byHand && !this.faults.refusesCancel) note('RUNNING')
    else this.#refuse(actionType, actionId)
  }

  /** An error alone says so, as the reference of the standard does it for an order that is not there. */
  #refuse(actionType: string, actionId: string): void {
    const errorType = actionType === 'cancelOrder' ? 'noOrderToCancel' : 'instantActionError'
    const errorReferences = [{ referenceKey: 'actionId', referenceValue: actionId }]
    this.errors = [
      ...this.errors.filter(each => each.errorType !== errorType),
      { errorType, errorLevel: 'WARNING', errorDescription: 'There is no order to cancel', errorReferences },
    ]
  }

  #message(name: string, fields: object): string {
    const { manufacturer, serialNumber, nowMs } = this.#options
    const headerId = this.#headerIds.get(name) ?? 0
    this.#headerIds.set(name, headerId + 1)
    const timestamp = new Date(nowMs() + this.faults.clockAheadMs).toISOString()
    return JSON.stringify({ headerId, timestamp, version: '2.1.0', manufacturer, serialNumber, ...fields })
  }

  #publish(name: string, fields: object, isRetained: boolean): void {
    const payload = this.#message(name, fields)
    const isKept = isRetained || this.faults.retainsAll
    this.#broker.publish(this.topic(name), payload, isKept)
    if (this.faults.repeats) this.#broker.publish(this.topic(name), payload, isKept)
  }
}

const isOfNoOrder = ({ referenceKey }: { readonly referenceKey: string }): boolean => referenceKey !== 'orderId'
