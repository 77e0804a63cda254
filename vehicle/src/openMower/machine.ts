/**
 * One mower that runs OpenMower. It plans its own path over its own map, so nothing is started here: it is shown, and it is
 * stopped. Its reports carry no time and no number, so each counts from when it arrives; retained ones count for nothing.
 */
import { type DriveMode, LOST_AFTER_MS, linkStateOf, type MachineActivity, SILENT_TELEMETRY } from '@greensward/domain'
import { distanceM, type LonLat, type UtmFrame, utmFrame, type XY } from '@greensward/geometry'
import type { Clock } from '../clock.ts'
import type { GatewayEvent, SessionEvent } from '../events.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'
import type { VehicleState } from '../state/vehicleState.ts'
import { activityOf, type RobotState, readActions, readRobotState } from './readMessages.ts'
import { type StopEvidence, stopEvidence } from './stopRequest.ts'
import { type OpenMowerTopics, openMowerTopics, STOP_ACTIONS } from './topics.ts'

export interface OpenMowerConfig {
  readonly id: string
  readonly systemId: number
  /** `OM_DATUM_LONG` and `OM_DATUM_LAT` of the mower: the origin of its map. */
  readonly datum: LonLat
  readonly prefix: string
  /** For people, such as `mqtt://broker/openmower`. */
  readonly link: string
}

export interface OpenMowerPorts {
  readonly clock: Clock
  /** Sends at once and never retained. @returns false where there is no connection */
  readonly send: (topic: string, payload: string) => boolean
  readonly onEvent: (event: GatewayEvent) => void
}

interface Report {
  readonly robot: RobotState
  readonly atMs: number
}

interface Place {
  readonly position: LonLat
  readonly xy: XY
  readonly atMs: number
}

/** Wall times in ms. */
interface RequestedStop {
  readonly at: number
  acknowledgedAt?: number
  standingAt?: number
}

export const MAX_STOP_TRIES = 3
/** It reports once a second, and a pause takes it up to a second. */
export const STOP_TRY_MS = 2_000
/** While it drives after a stop that it did not acknowledge, the stop is sent again this often. */
const STOP_AGAIN_MS = 1_000
/** A report from before the stop may arrive after it. */
const DOUBTED_FOR_MS = 3_000
const STANDS_WITHIN_M = 0.05
const STANDS_FOR_MS = 900
/** As for mowers on MAVLink: faster than any mower is carried on a trailer, and the scatter of a fix. */
const GREATEST_SPEED_MPS = 15
const JUMP_SLACK_M = 5
const JUMP_REPORT_MS = 5_000

const MODES: Partial<Record<MachineActivity, DriveMode>> = {
  mowing: 'auto',
  leaving: 'auto',
  goingHome: 'rtl',
  paused: 'hold',
  idle: 'hold',
  charging: 'hold',
  recording: 'manual',
}
const DRIVING: ReadonlySet<string> = new Set(['MOWING', 'UNDOCKING', 'DOCKING', 'PARKING'])

export class OpenMower {
  readonly config: OpenMowerConfig
  readonly #ports: OpenMowerPorts
  readonly #topics: OpenMowerTopics
  readonly #frame: UtmFrame
  #report: Report | undefined
  /** The last that it can have reached. */
  #place: Place | undefined
  /** The last report had a position, and one that it can have reached. */
  #isPlaced = false
  #standsSince: Place | undefined
  #jumpReportedAtMs = Number.NEGATIVE_INFINITY
  #isLost = false
  #lostTimer: unknown
  #stop: RequestedStop | undefined
  #acknowledgedAtMs = Number.NEGATIVE_INFINITY
  #evidence: StopEvidence | undefined
  #stopping: Promise<StopOutcome> | undefined
  /** Called when the stop that is asked for now is acknowledged. */
  #onAcknowledged: () => void = () => undefined
  #stopSentAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(config: OpenMowerConfig, ports: OpenMowerPorts) {
    this.config = config
    this.#ports = ports
    this.#topics = openMowerTopics(config.prefix)
    this.#frame = utmFrame(config.datum)
  }

  /** The topics that it is read from. */
  get topics(): readonly string[] {
    return [this.#topics.state, this.#topics.actions]
  }

  get activity(): MachineActivity {
    return this.#report === undefined ? 'unknown' : activityOf(this.#report.robot)
  }

  /** Milliseconds since its last report; null before the first. */
  get ageMs(): number | null {
    return this.#report === undefined ? null : this.#ports.clock.monotonicMs() - this.#report.atMs
  }

  state(): VehicleState {
    const { id, systemId, link } = this.config
    const { ageMs } = this
    const robot = this.#report?.robot
    const { activity } = this
    const at = this.#isPlaced ? this.#place?.position : undefined
    return {
      id,
      systemId,
      activity,
      telemetry: {
        ...SILENT_TELEMETRY,
        position: at === undefined ? null : [at[0], at[1]],
        headingDeg: robot?.headingDeg ?? null,
        accuracyM: robot?.accuracyM ?? null,
        battery: robot?.battery ?? null,
        charging: robot?.isCharging ?? null,
        mode: robot === undefined ? null : (MODES[activity] ?? 'other'),
        ageMs,
        link: linkStateOf(ageMs),
      },
      ...(this.#stop === undefined ? {} : { requestedStop: { ...this.#stop } }),
      missionItemReached: null,
      mission: null,
      missionOnBoardTo: null,
      statusTexts: [],
      parameters: {},
      link: robot === undefined ? null : link,
      capacity: { missionItems: 0, fenceItems: 0 },
      otherSender: null,
      isKeyProven: true,
    }
  }

  /** A message of its broker. @param isRetained the broker kept it from before: it says nothing about now */
  receive(topic: string, payload: string, isRetained: boolean): void {
    // What was under way when it was closed would be taken for news of the link that follows it.
    if (isRetained || this.#isClosed) return
    if (topic === this.#topics.state) {
      const robot = readRobotState(payload)
      if (robot !== undefined) this.#onState(robot)
    } else if (topic === this.#topics.actions) {
      const offered = readActions(payload)
      if (offered !== undefined) this.#evidence?.actions(offered)
    }
  }

  /** Sent at once, again until acknowledged, three times at most, and again while it drives all the same. */
  stop(): Promise<StopOutcome> {
    if (this.#stopping !== undefined) {
      this.#sendStop()
      return this.#stopping
    }
    this.#stop = { at: this.#ports.clock.nowMs() }
    this.#evidence = stopEvidence()
    this.#standsSince = undefined
    this.#emit({ kind: 'stopRequested' })
    this.#stopping = this.#tryToStop(this.#stop).finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  close(): void {
    this.#isClosed = true
    this.#ports.clock.clearTimeout(this.#lostTimer)
  }

  async #tryToStop(stop: RequestedStop): Promise<StopOutcome> {
    let tries = 0
    for (let attempt = 0; attempt < MAX_STOP_TRIES && stop.acknowledgedAt === undefined; attempt++) {
      const answered = this.#acknowledgedWithin(STOP_TRY_MS)
      if (this.#sendStop()) tries += 1
      await answered
    }
    const { acknowledgedAt } = stop
    const reason = this.#report === undefined ? 'neverReceived' : 'noAnswer'
    return {
      requestedAtMs: stop.at,
      acknowledged: acknowledgedAt !== undefined,
      acknowledgedAtMs: acknowledgedAt ?? null,
      standingStill: stop.standingAt !== undefined,
      tries,
      ...(acknowledgedAt === undefined ? { reason } : {}),
      message:
        acknowledgedAt !== undefined
          ? 'The mower has acknowledged the stop.'
          : tries === 0
            ? 'There is no connection to the broker of the mower. Use its own emergency stop.'
            : 'The mower did not report that it stopped. Use its own emergency stop.',
    }
  }

  #acknowledgedWithin(ms: number): Promise<void> {
    const { clock } = this.#ports
    return new Promise(done => {
      const timer = clock.setTimeout(done, ms)
      this.#onAcknowledged = () => {
        clock.clearTimeout(timer)
        done()
      }
    })
  }

  #sendStop(): boolean {
    this.#stopSentAtMs = this.#ports.clock.monotonicMs()
    return STOP_ACTIONS.map(action => this.#ports.send(this.#topics.action, action)).every(isSent => isSent)
  }

  #onState(robot: RobotState): void {
    const atMs = this.#ports.clock.monotonicMs()
    this.#report = { robot, atMs }
    this.#watchLink()
    this.#takePosition(robot, atMs)
    this.#followStop(robot, atMs)
    this.#ports.onEvent({ kind: 'telemetry', mowerId: this.config.id, atMs, state: this.state() })
  }

  #takePosition({ xy, behaviour }: RobotState, atMs: number): void {
    this.#isPlaced = false
    if (xy === null) return
    const position = this.#frame.toLonLat(xy)
    const before = this.#place
    const jumpM = before === undefined ? 0 : distanceM(before.xy, xy)
    if (before !== undefined && jumpM > (GREATEST_SPEED_MPS * (atMs - before.atMs)) / 1_000 + JUMP_SLACK_M) {
      // The time of the position before stays: the room for a real move grows until it fits.
      if (atMs - this.#jumpReportedAtMs < JUMP_REPORT_MS) return
      this.#jumpReportedAtMs = atMs
      this.#emit({ kind: 'positionJump', distanceM: jumpM, from: before.position, refused: position })
      if (DRIVING.has(behaviour)) this.#stopForSafety()
      return
    }
    this.#place = { position, xy, atMs }
    this.#isPlaced = true
  }

  #stopForSafety(): void {
    this.#emit({ kind: 'safetyStop', reason: 'positionJump' })
    void this.stop().then(stop => {
      if (stop.acknowledged || this.#isClosed) return
      this.#emit({ kind: 'notStopped', reason: stop.reason ?? 'noAnswer', message: stop.message })
    })
  }

  #followStop({ behaviour }: RobotState, atMs: number): void {
    const stop = this.#stop
    if (stop === undefined) return
    const isDriving = DRIVING.has(behaviour)
    if (stop.acknowledgedAt === undefined) {
      if (this.#evidence?.state(behaviour) === true) {
        stop.acknowledgedAt = this.#ports.clock.nowMs()
        this.#acknowledgedAtMs = atMs
        this.#emit({ kind: 'stopAcknowledged' })
        this.#onAcknowledged()
      } else if (isDriving && this.#stopping === undefined && atMs - this.#stopSentAtMs >= STOP_AGAIN_MS)
        this.#sendStop()
      return
    }
    if (isDriving) this.#onDrivingAgain(stop, atMs)
    else if (stop.standingAt === undefined) this.#watchStandstill(stop, atMs)
  }

  /** Soon after it acknowledged it did not stop at all; later somebody continued it from elsewhere, and this stop is over. */
  #onDrivingAgain(stop: RequestedStop, atMs: number): void {
    if (atMs - this.#acknowledgedAtMs > DOUBTED_FOR_MS) {
      this.#stop = undefined
      return
    }
    delete stop.acknowledgedAt
    delete stop.standingAt
    this.#standsSince = undefined
    this.#evidence = stopEvidence()
    this.#sendStop()
  }

  /** Two reports of the same position, apart from each other in time. */
  #watchStandstill(stop: RequestedStop, atMs: number): void {
    const place = this.#place
    if (place === undefined || place.atMs !== atMs) return
    const since = this.#standsSince
    if (since === undefined || distanceM(since.xy, place.xy) > STANDS_WITHIN_M) this.#standsSince = place
    else if (atMs - since.atMs >= STANDS_FOR_MS) {
      stop.standingAt = this.#ports.clock.nowMs()
      this.#emit({ kind: 'standingStill' })
    }
  }

  #watchLink(): void {
    const { clock } = this.#ports
    clock.clearTimeout(this.#lostTimer)
    this.#lostTimer = clock.setTimeout(() => {
      this.#isLost = true
      this.#emit({ kind: 'linkLost' })
    }, LOST_AFTER_MS)
    if (!this.#isLost) return
    this.#isLost = false
    this.#emit({ kind: 'linkBack' })
  }

  #emit(event: Exclude<SessionEvent, { kind: 'telemetry' }>): void {
    this.#ports.onEvent({ ...event, mowerId: this.config.id })
  }
}
