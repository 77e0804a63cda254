/**
 * How a mower that runs OpenMower is started and sent home. It answers no action: one that it does not take at that moment is
 * ignored, and a start in the rain is kept for later. So its own reports alone confirm a request, and one that was not confirmed in
 * time is void: a mower that stood, and drives off after it all the same, is stopped. SAFE-15e to h of vehicle/SPEC.md are kept here.
 */
import { FRESH_TELEMETRY_MS, type OwnState } from '@greensward/domain'
import type { BrokerMachine } from '../broker/brokerMachine.ts'
import type { MachineOwnMap } from '../broker/machineProtocol.ts'
import type { Clock } from '../clock.ts'
import { Exclusive } from '../commands/exclusive.ts'
import { accepted, type Missing, noAnswer, type Outcome, rejected, stoppedMeanwhile } from '../commands/outcome.ts'
import type { SafetyReason } from '../events.ts'
import { activityOf, type RobotState } from './readMessages.ts'
import { HOME_ACTION, START_ACTION } from './topics.ts'

interface Ports {
  readonly clock: Clock
  /** @returns false without a connection */
  readonly send: (action: string) => boolean
  readonly stopIs: () => BrokerMachine['stopIs']
  readonly stop: (reason: SafetyReason) => void
  readonly endStop: () => void
}

interface Request {
  readonly action: string
  /** The behaviour in which it stands; null where it drives already. */
  readonly restsIn: string | null
  readonly isConfirmedBy: (robot: RobotState) => boolean
  readonly missing: Missing
}

/** It reports once a second. To leave IDLE it asks several of its own nodes, each of which may take seconds. */
const CONFIRM_MS = 10_000
/** It drives home by the limit that is set on it, which may be this high. */
const LEAST_BATTERY = 0.2

const LEAVES: ReadonlySet<string> = new Set(['UNDOCKING', 'MOWING'])
const GOES_HOME: ReadonlySet<string> = new Set(['DOCKING', 'PARKING'])
/** Paused by itself it continues by itself. */
const DRIVES: ReadonlySet<string> = new Set([...LEAVES, ...GOES_HOME, 'PAUSED'])

const isStarted = ({ behaviour, isEmergency }: RobotState): boolean => LEAVES.has(behaviour) && isEmergency !== true
const isGoingHome = ({ behaviour, isCharging }: RobotState): boolean =>
  GOES_HOME.has(behaviour) || (behaviour === 'IDLE' && isCharging === true)

const START: Request = {
  action: START_ACTION,
  restsIn: 'IDLE',
  isConfirmedBy: isStarted,
  missing: 'notSeenLeaving',
}
const HOME: Omit<Request, 'restsIn'> = {
  action: HOME_ACTION,
  isConfirmedBy: isGoingHome,
  missing: 'notSeenGoingHome',
}

const busy = rejected('busy', 'The mower carries out another request.')
const notConnected = rejected('linkLost', 'There is no connection to the broker of the mower.')

export class OpenMowerOwnMap implements MachineOwnMap {
  readonly #ports: Ports
  readonly #closing = new AbortController()
  readonly #exclusive = new Exclusive(this.#closing.signal)
  #offered: ReadonlySet<string> = new Set()
  #seen: { readonly robot: RobotState; readonly atMs: number } | undefined
  #stoppedAtMs = Number.NEGATIVE_INFINITY
  /** Sent and not confirmed yet. */
  #sent: { readonly request: Request; readonly end: (isConfirmed: boolean) => void } | undefined
  /** The behaviour in which it stood as a request that is void now was sent. */
  #voidSince: string | null = null

  constructor(ports: Ports) {
    this.#ports = ports
  }

  get startState(): OwnState | null {
    const robot = this.#robotNow()
    if (robot === undefined) return null
    if (this.#ports.stopIs() !== 'none') return 'stopPending'
    if (robot.isEmergency !== false) return robot.isEmergency === null ? null : 'fault'
    if (robot.behaviour !== 'IDLE') return this.#whyNotIdle(robot)
    if (!this.#offered.has(START_ACTION)) return 'notOffered'
    if (robot.isRaining !== false) return robot.isRaining === null ? 'rainUnknown' : 'ownRain'
    return robot.battery !== null && robot.battery < LEAST_BATTERY ? 'batteryLow' : 'ready'
  }

  start(agedMs: number): Promise<Outcome> {
    return this.#run(agedMs, signal => {
      const state = this.startState
      if (state !== 'ready')
        return rejected('notReadyToMow', `The mower cannot be started: ${state ?? 'its state is unknown'}.`)
      return this.#ask(START, signal)
    })
  }

  sendHome(agedMs: number): Promise<Outcome> {
    return this.#run(agedMs, signal => {
      const robot = this.#robotNow()
      if (robot === undefined) return rejected('stale', 'The mower has not reported for a while.')
      if (this.#ports.stopIs() === 'sending') return rejected('stopping', 'A stop is not answered yet.')
      if (robot.isEmergency === true) return rejected('fault', 'The mower reports an emergency.')
      if (isGoingHome(robot)) return accepted
      const { behaviour } = robot
      if (behaviour !== 'MOWING' && behaviour !== 'PAUSED')
        return rejected('notMowing', 'The mower takes the way home only while it mows or is paused.')
      return this.#ask({ ...HOME, restsIn: behaviour === 'PAUSED' ? behaviour : null }, signal)
    })
  }

  /** As it listed them last, also before this process was there: each change is listed again. */
  offers(actions: ReadonlySet<string>): void {
    this.#offered = actions
  }

  /** A live report, before anything else is concluded from it. */
  reports(robot: RobotState): void {
    this.#seen = { robot, atMs: this.#ports.clock.monotonicMs() }
    if (this.#sent?.request.isConfirmedBy(robot) === true) {
      this.#voidSince = null
      this.#sent.end(true)
    }
    this.#watchVoid(robot)
  }

  onStop(): void {
    this.#stoppedAtMs = this.#ports.clock.monotonicMs()
    // It may have the request, and carry it out after a stop that it took for none of its own.
    const restsIn = this.#sent?.request.restsIn ?? null
    if (restsIn !== null) this.#voidSince = restsIn
    this.#exclusive.end()
    this.#sent?.end(false)
  }

  close(): void {
    this.#closing.abort()
    this.#sent?.end(false)
  }

  #robotNow(): RobotState | undefined {
    const seen = this.#seen
    return seen !== undefined && this.#ports.clock.monotonicMs() - seen.atMs < FRESH_TELEMETRY_MS
      ? seen.robot
      : undefined
  }

  #whyNotIdle(robot: RobotState): OwnState | null {
    if (robot.behaviour === 'PAUSED') return 'paused'
    return activityOf(robot) === 'unknown' ? null : 'busy'
  }

  #run(agedMs: number, work: (signal: AbortSignal) => Outcome | Promise<Outcome>): Promise<Outcome> {
    const pressedMs = this.#ports.clock.monotonicMs() - agedMs
    return this.#exclusive.run<Outcome>(
      async signal => (signal.aborted || this.#stoppedAtMs > pressedMs ? stoppedMeanwhile : work(signal)),
      busy,
    )
  }

  /** Sent once. */
  async #ask(request: Request, signal: AbortSignal): Promise<Outcome> {
    if (!this.#ports.send(request.action)) return notConnected
    this.#ports.endStop()
    const isConfirmed = await this.#confirmed(request)
    if (isConfirmed) return accepted
    if (signal.aborted) return stoppedMeanwhile
    if (request.restsIn !== null) {
      this.#voidSince = request.restsIn
      this.#ports.stop('startFailed')
    }
    return noAnswer('The mower did not report in time that it does what was asked for.', request.missing)
  }

  #confirmed(request: Request): Promise<boolean> {
    const { clock } = this.#ports
    return new Promise(done => {
      const end = (isConfirmed: boolean): void => {
        clock.clearTimeout(timer)
        this.#sent = undefined
        done(isConfirmed)
      }
      const timer = clock.setTimeout(() => end(false), CONFIRM_MS)
      this.#sent = { request, end }
    })
  }

  #watchVoid(robot: RobotState): void {
    const { behaviour } = robot
    if (this.#voidSince === null || behaviour === this.#voidSince) return
    // In a behaviour that is not known here it may still have the request.
    if (activityOf({ ...robot, isEmergency: false }) === 'unknown') return
    this.#voidSince = null
    if (DRIVES.has(behaviour)) this.#ports.stop('lateStart')
  }
}
