/** One mower: its current state, the requests to it, and which may run at a time. */
import type { Result } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import type { Clock } from './clock.ts'
import type { Conversation } from './commands/conversation.ts'
import { Exclusive } from './commands/exclusive.ts'
import { createMowerCommands, type MowerCommands } from './commands/mowerCommands.ts'
import { accepted, noAnswer, type Outcome, type Rejected, type Rejection, rejected } from './commands/outcome.ts'
import { readParameter, readParameters, setParameter } from './commands/parameters.ts'
import { disarm, reboot } from './commands/standingCommands.ts'
import { keepTelemetryComing } from './commands/telemetryRates.ts'
import type { SafetyReason, SessionEvent } from './events.ts'
import { changeKey } from './keys/keyChange.ts'
import type { Message } from './mavlink/index.ts'
import { type DriveKind, driveMission } from './mission/driveMission.ts'
import { type Blade, contextOf, type MissionItem, nextWaypointSeq } from './mission/missionItem.ts'
import { createOnBoardMission, type OnBoardMission } from './mission/onBoardMission.ts'
import { createPartChange, type PartChange } from './mission/partChange.ts'
import { type StopOutcome, type StopRequest, stopRequest, stopVehicle } from './safety/emergencyStop.ts'
import { type FailsafeReport, failsafeNames, failsafeReport } from './safety/failsafeReport.ts'
import { createSafetyWatch, type SafetyWatch } from './safety/safetyWatch.ts'
import { endsStart, type StartConditions, startRefusal } from './safety/startEvidence.ts'
import { type SessionState, telemetryOf } from './state/sessionState.ts'
import { StateStore } from './state/stateStore.ts'
import { type Capacity, createCapacity, FENCE_STORE, MISSION_STORE } from './transfer/capacity.ts'
import { FENCE_ENABLE } from './transfer/fence.ts'
import { enableFence, sendFence } from './transfer/fenceUpload.ts'
import type { TransferOptions } from './transfer/transfer.ts'

export interface SessionOptions extends StartConditions {
  readonly systemId: number
  readonly blade: Blade
  readonly clock: Clock
  /** How often the mower is asked to say where it is. */
  readonly positionIntervalMs: number
  /** Writes straight to the socket of the mower's peer; false before its first message. */
  readonly transmit: (message: Message) => boolean
  readonly onEvent: (event: SessionEvent) => void
}

const CATCH_UP_MS = 5_000
/** Whether a ground station that falls silent stops the mower; a pre-start check needs it. */
export const STATION_FAILSAFE = 'FS_GCS_ENABLE'

const driving = rejected(
  'driving',
  'A mission cannot be uploaded while the mower drives one: it would stop on the spot.',
)
const busy = rejected('busy', 'The mower is busy with another request.')

export class Session {
  readonly #options: SessionOptions
  readonly #store: StateStore
  readonly #listeners = new Set<(message: Message) => void>()
  readonly #closing = new AbortController()
  readonly #requests = new Exclusive(this.#closing.signal)
  readonly #conversation: Conversation
  readonly #commands: MowerCommands
  readonly #missionStore: Capacity
  readonly #fenceStore: Capacity
  readonly #onBoard: OnBoardMission
  readonly #partChange: PartChange
  readonly #watch: SafetyWatch
  readonly #telemetryRates: { begin(): void }
  #requestedStop: StopRequest | null = null
  /** Item behind which the blade is switched on, once the mower is on its path; cleared when it leaves AUTO. */
  #bladeOnAfterSeq: number | null = null
  #stopping = 0
  /** A start is being carried out; the change from one part of a mission to the next is not one. */
  #isBeginning = false
  #isContacted = false
  #catchUpTimer: unknown

  constructor(options: SessionOptions) {
    const { clock, blade, systemId, onEvent } = options
    this.#options = options
    this.#store = new StateStore(blade, clock)
    const store = this.#store
    this.#conversation = {
      clock,
      systemId,
      send: outgoing => !this.#closing.signal.aborted && options.transmit(outgoing),
      listen: listener => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      timeRate: () => store.state.timeRate,
    }
    const conversation = this.#conversation
    this.#commands = createMowerCommands(conversation, store, blade)
    this.#missionStore = createCapacity(MISSION_STORE, conversation, store)
    this.#fenceStore = createCapacity(FENCE_STORE, conversation, store)
    this.#onBoard = createOnBoardMission(conversation, store, blade, this.#missionStore)
    this.#partChange = createPartChange({
      store,
      driveOn: (mission, next) => this.#requests.run(signal => this.#drive(mission, next, 'nextPart', signal), busy),
      breakOff: () => this.#requests.abort(),
      settle: () => this.#settleAfterMission(),
      isStopped: () => this.#requestedStop !== null || this.#closing.signal.aborted,
      onEvent,
    })
    this.#watch = createSafetyWatch({
      conversation,
      store,
      blade,
      stopRequest: () => this.#requestedStop,
      safetyStop: reason => this.#safetyStop(reason),
      stopAgain: () => {
        if (this.#stopping === 0) void this.stop()
      },
      onEvent: event => this.#report(event),
    })
    this.#telemetryRates = keepTelemetryComing(
      conversation,
      store,
      blade,
      options.positionIntervalMs,
      this.#closing.signal,
    )
    this.#catchUpLater()
  }

  get state(): SessionState {
    return this.#store.state
  }

  /** The stop asked for last, until the next start. */
  get requestedStop(): StopRequest | null {
    return this.#requestedStop
  }

  get capacity(): { readonly missionItems: number; readonly fenceItems: number } {
    return { missionItems: this.#missionStore.believed, fenceItems: this.#fenceStore.believed }
  }

  receive(message: Message): void {
    const { clock, onEvent } = this.#options
    const events = this.#store.apply({ kind: 'message', message })
    for (const event of events) this.#react(event)
    for (const listener of [...this.#listeners]) listener(message)
    this.#watch.receive(message, events)
    this.#catchUpWithPath()
    if (message.name === 'GLOBAL_POSITION_INT') {
      this.#noteStanding()
      onEvent({ kind: 'telemetry', atMs: clock.nowMs() })
    }
    if (this.#isContacted) return
    this.#isContacted = true
    this.#firstContact()
  }

  stop(): Promise<StopOutcome> {
    const { blade, clock, onEvent } = this.#options
    const isStarting = this.#requests.isBusy
    this.#requests.end()
    this.#isBeginning = false
    this.#bladeOnAfterSeq = null
    this.#store.apply({ kind: 'driveEnded' })
    this.#partChange.end()
    const request = stopRequest(clock)
    this.#requestedStop = request
    // Sent before anybody is notified: no listener may hold it up.
    this.#stopping++
    const { signal } = this.#closing
    const stopped = stopVehicle(this.#conversation, this.#store, blade, request, onEvent, signal, isStarting)
    const outcome = stopped.finally(() => this.#stopping--)
    onEvent({ kind: 'stopRequested' })
    return outcome
  }

  start(fromSeq?: number): Promise<Outcome> {
    return this.#requests.run(async signal => {
      const refusal = await this.#refusalOfStart(signal)
      if (refusal !== null) return refusal
      const items = await this.#onBoard.known(signal)
      if ('outcome' in items) return items
      const target = nextWaypointSeq(items, fromSeq ?? 1)
      if (target !== null) return this.#drive(items, target, fromSeq === undefined ? 'begin' : 'resume', signal)
      return fromSeq === undefined
        ? rejected('noMission', 'No mission is loaded on the mower.')
        : rejected('noSuchItem', `The mission has no waypoint at or after item ${fromSeq}.`)
    }, busy)
  }

  upload(items: readonly MissionItem[], transfer: TransferOptions): Promise<Outcome> {
    return this.#requests.run(async signal => {
      if (nextWaypointSeq(items, 1) === null) return rejected('emptyMission', 'The mission has no waypoint.')
      const { mode, armed } = this.state
      if (mode === 'auto' && armed === true) return driving
      this.#partChange.end()
      const both = transfer.signal === undefined ? signal : AbortSignal.any([signal, transfer.signal])
      const outcome = await this.#onBoard.upload(items, { ...transfer, signal: both })
      if (outcome.outcome === 'accepted') {
        this.#store.apply({ kind: 'progressForgotten' })
        this.#store.apply({ kind: 'driveEnded' })
      }
      return outcome
    }, busy)
  }

  download(isBackground = false): Promise<Result<readonly MissionItem[], Rejection>> {
    return this.#requests.run<Result<readonly MissionItem[], Rejection>>(
      signal => this.#onBoard.download(signal),
      { ok: false, error: busy },
      isBackground,
    )
  }

  adoptMission(items: readonly MissionItem[]): Promise<Outcome> {
    return this.#requests.run(signal => this.#onBoard.adopt(items, signal), busy)
  }

  async clear(): Promise<Outcome> {
    const stopped = await this.stop()
    if (!stopped.acknowledged) return noAnswer(stopped.message, 'stopUnacknowledged')
    return this.#requests.run(async signal => {
      const { bladeOff, disarm: off, clearMission } = this.#commands
      for (const step of [bladeOff, off, clearMission]) {
        const outcome = await step(signal)
        if (outcome.outcome !== 'accepted') return outcome
      }
      this.#store.apply({ kind: 'missionRead', items: [] })
      this.#store.apply({ kind: 'progressForgotten' })
      return accepted
    }, busy)
  }

  async setBlade(on: boolean): Promise<Outcome> {
    if (on && this.#stopping > 0) return rejected('stopping', 'A stop has not been acknowledged yet.')
    if (on) return this.#requests.run(signal => this.#commands.bladeOn(signal), busy)
    this.#bladeOnAfterSeq = null
    return this.#commands.bladeOff(this.#closing.signal)
  }

  readParameter(name: string): Promise<Result<number, Rejection>> {
    return readParameter(this.#conversation, name, this.#closing.signal)
  }

  readParameters(names: readonly string[]): Promise<Result<ReadonlyMap<string, number>, Rejection>> {
    return readParameters(this.#conversation, names, this.#closing.signal)
  }

  async failsafeReport(): Promise<Result<FailsafeReport, Rejection>> {
    const { blade } = this.#options
    const values = await this.readParameters(failsafeNames(blade))
    return values.ok ? { ok: true, value: failsafeReport(values.value, blade) } : values
  }

  setParameter(name: string, value: number): Promise<Outcome> {
    if (name === FENCE_ENABLE && value > 0) return this.enableFence(true)
    return setParameter(this.#conversation, this.#store, name, value, this.#closing.signal)
  }

  setBoundary(boundary: readonly LonLat[] | null, bladeOff?: readonly LonLat[] | null): void {
    this.#watch.setBoundary(boundary, bladeOff)
  }

  /** More than the mower stores is `fenceTooLarge`; what it stores is known better then. */
  uploadFence(items: readonly MissionItem[]): Promise<Outcome> {
    return this.#requests.run(signal => sendFence(this.#conversation, this.#fenceStore, items, signal), busy)
  }

  enableFence(on: boolean): Promise<Outcome> {
    return enableFence(this.#conversation, this.#store, on, this.#closing.signal)
  }

  /** Only where it stands; it is in HOLD afterwards. */
  disarm(): Promise<Outcome> {
    return this.#requests.run(
      signal => disarm(this.#conversation, this.#store, this.#commands, () => this.#stopping > 0, signal),
      busy,
    )
  }

  /** Only where it stands disarmed. */
  reboot(): Promise<Outcome> {
    return this.#requests.run(async signal => {
      const outcome = await reboot(this.#conversation, this.#store, () => this.#stopping > 0, signal)
      if (outcome.outcome === 'accepted') this.#forgetStores()
      return outcome
    }, busy)
  }

  /** @param send gives the mower its new signing key, and asks it something under that key */
  changeKey(send: () => void): Promise<Outcome> {
    const { isKeyProven } = this.#options
    return this.#requests.run(signal => changeKey(this.#conversation, this.#store, send, isKeyProven, signal), busy)
  }

  /** Ends all waiting; nothing more is sent. */
  close(): void {
    this.#closing.abort()
    this.#options.clock.clearTimeout(this.#catchUpTimer)
    this.#watch.close()
    this.#listeners.clear()
  }

  #safetyStop(reason: SafetyReason): void {
    const { onEvent } = this.#options
    void this.stop().then(stop => {
      if (stop.acknowledged || this.#closing.signal.aborted) return
      onEvent({ kind: 'notStopped', reason: stop.reason ?? 'noAnswer', message: stop.message })
    })
    onEvent({ kind: 'safetyStop', reason })
  }

  #refusalOfStart(signal: AbortSignal): Promise<Rejected | null> {
    return startRefusal(this.#conversation, this.#store, () => this.#stopping > 0, signal, this.#options)
  }

  async #drive(items: readonly MissionItem[], target: number, kind: DriveKind, signal: AbortSignal): Promise<Outcome> {
    const context = {
      conversation: this.#conversation,
      store: this.#store,
      blade: this.#options.blade,
      commands: this.#commands,
      onBoard: this.#onBoard,
      refusal: (ending: AbortSignal) => this.#refusalOfStart(ending),
      onMoving: () => {
        this.#requestedStop = null
      },
      onFailed: () => this.#safetyStop('startFailed'),
      bladeOnAfter: (seq: number) => {
        this.#bladeOnAfterSeq = seq
      },
    }
    this.#isBeginning = kind !== 'nextPart'
    const outcome = await driveMission(context, items, target, kind, signal)
    if (!signal.aborted) this.#isBeginning = false
    if (outcome.outcome === 'accepted') this.#partChange.begin()
    return outcome
  }

  /** At the end ArduPilot stays in AUTO and stands: a hold makes the mower free for the next upload. */
  #settleAfterMission(): void {
    this.#commands.bladeOffNow()
    this.#requests.waitFor(this.#commands.hold(this.#closing.signal))
  }

  #catchUpWithPath(): void {
    const { mission, missionSeq, bladeOn } = this.state
    if (this.#bladeOnAfterSeq === null || mission === null || missionSeq === null) return
    if (missionSeq <= this.#bladeOnAfterSeq) return
    this.#bladeOnAfterSeq = null
    if (!contextOf(mission, missionSeq, this.#options.blade).bladeOn || bladeOn === true) return
    void this.#commands.bladeOn(this.#closing.signal).then(outcome => {
      if (outcome.outcome !== 'accepted' && this.state.mode === 'auto') this.#safetyStop('bladeCommandFailed')
    })
  }

  /** Reads what a start must know, again until it is known. It asks and never commands the mower anything. */
  async #catchUp(): Promise<void> {
    if (this.#closing.signal.aborted) return
    if (telemetryOf(this.state, this.#options.clock.monotonicMs()).link === 'live') {
      if (!this.state.parameters.has(STATION_FAILSAFE)) await this.readParameter(STATION_FAILSAFE)
      if (this.state.mission === null && this.#requests.isIdle) await this.download(true)
    }
    this.#catchUpLater()
  }

  #catchUpLater(): void {
    this.#catchUpTimer = this.#options.clock.setTimeout(() => void this.#catchUp(), CATCH_UP_MS)
  }

  #firstContact(): void {
    this.#telemetryRates.begin()
    void this.readParameter(STATION_FAILSAFE)
    if (this.state.mission === null) void this.download(true)
  }

  #report(event: SessionEvent): void {
    this.#options.onEvent(event)
    this.#partChange.note(event)
    if (this.#isBeginning && endsStart(event)) this.#safetyStop('startFailed')
  }

  #react(event: SessionEvent): void {
    this.#report(event)
    if (event.kind === 'missionEnded') this.#settleAfterMission()
    if (event.kind === 'rebooted' || (event.kind === 'modeChanged' && event.to !== 'auto')) {
      this.#bladeOnAfterSeq = null
      this.#store.apply({ kind: 'driveEnded' })
    }
    if (event.kind === 'rebooted') {
      this.#forgetStores()
      this.#isContacted = false
    }
  }

  #forgetStores(): void {
    for (const store of [this.#missionStore, this.#fenceStore]) store.forget()
  }

  #noteStanding(): void {
    const stop = this.#requestedStop
    if (stop?.standingAtMs !== null || stop.acknowledgedAtMs === null || this.state.standingSamples < 2) return
    stop.standingAtMs = this.#options.clock.nowMs()
    this.#options.onEvent({ kind: 'standingStill' })
  }
}
