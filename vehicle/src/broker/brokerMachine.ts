/**
 * One machine that is reached over a broker. It is shown, and it is stopped; only a protocol that has paths, or a map of its
 * own, starts anything.
 * Its protocol reads its messages and makes those of a stop; what all such machines have in common is here: the age of a
 * report, a jump of its position, a lost link, and the tries of a stop with its three facts.
 */
import { LOST_AFTER_MS, linkStateOf, type MachineActivity, SILENT_TELEMETRY, STALE_AFTER_MS } from '@greensward/domain'
import { distanceM, type LonLat, type XY } from '@greensward/geometry'
import type { SafetyReason, SessionEvent } from '../events.ts'
import { isInside } from '../mission/path.ts'
import type { StopOutcome } from '../safety/emergencyStop.ts'
import type { VehicleState } from '../state/vehicleState.ts'
import type { MachineConfig, MachinePorts, MachineProtocol, MachineReport } from './machineProtocol.ts'

interface Report extends MachineReport {
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
/** A position that may be farther off does not say where the blade is. */
export const MOST_DEVIATION_M = 0.2

export class BrokerMachine<P extends MachineProtocol = MachineProtocol> {
  readonly config: MachineConfig
  readonly protocol: P
  readonly #ports: MachinePorts
  #report: Report | undefined
  /** The last that it can have reached. */
  #place: Place | undefined
  /** The last report had a position, and one that it can have reached. */
  #isPlaced = false
  #standsSince: Place | undefined
  #jumpReportedAtMs = Number.NEGATIVE_INFINITY
  #isLost = false
  /** Its broker reported that its connection ended, and no report came since. */
  #isGone = false
  #lostTimer: unknown
  #stop: RequestedStop | undefined
  #acknowledgedAtMs = Number.NEGATIVE_INFINITY
  #stopping: Promise<StopOutcome> | undefined
  /** Called when the stop that is asked for now is acknowledged. */
  #onAcknowledged: () => void = () => undefined
  #stopSentAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false
  /** The rings that it may be in while it drives a mission of ours; null watches none. */
  #rings: { readonly bladeOn: readonly LonLat[]; readonly bladeOff: readonly LonLat[] } | null = null
  /** The last that it reported, and when. */
  #accuracy = { metres: 0, atMs: Number.NEGATIVE_INFINITY }

  constructor(config: MachineConfig, protocol: P, ports: MachinePorts) {
    this.config = config
    this.protocol = protocol
    this.#ports = ports
  }

  /** The topics that it is read from. */
  get topics(): readonly string[] {
    return this.protocol.topics
  }

  get activity(): MachineActivity {
    return this.#report?.activity ?? 'unknown'
  }

  /** Null where its last report has none, or one that it cannot have reached. */
  get position(): LonLat | null {
    return this.#isPlaced ? (this.#place?.position ?? null) : null
  }

  /** Metres by which its position may be wrong, by a report of now; null where none says so. Some say so in few of their reports. */
  get accuracyM(): number | null {
    const { metres, atMs } = this.#accuracy
    return this.#ports.clock.monotonicMs() - atMs <= STALE_AFTER_MS ? metres : null
  }

  /** Milliseconds since its last report; null before the first. */
  get ageMs(): number | null {
    return this.#report === undefined ? null : this.#ports.clock.monotonicMs() - this.#report.atMs
  }

  state(): VehicleState {
    const { id, systemId, link } = this.config
    const ageMs = this.#shownAgeMs()
    const report = this.#report
    const at = this.position
    const driven = this.protocol.paths?.driven
    return {
      id,
      systemId,
      activity: this.activity,
      telemetry: {
        ...SILENT_TELEMETRY,
        ...report?.telemetry,
        position: at === null ? null : [at[0], at[1]],
        mode: report?.mode ?? null,
        missionSeq: driven?.seq ?? null,
        ageMs,
        link: linkStateOf(ageMs),
      },
      ...(this.#stop === undefined ? {} : { requestedStop: { ...this.#stop } }),
      ...(this.protocol.paths === null ? {} : { ownState: this.protocol.paths.startState }),
      missionItemReached: driven?.itemReached ?? null,
      mission: this.protocol.paths?.mission ?? null,
      missionOnBoardTo: null,
      statusTexts: [],
      parameters: {},
      link: report === undefined ? null : link,
      capacity: { missionItems: 0, fenceItems: 0 },
      otherSender: null,
      isKeyProven: true,
    }
  }

  /** A message of its broker. @param isRetained the broker kept it from before */
  receive(topic: string, payload: string, isRetained: boolean): void {
    // What was under way when it was closed would be taken for news of the link that follows it.
    if (this.#isClosed) return
    const { report, acknowledges, isGone, send, onNotSent } = this.protocol.receive(topic, payload, isRetained)
    if (isGone === true) this.#onGone()
    if (report !== undefined) this.#onReport(report, acknowledges === true)
    for (const { topic: to, payload: message } of send ?? []) if (!this.#ports.send(to, message)) onNotSent?.()
  }

  /** Sent at once, again until acknowledged, three times at most, and again while it drives all the same. */
  stop(): Promise<StopOutcome> {
    this.protocol.ownMap?.onStop()
    if (this.#stopping !== undefined) {
      this.#sendStop()
      return this.#stopping
    }
    this.#stop = { at: this.#ports.clock.nowMs() }
    this.protocol.forgetStop()
    this.#standsSince = undefined
    this.#emit({ kind: 'stopRequested' })
    this.#stopping = this.#tryToStop(this.#stop).finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  /** Of the last stop, as long as no start followed. */
  get stopIs(): 'none' | 'sending' | 'unacknowledged' {
    if (this.#stopping !== undefined) return 'sending'
    return this.#stop !== undefined && this.#stop.acknowledgedAt === undefined ? 'unacknowledged' : 'none'
  }

  /** As `Gateway.setBoundary`: outside of it the machine is stopped while it drives a mission of ours. */
  setBoundary(boundary: readonly LonLat[] | null, bladeOff: readonly LonLat[] | null = boundary): void {
    this.#rings = boundary === null ? null : { bladeOn: boundary, bladeOff: bladeOff ?? boundary }
  }

  /** A start follows: that it drives from now on is not a stop that failed. */
  endStop(): void {
    this.#stop = undefined
    this.#standsSince = undefined
  }

  /** A stop that was not asked for by a person. */
  stopForSafety(reason: SafetyReason): void {
    this.#emit({ kind: 'safetyStop', reason })
    void this.stop().then(stop => {
      if (stop.acknowledged || this.#isClosed) return
      this.#emit({ kind: 'notStopped', reason: stop.reason ?? 'noAnswer', message: stop.message })
    })
  }

  close(): void {
    this.#isClosed = true
    this.protocol.paths?.close()
    this.protocol.ownMap?.close()
    this.#ports.clock.clearTimeout(this.#lostTimer)
  }

  async #tryToStop(stop: RequestedStop): Promise<StopOutcome> {
    let tries = 0
    for (let attempt = 0; attempt < MAX_STOP_TRIES && stop.acknowledgedAt === undefined; attempt++) {
      const answered = this.#acknowledgedWithin(this.protocol.stopTryMs)
      if (this.#sendStop()) tries += 1
      await answered
    }
    const { acknowledgedAt } = stop
    const refusal = this.protocol.refusal()
    const reason = this.#report === undefined ? 'neverReceived' : refusal === undefined ? 'noAnswer' : 'refused'
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
            : (refusal ?? 'The mower did not report that it stopped. Use its own emergency stop.'),
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
    const messages = this.protocol.stopMessages()
    return messages.map(({ topic, payload }) => this.#ports.send(topic, payload)).every(isSent => isSent)
  }

  /** By this age every reader shows a machine as lost that its broker reported as gone. */
  #shownAgeMs(): number | null {
    const { ageMs } = this
    return ageMs !== null && this.#isGone ? Math.max(ageMs, LOST_AFTER_MS + 1) : ageMs
  }

  #onReport(reported: MachineReport, acknowledges: boolean): void {
    const atMs = this.#ports.clock.monotonicMs()
    const report = { ...reported, atMs }
    const before = this.#report?.mode ?? null
    this.#report = report
    const { accuracyM } = report.telemetry
    if (accuracyM !== null && accuracyM !== undefined) this.#accuracy = { metres: accuracyM, atMs }
    this.#isGone = false
    this.#watchLink()
    this.#takePosition(report)
    this.#followStop(report, acknowledges)
    this.#watchPath(report)
    const { paths } = this.protocol
    // Once its machine holds, a mission is not driven any more.
    if (paths !== null && report.mode === 'hold' && before !== null && before !== 'hold')
      this.#emit({ kind: 'modeChanged', from: before, to: 'hold' })
    this.#ports.onEvent({ kind: 'telemetry', mowerId: this.config.id, atMs, state: this.state() })
    paths?.onJudged()
  }

  #onGone(): void {
    if (this.#report === undefined || this.#isGone) return
    this.#isGone = true
    this.#ports.clock.clearTimeout(this.#lostTimer)
    this.#loseLink()
  }

  #takePosition({ at, atMs, isDriving }: Report): void {
    this.#isPlaced = false
    if (at === null) return
    const { position, xy } = at
    const before = this.#place
    const jumpM = before === undefined ? 0 : distanceM(before.xy, xy)
    if (before !== undefined && jumpM > (GREATEST_SPEED_MPS * (atMs - before.atMs)) / 1_000 + JUMP_SLACK_M) {
      // The time of the position before stays: the room for a real move grows until it fits.
      if (atMs - this.#jumpReportedAtMs < JUMP_REPORT_MS) return
      this.#jumpReportedAtMs = atMs
      this.#emit({ kind: 'positionJump', distanceM: jumpM, from: before.position, refused: position })
      if (isDriving !== false) this.stopForSafety('positionJump')
      return
    }
    this.#place = { position, xy, atMs }
    this.#isPlaced = true
  }

  #followStop({ isDriving, atMs }: Report, acknowledges: boolean): void {
    const stop = this.#stop
    if (stop === undefined) return
    if (stop.acknowledgedAt === undefined) {
      if (acknowledges) {
        stop.acknowledgedAt = this.#ports.clock.nowMs()
        this.#acknowledgedAtMs = atMs
        this.#emit({ kind: 'stopAcknowledged' })
        this.#onAcknowledged()
      } else if (isDriving === true && this.#stopping === undefined && atMs - this.#stopSentAtMs >= STOP_AGAIN_MS)
        this.#sendStop()
      return
    }
    if (isDriving === true) this.#onDrivingAgain(stop, atMs)
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
    this.protocol.forgetStop()
    this.#sendStop()
  }

  /** What watches a mission on MAVLink, for one that is driven over a broker. */
  #watchPath({ at, isDriving, telemetry: { bladeOn } }: Report): void {
    if (this.protocol.paths?.isFollowing !== true || isDriving === false) return
    const { accuracyM } = this
    const isExact = at !== null && accuracyM !== null && accuracyM <= MOST_DEVIATION_M
    // Unknown counts as on.
    const ring = bladeOn === false ? this.#rings?.bladeOff : this.#rings?.bladeOn
    if (!isExact) this.stopForSafety('positionLost')
    else if (ring !== undefined && !isInside(at.position, ring)) this.stopForSafety('outsideBoundary')
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
    this.#lostTimer = clock.setTimeout(() => this.#loseLink(), LOST_AFTER_MS)
    if (!this.#isLost) return
    this.#isLost = false
    this.#emit({ kind: 'linkBack' })
  }

  #loseLink(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#emit({ kind: 'linkLost' })
  }

  #emit(event: Exclude<SessionEvent, { kind: 'telemetry' }>): void {
    this.#ports.onEvent({ ...event, mowerId: this.config.id })
  }
}
