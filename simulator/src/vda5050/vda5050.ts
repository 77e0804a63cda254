/**
 * A mower that speaks VDA 5050 2.1 (github.com/VDA5050/VDA5050), as far as its broker shows it: it drives the order that
 * another master gave it, row after row. Its unpleasant sides can be switched on one by one.
 */

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
}

export interface Vda5050Faults {
  /** It gets nothing any more, and reports as before. */
  isDeaf: boolean
  /** Each message is sent twice. */
  repeats: boolean
  /** A bridge that retains everything. */
  retainsAll: boolean
  /** It refuses to pause: a switch on the machine overrides it. */
  refusesPause: boolean
  /** It refuses to cancel its order. */
  refusesCancel: boolean
  /** It finds itself on no map. */
  isLost: boolean
  /** It reports no position between two states. */
  hasNoVisualization: boolean
  clockAheadMs: number
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
  readonly faults: Vda5050Faults = {
    isDeaf: false,
    repeats: false,
    retainsAll: false,
    refusesPause: false,
    refusesCancel: false,
    isLost: false,
    hasNoVisualization: false,
    clockAheadMs: 0,
  }
  /** The types of the actions that reached it, oldest first. */
  readonly received: string[] = []
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
    return this.isDriving && this.#hasOrder
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
    this.#orderId = orderId
    this.#hasOrder = true
    this.isCharging = false
    this.#actions = []
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
    if (this.faults.isDeaf || topic !== this.topic('instantActions')) return
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
      driving: this.isDriving,
      paused: this.#isPaused,
      operatingMode: this.operatingMode,
      actionStates: this.#actions.map(action => ({ ...action })),
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
        ...{ x: this.#x, y: this.#y, theta: this.#towards > 0 ? 0 : Math.PI },
        ...{ mapId: this.#options.mapId, positionInitialized: !this.faults.isLost, deviationRange: 0.04 },
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
    const wanted = this.#mayDrive || this.operatingMode === 'TEACHIN' ? SPEED_MPS : 0
    const change = BRAKING_MPS2 * seconds
    this.#speedMps = wanted > 0 ? Math.min(wanted, this.#speedMps + change) : Math.max(0, this.#speedMps - change)
    this.#x += this.#towards * this.#speedMps * seconds
    if (Math.abs(this.#x) > ROW_M) this.#towards = -Math.sign(this.#x)
  }

  /** Both actions have ended once it stands. */
  #carryOut(): void {
    if (this.isDriving) return
    const running = this.#actions.filter(({ actionStatus }) => actionStatus === 'RUNNING')
    if (running.length === 0) return
    for (const action of running) {
      action.actionStatus = 'FINISHED'
      if (action.actionType === 'startPause') this.#isPaused = true
      else this.#hasOrder = false
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
      this.#publish('factsheet', FACTSHEET, true)
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

const FACTSHEET = {
  typeSpecification: { seriesName: 'Meadow 3', agvKinematic: 'DIFF', agvClass: 'CARRIER', maxLoadMass: 0 },
  physicalParameters: { speedMin: 0.1, speedMax: 1.2, width: 1.4, length: 1.9 },
  protocolLimits: { timing: { minOrderInterval: 1, minStateInterval: 0.5, defaultStateInterval: 1 } },
  protocolFeatures: {
    agvActions: [
      { actionType: 'startPause', actionScopes: ['INSTANT'] },
      { actionType: 'stopPause', actionScopes: ['INSTANT'] },
      { actionType: 'cancelOrder', actionScopes: ['INSTANT'] },
    ],
  },
}
