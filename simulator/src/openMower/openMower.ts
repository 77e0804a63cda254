/**
 * A mower that runs OpenMower, as far as its broker shows it: the behaviours of mower_logic and the messages of
 * xbot_monitoring (github.com/ClemensElflein/open_mower_ros). Its unpleasant sides can be switched on one by one.
 */

/** Its client of the broker. */
export interface Broker {
  publish(topic: string, payload: string, isRetained: boolean): void
}

export interface OpenMowerFaults {
  /** It gets nothing any more, and reports as before. */
  isDeaf: boolean
  /** Each message is sent twice, as a broker with QoS 1 may. */
  repeats: boolean
  /** Its map has no origin yet, or its receiver no fix: 999 m, and the numbers that JSON cannot write are null. */
  hasNoFix: boolean
  /** A bridge that retains everything. */
  retainsAll: boolean
  /** It reports nothing any more, and gets everything. */
  isMute: boolean
  /** It is out of reach from the moment it got this action. */
  goesAwayAfter: string | null
  /** What is sent to it waits this long on the way, in order. */
  delayS: number
}

type Behaviour = 'IDLE' | 'UNDOCKING' | 'MOWING' | 'DOCKING'
interface Pause {
  byHand: boolean
  byEmergency: boolean
}

const SPEED_MPS = 0.35
const ROW_M = 30
const UNDOCK_S = 6
const DOCK_S = 20
/** The loop that holds the mower looks once a second. */
const PAUSE_TAKES_S = 0.4
const REPORT_S = 1

const ACTIONS = {
  IDLE: ['mower_logic:idle/start_mowing', 'mower_logic:idle/start_area_recording'],
  UNDOCKING: ['mower_logic:undocking/abort_undocking'],
  DOCKING: ['mower_logic:docking/abort_docking'],
  MOWING: [
    'mower_logic:mowing/pause',
    'mower_logic:mowing/continue',
    'mower_logic:mowing/abort_mowing',
    'mower_logic:mowing/skip_area',
    'mower_logic:mowing/skip_path',
  ],
} as const

export class SimulatedOpenMower {
  readonly faults: OpenMowerFaults = {
    ...{ isDeaf: false, repeats: false, hasNoFix: false, retainsAll: false },
    ...{ isMute: false, goesAwayAfter: null, delayS: 0 },
  }
  /** The actions that reached it, oldest first. */
  readonly received: string[] = []
  readonly #broker: Broker
  readonly #front: string
  #behaviour: Behaviour = 'IDLE'
  #isDocked = true
  /** On their way to it. */
  #waiting: { readonly action: string; leftS: number }[] = []
  /** Until it leaves IDLE. */
  #wantsToMow = false
  #pause: Pause = { byHand: false, byEmergency: false }
  #isPaused = false
  #inBehaviourS = 0
  #sincePauseS = 0
  #sinceReportS = 0
  #x = 0
  #y = 0
  #towards = 1
  battery = 0.9
  isEmergency = false
  isRaining = false

  constructor(broker: Broker, prefix: string) {
    this.#broker = broker
    this.#front = prefix === '' ? '' : `${prefix}/`
  }

  get actionTopic(): string {
    return `${this.#front}action`
  }

  get isDriving(): boolean {
    return !this.isEmergency && !this.#isPaused && this.#behaviour !== 'IDLE'
  }

  get cuts(): boolean {
    return this.isDriving && this.#behaviour === 'MOWING'
  }

  /** As its node does when it has connected. */
  connected(): void {
    this.#publishActions()
  }

  /** A message of its broker. */
  receive(topic: string, payload: string): void {
    if (this.faults.isDeaf || topic !== this.actionTopic) return
    if (this.faults.delayS > 0) this.#waiting.push({ action: payload, leftS: this.faults.delayS })
    else this.#take(payload)
  }

  /** A person carries it, or its receiver is wrong. */
  moveTo(x: number, y: number): void {
    this.#x = x
    this.#y = y
  }

  /** The button on the machine, or a wheel that lost the ground. */
  setEmergency(isOn: boolean): void {
    this.isEmergency = isOn
    this.#pause.byEmergency = isOn
    if (isOn && this.#behaviour === 'MOWING') this.#isPaused = true
    if (this.#behaviour === 'MOWING') this.#publishActions()
  }

  /** Lets time pass; steps of at most a fifth of a second. */
  step(seconds: number): void {
    this.#inBehaviourS += seconds
    for (const one of this.#waiting) one.leftS -= seconds
    while ((this.#waiting[0]?.leftS ?? 1) <= 0) this.#take(this.#waiting.shift()?.action ?? '')
    if (this.#behaviour === 'IDLE') this.#leaveIdle()
    if (this.isDriving) this.#drive(seconds)
    if (this.#behaviour === 'MOWING') this.#followPause(seconds)
    this.#sinceReportS += seconds
    if (this.#sinceReportS < REPORT_S) return
    this.#sinceReportS = 0
    this.report()
  }

  report(): void {
    const { hasNoFix } = this.faults
    this.#publish(
      'robot_state/json',
      JSON.stringify({
        battery_percentage: this.battery,
        gps_percentage: hasNoFix ? 0 : 0.97,
        current_action_progress: 0,
        current_state: this.#isPaused ? 'PAUSED' : this.#behaviour,
        current_sub_state: '',
        current_area: this.#behaviour === 'MOWING' ? 0 : -1,
        current_path: 0,
        current_path_index: 0,
        emergency: this.isEmergency ? 1 : 0,
        is_charging: this.#isDocked ? 1 : 0,
        rain_detected: this.isRaining,
        pose: {
          x: hasNoFix ? null : this.#x,
          y: hasNoFix ? null : this.#y,
          heading: this.#towards > 0 ? 0 : Math.PI,
          pos_accuracy: hasNoFix ? 999 : 0.02,
          heading_accuracy: 0.1,
          heading_valid: hasNoFix ? 0 : 1,
        },
      }),
      false,
    )
  }

  #drive(seconds: number): void {
    if (this.#behaviour === 'UNDOCKING' && this.#inBehaviourS >= UNDOCK_S) this.#enter('MOWING')
    else if (this.#behaviour === 'DOCKING' && this.#inBehaviourS >= DOCK_S) {
      this.#isDocked = true
      this.#enter('IDLE')
    } else {
      this.#x += this.#towards * SPEED_MPS * seconds
      if (Math.abs(this.#x) > ROW_M) this.#towards = -Math.sign(this.#x)
      this.battery = Math.max(0, this.battery - seconds / 20_000)
    }
  }

  #followPause(seconds: number): void {
    const isWanted = this.#pause.byHand || this.#pause.byEmergency
    this.#sincePauseS = isWanted ? this.#sincePauseS + seconds : 0
    if (isWanted && !this.#isPaused && this.#sincePauseS >= PAUSE_TAKES_S) this.#isPaused = true
    // Once nothing holds it any more it continues by itself.
    if (!isWanted) this.#isPaused = false
  }

  #act(action: string): void {
    if (action === 'mower_logic/reset_emergency') this.setEmergency(false)
    if (this.#behaviour === 'IDLE') {
      if (action === 'mower_logic:idle/start_mowing') this.#wantsToMow = true
    } else if (this.#behaviour === 'UNDOCKING' && action.endsWith('undocking/abort_undocking')) this.#enter('IDLE')
    else if (this.#behaviour === 'DOCKING' && action === 'mower_logic:docking/abort_docking') this.#enter('IDLE')
    else if (this.#behaviour === 'MOWING') this.#actWhileMowing(action)
  }

  #take(action: string): void {
    this.received.push(action)
    if (action === this.faults.goesAwayAfter) Object.assign(this.faults, { isMute: true, isDeaf: true })
    this.#act(action)
  }

  /** In its dock it waits for the end of the rain, also if that takes hours. */
  #leaveIdle(): void {
    if (!this.#wantsToMow || (this.#isDocked && this.isRaining)) return
    this.#enter(this.#isDocked ? 'UNDOCKING' : 'MOWING')
    this.#isDocked = false
  }

  #actWhileMowing(action: string): void {
    if (action === 'mower_logic:mowing/pause') this.#pause.byHand = true
    if (action === 'mower_logic:mowing/continue') this.#pause.byHand = false
    if (action === 'mower_logic:mowing/abort_mowing') this.#enter('DOCKING')
    else this.#publishActions()
  }

  #enter(behaviour: Behaviour): void {
    this.#behaviour = behaviour
    this.#isPaused = false
    this.#pause = { byHand: false, byEmergency: this.isEmergency }
    this.#inBehaviourS = 0
    this.#wantsToMow = false
    this.#publishActions(true)
  }

  /** As it begins a behaviour it offers all actions of it, also those that it does not take then. */
  #publishActions(isBeginning = false): void {
    const isOffered = (id: string): boolean =>
      isBeginning
        ? true
        : id.endsWith('/pause')
          ? !this.#pause.byHand
          : id.endsWith('/continue')
            ? this.#pause.byHand
            : true
    const list = Object.entries(ACTIONS).flatMap(([behaviour, ids]) =>
      ids.map(id => ({
        action_id: id,
        action_name: id.split('/')[1],
        enabled: behaviour === this.#behaviour && isOffered(id) ? 1 : 0,
      })),
    )
    this.#publish('actions/json', JSON.stringify(list), true)
  }

  #publish(topic: string, payload: string, isRetained: boolean): void {
    if (this.faults.isMute) return
    const isKept = isRetained || this.faults.retainsAll
    this.#broker.publish(`${this.#front}${topic}`, payload, isKept)
    if (this.faults.repeats) this.#broker.publish(`${this.#front}${topic}`, payload, isKept)
  }
}
